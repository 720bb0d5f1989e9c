//! Reviews of chess games: what each move cost, and what would have been better.
//!
//! [`Reviewer`] searches every position of a game with a fixed number of nodes, so that a review
//! can be repeated. [`Review`] holds the scores, the class of each move and the accuracy of both
//! sides; [`annotate()`] writes them into the game, [`Report`] into a page of HTML. [`review_all`]
//! does many games on several threads, [`Examination`] one game step by step. [`KnownGames`] finds
//! where a game leaves all others.
//!
//! ```
//! use chess::pgn::Reader;
//! use review::{Class, Reviewer};
//!
//! let text = "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0";
//! let game = Reader::new(text.as_bytes()).next().expect("a game")?;
//! let review = Reviewer::new(5_000)?.review(&game, |_, _| true).expect("it was not interrupted");
//! assert_eq!(review.moves[3].class, Class::Blunder);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accuracy;
mod annotate;
mod batch;
mod chances;
mod class;
mod known;
mod report;
mod reviewer;

pub use accuracy::{Accuracy, Phase};
pub use annotate::{annotate, tags};
pub use batch::review_all;
pub use chances::winning_chances;
pub use class::Class;
pub use known::KnownGames;
pub use report::{Index, Report};
pub use reviewer::{Examination, Review, ReviewedMove, Reviewer};
