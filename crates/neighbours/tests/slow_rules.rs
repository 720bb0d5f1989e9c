//! The rules once more, slowly: square by square on an array, written from the rules' text alone.
//! What the bitboards do must be what this does.

use std::collections::BTreeSet;
use std::fs;

use gamekit::{Color, SplitMix64};
use neighbours::{Move, Position, perft};
use proptest::prelude::*;

#[derive(Clone)]
struct SlowBoard {
    /// `squares[rank][file]`: `w`, `b` or a dot.
    squares: [[char; 8]; 8],
    turn: char,
}

impl SlowBoard {
    /// Reads a position from its text, not from the bitboards.
    fn new(position: &Position) -> Self {
        let text = position.to_string();
        let mut fields = text.split(' ');
        let mut squares = [['.'; 8]; 8];
        for (row, line) in fields.next().expect("a placement").split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as usize;
                } else {
                    squares[7 - row][file] = letter;
                    file += 1;
                }
            }
        }
        Self { squares, turn: fields.next().and_then(|turn| turn.chars().next()).expect("a side to move") }
    }

    fn at(&self, file: i32, rank: i32) -> Option<char> {
        let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
        on_board.then(|| self.squares[rank as usize][file as usize])
    }

    fn moves(&self) -> Vec<[i32; 4]> {
        let directions: Vec<(i32, i32)> =
            (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y))).filter(|&way| way != (0, 0)).collect();
        let mut moves = Vec::new();
        for rank in 0..8 {
            for file in 0..8 {
                if self.at(file, rank) != Some(self.turn) {
                    continue;
                }
                let is_piece = |x, y| self.at(x, y).is_some_and(|piece| piece != '.');
                let neighbours =
                    directions.iter().filter(|(x, y)| is_piece(file + x, rank + y)).count() as i32;
                if neighbours == 0 {
                    continue;
                }
                for (x, y) in &directions {
                    let clear = (1..neighbours).all(|n| self.at(file + n * x, rank + n * y) == Some('.'));
                    let (to_file, to_rank) = (file + neighbours * x, rank + neighbours * y);
                    let lands = self.at(to_file, to_rank).is_some_and(|piece| piece != self.turn);
                    if clear && lands {
                        moves.push([file, rank, to_file, to_rank]);
                    }
                }
            }
        }
        moves
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let counts = self.moves().into_iter().map(|[file, rank, to_file, to_rank]| {
            let mut next = self.clone();
            next.squares[rank as usize][file as usize] = '.';
            next.squares[to_rank as usize][to_file as usize] = self.turn;
            next.turn = if self.turn == 'w' { 'b' } else { 'w' };
            next.perft(depth - 1)
        });
        counts.sum()
    }

    fn move_names(&self) -> BTreeSet<String> {
        let name = |file: i32, rank: i32| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
        self.moves().into_iter().map(|[a, b, c, d]| name(a, b) + &name(c, d)).collect()
    }
}

fn move_names(position: &Position) -> BTreeSet<String> {
    position.legal_moves().iter().map(Move::to_string).collect()
}

/// Any arrangement of up to eight pieces a side.
fn any_position() -> impl Strategy<Value = Position> {
    (any::<u64>(), 0_usize..=8, 0_usize..=8, any::<bool>(), 0..=100).prop_map(
        |(seed, white, black, white_moves, quiet)| {
            let mut rng = SplitMix64::new(seed);
            let mut squares = ['1'; 64];
            for (letter, count) in [('w', white), ('b', black)] {
                let mut left = count;
                while left > 0 {
                    let square = rng.below(64);
                    if squares[square] == '1' {
                        squares[square] = letter;
                        left -= 1;
                    }
                }
            }
            let rows: Vec<String> = squares.chunks(8).map(|row| row.iter().collect()).collect();
            let turn = if white_moves { 'w' } else { 'b' };
            format!("{} {turn} {quiet} 30", rows.join("/")).parse().expect("a position")
        },
    )
}

