//! The lab: how chess engines work, in small programs that run.
//!
//! Petteia goes back to theses that built engines and surveyed others. Here is what they describe,
//! each technique on a page of its own that explains the idea, with a test that it does what its
//! definition says. Read it in this order:
//!
//! 1. [`board`]: how a board can be held, from lists of pieces to bitboards with `PEXT`;
//! 2. [`bits`]: counting and finding bits, on which bitboards rest;
//! 3. [`search`]: minimax, alpha-beta, `NegaScout` and MTD(f) as the books define them;
//! 4. [`player`]: a small engine in which every technique is a switch, and the profiles that set them;
//! 5. [`dense`]: a network without any knowledge of chess in its shape;
//! 6. [`experiment`]: what each technique is worth, measured.
//!
//! Monte Carlo tree search has a crate of its own, `mcts`, written in the same way. The main engine
//! (`engine`) uses nothing of this: there speed decides, here clarity.

pub mod bits;
pub mod board;
pub mod dense;
pub mod experiment;
pub mod player;
pub mod search;
