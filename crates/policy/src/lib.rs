//! Small networks that propose moves and judge positions.
//!
//! A tree search wants a first opinion on every move of a position. These networks give it: a few
//! of many inputs are active, their rows are added up in one hidden layer, and from there each move
//! has an output of its own. Only the outputs of legal moves are computed, and their softmax is the
//! policy: how likely each move is. One more output is the value of the position. A game brings its
//! inputs and the numbers of its moves:
//!
//! - [`mod@chess`]: 768 inputs, as the side to move sees the board, and a number for each pair of
//!   squares;
//! - [`mod@neighbours`]: pieces with their numbers of neighbours, and a number for each square and
//!   direction.
//!
//! [`Net`] is the network, [`Example`] is what it learns from, and a [`Trainer`] teaches it: the
//! loss is `(z - v)^2 - pi log p`, and the weights decay.
//!
//! ```
//! use policy::{Example, Net, Shape, Trainer};
//!
//! // Of two moves, 3 and 5, the second is the better one where input 1 is active.
//! let shape = Shape { inputs: 4, hidden: 16, outputs: 8 };
//! let example = Example { inputs: vec![1], moves: vec![(3, 0.0), (5, 1.0)], value: 0.5 };
//! let mut trainer = Trainer::new(Net::random(shape, 1));
//! for _ in 0..200 {
//!     trainer.step(std::slice::from_ref(&example), 0.01, 1);
//! }
//! let hidden = trainer.net().hidden(&[1]);
//! assert!(trainer.net().logit(&hidden, 5) > trainer.net().logit(&hidden, 3));
//! ```

pub mod chess;
mod example;
mod file;
pub mod neighbours;
mod net;
mod trainer;

pub use example::Example;
pub use file::{FileError, FileProblem};
pub use net::{Net, Shape};
pub use trainer::{Loss, Trainer};
