//! Games as bytes.

use chess::{Move, Position};
use gamekit::{Color, GameResult, Score};

use super::{RecordedGame, ScoredMove};

/// The bit of a game's first byte that says that a start position follows.
const HAS_START: u8 = 4;

/// Adds a game to bytes.
///
/// # Panics
/// If one of its moves is not legal.
pub fn encode(game: &RecordedGame, bytes: &mut Vec<u8>) {
    let from_start = game.start == Position::initial();
    bytes.push(game.result.half_points(Color::White) as u8 | if from_start { 0 } else { HAS_START });
    if !from_start {
        let fen = game.start.to_string();
        put_varint(bytes, fen.len() as u32);
        bytes.extend_from_slice(fen.as_bytes());
    }
    let mut position = game.start.clone();
    put_varint(bytes, game.opening.len() as u32);
    for &mv in &game.opening {
        bytes.push(number_of(&position, mv));
        position = position.play(mv);
    }
    put_varint(bytes, game.moves.len() as u32);
    let mut previous = 0;
    for &ScoredMove { mv, score } in &game.moves {
        bytes.push(number_of(&position, mv));
        put_varint(bytes, zigzag(score.raw() - previous));
        previous = score.raw();
        position = position.play(mv);
    }
}

/// Takes a game off the front of bytes; `None` if they are no game.
pub fn decode(bytes: &mut &[u8]) -> Option<RecordedGame> {
    let first = take_byte(bytes)?;
    let result = GameResult::from_half_points(usize::from(first & !HAS_START))?;
    let start = if first & HAS_START == 0 {
        Position::initial()
    } else {
        let length = take_varint(bytes)? as usize;
        let (fen, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        std::str::from_utf8(fen).ok()?.parse().ok()?
    };
    let mut position = start.clone();
    let mut opening = Vec::new();
    for _ in 0..take_varint(bytes)? {
        let mv = move_with_number(&position, take_byte(bytes)?)?;
        position = position.play(mv);
        opening.push(mv);
    }
    let mut moves = Vec::new();
    let mut score = 0_i32;
    for _ in 0..take_varint(bytes)? {
        let mv = move_with_number(&position, take_byte(bytes)?)?;
        position = position.play(mv);
        score = score.checked_add(unzigzag(take_varint(bytes)?))?;
        if score.abs() > Score::MATE.raw() {
            return None;
        }
        moves.push(ScoredMove { mv, score: Score::cp(score) });
    }
    Some(RecordedGame { start, opening, moves, result })
}

/// A legal move's number: how many legal moves have smaller bits.
fn number_of(position: &Position, mv: Move) -> u8 {
    let moves = position.legal_moves();
    assert!(moves.contains(&mv), "{mv} is not legal in {position}");
    moves.iter().filter(|other| other.bits() < mv.bits()).count() as u8
}

fn move_with_number(position: &Position, number: u8) -> Option<Move> {
    let mut moves = position.legal_moves();
    let number = usize::from(number);
    (number < moves.len()).then(|| *moves.select_nth_unstable_by_key(number, |mv| mv.bits()).1)
}

fn put_varint(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_varint(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..32).step_by(7) {
        let byte = take_byte(bytes)?;
        number |= u32::from(byte & 0x7f).checked_shl(shift)?;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(first)
}

/// Small numbers of either sign as small numbers: 0, -1, 1, -2, 2...
fn zigzag(number: i32) -> u32 {
    ((number << 1) ^ (number >> 31)) as u32
}

fn unzigzag(number: u32) -> i32 {
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

#[cfg(test)]
pub mod tests {
    use gamekit::SplitMix64;

    use super::*;

    /// A game of random moves and scores.
    pub fn random_game(seed: u64) -> RecordedGame {
        let mut rng = SplitMix64::new(seed);
        let starts =
            [chess::fen::INITIAL, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"];
        let start: Position = starts[rng.below(2)].parse().unwrap();
        let mut position = start.clone();
        let (mut opening, mut moves) = (Vec::new(), Vec::new());
        for ply in 0..8 + rng.below(120) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[rng.below(legal.len())];
            if ply < 8 {
                opening.push(mv);
            } else {
                let extremes = [Score::MATE, -Score::MATE, Score::DRAW];
                let score = match rng.below(10) {
                    0 => extremes[rng.below(3)],
                    _ => Score::cp(rng.below(400) as i32 - 200),
                };
                moves.push(ScoredMove { mv, score });
            }
            position = position.play(mv);
        }
        RecordedGame { start, opening, moves, result: GameResult::ALL[rng.below(3)] }
    }

    #[test]
    fn games_round_trip() {
        let games: Vec<_> = (0..60).map(random_game).collect();
        let mut bytes = Vec::new();
        for game in &games {
            encode(game, &mut bytes);
        }
        let mut rest = bytes.as_slice();
        for game in &games {
            assert_eq!(decode(&mut rest).as_ref(), Some(game));
        }
        assert!(rest.is_empty());
    }

    #[test]
    fn the_order_of_moves_is_frozen() {
        let mut game = RecordedGame {
            start: Position::initial(),
            opening: Vec::new(),
            moves: Vec::new(),
            result: GameResult::Win(Color::White),
        };
        let mut position = Position::initial();
        for (mv, score) in [("e2e4", 30), ("d7d5", 25), ("e4d5", 90), ("d8d5", 88), ("b1c3", -1000)] {
            let mv = position.parse_uci(mv).unwrap();
            position = position.play(mv);
            game.moves.push(ScoredMove { mv, score: Score::cp(score) });
        }
        let mut bytes = Vec::new();
        encode(&game, &mut bytes);
        let expected = [2, 0, 5, 16, 60, 15, 9, 30, 130, 1, 27, 3, 7, 255, 16];
        assert_eq!(bytes, expected, "old files could no longer be read");
    }

    #[test]
    fn broken_bytes_are_no_game() {
        let mut bytes = Vec::new();
        encode(&random_game(3), &mut bytes);
        for length in 0..bytes.len() {
            assert_eq!(decode(&mut &bytes[..length]), None, "{length} bytes");
        }
        let mut rng = SplitMix64::new(7);
        for _ in 0..2000 {
            let mut noise = bytes.clone();
            noise[rng.below(bytes.len())] ^= 1 << rng.below(8);
            // Whatever it is, it is answered.
            let _ = decode(&mut noise.as_slice());
        }
    }
}
