//! How the attacks of a slider are looked up.

use gamekit::{Bitboard, Square};
use lab::board::occupancy::look_up::{LookUp, Slider};

use super::read_position;
use crate::protocol::lab::{LookUpView, SliderKind, SquareSet};
use crate::refused::Refused;

/// The look-up of a slider on a square, among the pieces of a position.
pub(crate) fn look_up(fen: &str, square: &str, slider: SliderKind) -> Result<LookUpView, Refused> {
    let position = read_position(fen)?;
    let square: Square = square.parse().map_err(Refused::bad)?;
    let slider = match slider {
        SliderKind::Bishop => Slider::Bishop,
        SliderKind::Rook => Slider::Rook,
    };
    let found = LookUp::of(slider, square, position.board().occupied());
    Ok(LookUpView {
        square: square.to_string(),
        occupied: set(found.occupied),
        relevant: set(found.relevant),
        blockers: set(found.blockers),
        attacks: set(found.attacks),
        magic: hexadecimal(found.factor),
        shift: found.shift,
        magic_index: found.magic_index as u32,
        pext_index: found.pext_index as u32,
        entries: 1 << found.relevant.len(),
    })
}

fn set(squares: Bitboard) -> SquareSet {
    SquareSet {
        squares: squares.into_iter().map(|square| square.to_string()).collect(),
        bits: hexadecimal(squares.bits()),
    }
}

fn hexadecimal(number: u64) -> String {
    format!("0x{number:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook_in_the_initial_position_sees_its_neighbours() {
        let view = look_up("", "a1", SliderKind::Rook).expect("a square");
        assert_eq!(view.attacks.squares, ["b1", "a2"]);
        assert_eq!(view.occupied.bits, "0xffff00000000ffff");
        assert_eq!((view.relevant.squares.len(), view.entries), (12, 4096));
        // b1 to g1 and a2 of the occupied squares matter, and a7.
        assert_eq!(view.pext_index, 0b1000_0111_1111);
        assert_eq!(view.blockers.squares.len(), 8);
    }

    #[test]
    fn what_is_no_square_or_position_is_refused() {
        let refused = |fen, square| look_up(fen, square, SliderKind::Rook).expect_err("bad").to_string();
        assert!(refused("", "i9").contains("i9"));
        assert!(refused("9/8", "a1").contains("9/8"));
    }
}
