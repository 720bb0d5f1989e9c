//! What a network learns from.

/// A position, how its moves should be chosen, and how the game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The active inputs.
    pub inputs: Vec<u16>,
    /// The output of each legal move, with the probability that it should have. Moves may share an
    /// output.
    pub moves: Vec<(u16, f32)>,
    /// The result for the side to move, from -1 to 1.
    pub value: f32,
}