proptest! {
    #[test]
    fn no_move_is_missing_and_none_is_wrong(position in any_position()) {
        prop_assert_eq!(move_names(&position), SlowBoard::new(&position).move_names());
        prop_assert_eq!(position.count_moves(), position.legal_moves().len());
    }

    #[test]
    fn unmaking_restores_everything_and_keys_are_those_of_the_board(start in any_position(), seed: u64) {
        let mut rng = SplitMix64::new(seed);
        let mut position = start.clone();
        let mut path = Vec::new();
        for _ in 0..40 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            let before = position.clone();
            let taken = position.is_capture(mv);
            let undo = position.make(mv);

            let others = before.pieces(position.turn()).len();
            prop_assert_eq!(undo.captured(), taken);
            prop_assert_eq!(position.pieces(position.turn()).len(), others - usize::from(taken));
            prop_assert_eq!(position.quiet_plies(), if taken { 0 } else { before.quiet_plies() + 1 });
            prop_assert_eq!(position.turn(), !before.turn());
            let black = u16::from(before.turn() == Color::Black);
            prop_assert_eq!(position.move_number(), before.move_number() + black);
            // A key read from text is computed from nothing.
            if position.quiet_plies() <= Position::QUIET_LIMIT {
                let fresh: Position = position.to_string().parse().expect("a position");
                prop_assert_eq!(&fresh, &position);
                prop_assert_eq!(fresh.key(), position.key());
                prop_assert_eq!(fresh.table_key(), position.table_key());
            }
            path.push((mv, undo, before));
        }
        while let Some((mv, undo, before)) = path.pop() {
            position.unmake(mv, undo);
            prop_assert_eq!(&position, &before);
        }
    }
}

#[test]
fn counts_from_the_start_are_those_of_the_rules() {
    let published = [20, 400, 7280, 132_496, 2_552_608];
    let mut position = Position::default();
    for (depth, count) in (1..).zip(published) {
        assert_eq!(perft(&mut position, depth), count, "depth {depth}");
    }
}

/// The sixth is not published; both implementations have to agree on it.
#[test]
fn the_sixth_count_is_confirmed_by_the_slow_rules() {
    let slow: u64 = std::thread::scope(|scope| {
        let first = SlowBoard::new(&Position::default());
        let handles: Vec<_> = neighbours::divide(&mut Position::default(), 6)
            .map(|(mv, count)| {
                let mut next = first.clone();
                let (from, to) = (mv.from(), mv.to());
                next.squares[from.rank().index()][from.file().index()] = '.';
                next.squares[to.rank().index()][to.file().index()] = 'w';
                next.turn = 'b';
                scope.spawn(move || {
                    let slow = next.perft(5);
                    assert_eq!(count, slow, "after {mv}");
                    slow
                })
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().expect("the counts agree")).sum()
    });
    assert_eq!(slow, 49_218_502);
}

/// `tests/perft.txt`: positions of random games, each with its counts for depth 1 to 4.
#[test]
fn counts_from_middle_games_agree_with_the_slow_rules() {
    let suite =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft.txt")).expect("the suite");
    let lines: Vec<&str> = suite.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 10);
    for line in lines {
        let (text, counts) = line.split_once(';').expect("a position and its counts");
        let mut position: Position = text.trim().parse().expect("a position");
        let slow = SlowBoard::new(&position);
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            let count: u64 = count.parse().expect("a count");
            assert_eq!(perft(&mut position, depth), count, "{text} at depth {depth}");
            if depth <= 3 {
                assert_eq!(slow.perft(depth), count, "{text} at depth {depth}, slowly");
            }
        }
    }
}

/// The position of figure 3.2 of the master's thesis that the agent follows.
#[test]
fn the_moves_of_the_figure_in_the_thesis() {
    for (turn, count) in [("w", 25), ("b", 21)] {
        let text = format!("8/8/5w2/6w1/6w1/2b1b3/bb3w2/8 {turn} 0 1");
        let position: Position = text.parse().expect("a position");
        assert_eq!(position.count_moves(), count, "{text}");
    }
}
