//! The dense net of the Ukrainian coursework: no features, no king, just bits.
//!
//! ```text
//!   808 bits of the position --> 808 units --> ... --> 808 units --> evaluation in pawns
//!                                ReLU     L times      ReLU          for White
//! ```
//!
//! The position is written down as bits ([`input`]) and a plain network of equal layers ([`net`]) learns
//! from evaluations of other engines what it is worth ([`train`]). Nothing of chess is built in: that a
//! knight on f3 is a knight, wherever it stands, has to be learned for every square anew. Every evaluation
//! takes 3.3 million multiplications, a thousand times those of an efficiently updatable network, which is
//! why such a net plays by one ply ([`one_ply`](crate::player::one_ply)) and not by search. Positions with their
//! evaluations are kept in a database ([`store`]); [`errors`] measures evaluations against them.

pub mod errors;
pub mod input;
pub mod net;
pub mod store;
pub mod train;

pub use net::DenseNet;
pub use store::Store;

/// Evaluations beyond this many pawns are all the same: won.
pub const MOST_PAWNS: f32 = 15.0;
