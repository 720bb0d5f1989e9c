//! What there is to know about a material.

use super::{Material, Table, Tables, value};
use crate::Position;

/// The results of all positions of a material, up to symmetry, for the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The material.
    pub material: Material,
    /// Won positions.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Lost positions.
    pub losses: u64,
    /// A win that takes as long as any.
    pub longest_win: Option<Longest>,
    /// A loss that takes as long as any.
    pub longest_loss: Option<Longest>,
}

/// A position with the greatest distance to the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Longest {
    /// The plies to the end.
    pub plies: u8,
    /// The position, White to move.
    pub position: Position,
}

impl Summary {
    /// All positions.
    pub const fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl Tables {
    /// Sums up a table, if it is there.
    pub fn summary(&self, material: Material) -> Option<Summary> {
        let table = self.get(material)?;
        let mut counts = [0; 256];
        for &value in &table.values {
            counts[value as usize] += 1;
        }
        let sum = |is_one: fn(u8) -> bool| {
            (0..=u8::MAX).filter(|&value| is_one(value)).map(|value| counts[value as usize]).sum()
        };
        let longest = |is_one: fn(u8) -> bool| {
            let plies = (0..=u8::MAX).rev().find(|&value| is_one(value) && counts[value as usize] > 0)?;
            Some(Longest { plies, position: table.first(plies)? })
        };
        Some(Summary {
            material,
            wins: sum(value::is_win),
            draws: counts[value::DRAW as usize],
            losses: sum(value::is_loss),
            longest_win: longest(value::is_win),
            longest_loss: longest(value::is_loss),
        })
    }
}

impl Table {
    /// The first position of a value.
    fn first(&self, value: u8) -> Option<Position> {
        let index = self.values.iter().position(|&other| other == value)?;
        self.indexer.board(index).map(super::Board::position)
    }
}
