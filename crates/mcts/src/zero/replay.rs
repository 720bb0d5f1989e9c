//! The games of the last generations, from which the network learns.

use std::collections::VecDeque;
use std::fmt::Write;

use gamekit::SplitMix64;
use neighbours::{Move, Position};
use policy::Example;
use policy::neighbours::{Symmetry, inputs, output};

/// A position of a game, how often the search visited its moves, and how the game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    position: Position,
    /// Moves with their share of the visits in thousandths; those without any too.
    moves: Vec<(Move, u16)>,
    /// The result for the side to move: 1, 0 or -1.
    value: i8,
}

impl Sample {
    pub fn new(position: &Position, shares: &[(Move, f32)]) -> Self {
        let thousandths = |share: f32| (share * 1000.0).round() as u16;
        let moves = shares.iter().map(|&(mv, share)| (mv, thousandths(share))).collect();
        Self { position: position.clone(), moves, value: 0 }
    }

    pub fn with_value(self, value: i8) -> Self {
        Self { value, ..self }
    }

    /// What the network learns from it, in one of the board's symmetries.
    fn example(&self, symmetry: Symmetry) -> Example {
        let total: f32 = self.moves.iter().map(|&(_, share)| f32::from(share)).sum();
        let target = |&(mv, share): &(Move, u16)| (output(mv, symmetry), f32::from(share) / total.max(1.0));
        let moves = self.moves.iter().map(target).collect();
        let mut example = Example { inputs: Vec::new(), moves, value: self.value.into() };
        inputs(&self.position, symmetry, &mut example.inputs);
        example
    }

    /// A line of a file: the position, the result, and the moves with their shares.
    fn write(&self, text: &mut String) -> std::fmt::Result {
        write!(text, "{}\t{}\t", self.position, self.value)?;
        for (index, (mv, share)) in self.moves.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(text, "{space}{mv} {share}")?;
        }
        writeln!(text)
    }

    fn parse(line: &str) -> Option<Self> {
        let mut parts = line.split('\t');
        let (position, value, moves) = (parts.next()?, parts.next()?, parts.next()?);
        let words: Vec<&str> = moves.split(' ').collect();
        let pair = |pair: &[&str]| Some((pair.first()?.parse().ok()?, pair.get(1)?.parse().ok()?));
        let moves = words.chunks(2).map(pair).collect::<Option<_>>()?;
        Some(Self { position: position.parse().ok()?, moves, value: value.parse().ok()? })
    }
}

/// Samples as the text of a file.
pub fn to_text(samples: &[Sample]) -> String {
    let mut text = String::new();
    for sample in samples {
        sample.write(&mut text).expect("text takes everything");
    }
    text
}

/// The samples of a file's text; nothing if a line is damaged.
pub fn from_text(text: &str) -> Option<Vec<Sample>> {
    text.lines().map(Sample::parse).collect()
}

/// The samples of the last generations.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Replay {
    generations: VecDeque<Vec<Sample>>,
}

impl Replay {
    /// Adds the samples of a generation; forgets those of generations too long ago.
    pub fn add(&mut self, samples: Vec<Sample>, window: usize) {
        self.generations.push_back(samples);
        while self.generations.len() > window.max(1) {
            self.generations.pop_front();
        }
    }

    /// The samples of each generation, the newest first.
    pub fn newest(&self) -> impl Iterator<Item = &[Sample]> {
        self.generations.iter().rev().map(Vec::as_slice)
    }

    /// Examples drawn at random, each in a random symmetry.
    pub fn draw(&self, count: usize, rng: &mut SplitMix64) -> Vec<Example> {
        let total: usize = self.generations.iter().map(Vec::len).sum();
        if total == 0 {
            return Vec::new();
        }
        let mut draw = || {
            let mut index = rng.below(total);
            let symmetry = Symmetry::new(rng.below(8) as u8);
            for generation in &self.generations {
                if let Some(sample) = generation.get(index) {
                    return Some(sample.example(symmetry));
                }
                index -= generation.len();
            }
            None
        };
        (0..count).filter_map(|_| draw()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Sample> {
        let position = Position::default();
        let shares: Vec<(Move, f32)> = position
            .legal_moves()
            .iter()
            .enumerate()
            .map(|(index, &mv)| (mv, index as f32 / 190.0))
            .collect();
        vec![Sample::new(&position, &shares).with_value(-1); 3]
    }

    #[test]
    fn files_round_trip_and_damage_is_found() {
        let text = to_text(&samples());
        assert_eq!(from_text(&text), Some(samples()));
        assert_eq!(from_text(&text[..text.len() - 5]), None);
        assert_eq!(from_text("nonsense"), None);
    }

    #[test]
    fn old_generations_are_forgotten_and_examples_are_whole() {
        let mut replay = Replay::default();
        assert!(replay.draw(3, &mut SplitMix64::new(1)).is_empty());
        for _ in 0..5 {
            replay.add(samples(), 2);
        }
        assert_eq!(replay.generations.len(), 2);
        for example in replay.draw(20, &mut SplitMix64::new(1)) {
            assert_eq!((example.inputs.len(), example.moves.len()), (17, 20));
            let sum: f32 = example.moves.iter().map(|(_, share)| share).sum();
            assert!((sum - 1.0).abs() < 1e-4 && example.value < 0.0, "{example:?}");
        }
    }
}
