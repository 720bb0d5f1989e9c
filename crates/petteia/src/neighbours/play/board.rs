//! The board in a terminal.

use std::fmt;

use gamekit::{Bitboard, Color, File, Rank, Square};
use neighbours::{Game, Move};

/// A drawing of a game's current position.
pub struct Board<'a> {
    pub game: &'a Game,
    /// The square of the piece whose targets are marked.
    pub selected: Option<Square>,
    /// Whether to use terminal colors.
    pub colors: bool,
}

impl Board<'_> {
    /// Draws a square three columns wide: about as wide as a line is high.
    fn square(&self, square: Square) -> String {
        let position = self.game.position();
        let piece = Color::ALL.into_iter().find(|&color| position.pieces(color).contains(square));
        let last = self.game.moves().last();
        let letter = match piece {
            Some(Color::White) => 'w',
            Some(Color::Black) => 'b',
            None if last.is_some_and(|mv| mv.from() == square) => '.',
            None => ' ',
        };
        let [open, close] = if self.targets().contains(square) {
            ['(', ')']
        } else if last.is_some_and(|mv| mv.to() == square) || self.selected == Some(square) {
            ['[', ']']
        } else {
            [' ', ' ']
        };
        if !self.colors {
            let letter = if letter == ' ' && Bitboard::DARK.contains(square) { ':' } else { letter };
            return format!("{open}{letter}{close}");
        }
        let ground = if Bitboard::DARK.contains(square) { "48;5;65" } else { "48;5;108" };
        let (ink, letter) = match piece {
            Some(Color::White) => ("1;38;5;231", '●'),
            Some(Color::Black) => ("1;38;5;16", '●'),
            None => ("38;5;16", letter),
        };
        format!("\x1b[{ground};{ink}m{open}{letter}{close}\x1b[0m")
    }

    fn targets(&self) -> Bitboard {
        let legal = self.game.position().legal_moves();
        let of_selected = |mv: &&Move| Some(mv.from()) == self.selected;
        legal.iter().filter(of_selected).map(|mv| mv.to()).collect()
    }
}

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, " {rank} ")?;
            for file in File::ALL {
                f.write_str(&self.square(Square::at(file, rank)))?;
            }
            writeln!(f)?;
        }
        let files: String = File::ALL.map(|file| format!(" {file} ")).concat();
        writeln!(f, "   {files}")
    }
}

/// The legal moves, one line per piece.
pub fn moves_by_piece(game: &Game) -> String {
    let mut moves: Vec<String> = game.position().legal_moves().iter().map(ToString::to_string).collect();
    moves.sort();
    let lines = moves.chunk_by(|one, other| one[..2] == other[..2]).map(|moves| {
        let targets: Vec<&str> = moves.iter().map(|mv| &mv[2..]).collect();
        format!("  {} to {}", &moves[0][..2], targets.join(" "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_shows_pieces_targets_and_the_last_move() {
        let mut game = Game::new("b1bbb3/8/8/4b3/3w4/8/8/ww5w w 0 1".parse().expect("a position"));
        let plain = |game: &Game, selected| Board { game, selected, colors: false }.to_string();
        let board = plain(&game, Some(Square::D4));
        assert!(board.contains(" 4     : ( )[w]( ) :"), "{board}");
        assert!(board.contains("(b)"), "a capture is a target: {board}");
        game.play("b1c2".parse().expect("a move")).expect("a legal move");
        let expected = [
            " 8  b  :  b  b  b  :     : ",
            " 7  :     :     :     :    ",
            " 6     :     :     :     : ",
            " 5  :     :     b     :    ",
            " 4     :     w     :     : ",
            " 3  :     :     :     :    ",
            " 2     : [w] :     :     : ",
            " 1  w  .  :     :     :  w ",
            "    a  b  c  d  e  f  g  h ",
            "",
        ];
        assert_eq!(plain(&game, None), expected.join("\n"));
    }

    #[test]
    fn moves_are_listed_piece_by_piece() {
        let game = Game::new("8/8/8/8/8/8/8/ww6 w 0 1".parse().expect("a position"));
        assert_eq!(moves_by_piece(&game), "  a1 to a2 b2\n  b1 to a2 b2 c1 c2");
    }
}
