//! Encoding of games.

use chess::{Move, Position};
use gamekit::{Color, GameResult, Score};

use super::{RecordedGame, ScoredMove, Sibling};

/// Bit of a game's first byte: a start position follows.
const HAS_START: u8 = 4;

/// Bit of a game's first byte: every move is followed by its sibling, or by a zero.
const HAS_SIBLINGS: u8 = 8;

/// Appends a game to bytes.
///
/// # Panics
/// If one of its moves is not legal.
pub fn encode(game: &RecordedGame, bytes: &mut Vec<u8>) {
    let from_start = game.start == Position::initial();
    let has_siblings = game.moves.iter().any(|scored| scored.sibling.is_some());
    bytes.push(
        game.result.half_points(Color::White) as u8
            | if from_start { 0 } else { HAS_START }
            | if has_siblings { HAS_SIBLINGS } else { 0 },
    );
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
    for &ScoredMove { mv, score, sibling } in &game.moves {
        bytes.push(number_of(&position, mv));
        put_varint(bytes, zigzag(score.raw() - previous));
        if has_siblings {
            put_sibling(bytes, &position, sibling, score);
        }
        previous = score.raw();
        position = position.play(mv);
    }
}

/// Takes a game off the front of bytes; `None` if they are not a game.
pub fn decode(bytes: &mut &[u8]) -> Option<RecordedGame> {
    let first = take_byte(bytes)?;
    let has_siblings = first & HAS_SIBLINGS != 0;
    let result = GameResult::from_half_points(usize::from(first & !(HAS_START | HAS_SIBLINGS)))?;
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
    let mut score = Score::DRAW;
    for _ in 0..take_varint(bytes)? {
        let mv = move_with_number(&position, take_byte(bytes)?)?;
        score = take_score(bytes, score)?;
        let sibling = match if has_siblings { take_byte(bytes)? } else { 0 } {
            0 => None,
            mark => Some(take_sibling(bytes, &position, mark - 1, score)?),
        };
        position = position.play(mv);
        moves.push(ScoredMove { mv, score, sibling });
    }
    Some(RecordedGame { start, opening, moves, result })
}

fn put_sibling(bytes: &mut Vec<u8>, position: &Position, sibling: Option<Sibling>, before: Score) {
    let Some(Sibling { mv, reply, score }) = sibling else { return bytes.push(0) };
    bytes.push(number_of(position, mv) + 1);
    bytes.push(number_of(&position.play(mv), reply));
    put_varint(bytes, zigzag(score.raw() - before.raw()));
}

fn take_sibling(bytes: &mut &[u8], position: &Position, number: u8, before: Score) -> Option<Sibling> {
    let mv = move_with_number(position, number)?;
    let reply = move_with_number(&position.play(mv), take_byte(bytes)?)?;
    Some(Sibling { mv, reply, score: take_score(bytes, before)? })
}

/// A score that is stored as its difference to another.
fn take_score(bytes: &mut &[u8], before: Score) -> Option<Score> {
    let score = before.raw().checked_add(unzigzag(take_varint(bytes)?))?;
    (score.abs() <= Score::MATE.raw()).then_some(Score::cp(score))
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
                moves.push(ScoredMove::new(mv, score));
            }
            position = position.play(mv);
        }
        RecordedGame { start, opening, moves, result: GameResult::ALL[rng.below(3)] }
    }

    /// The same game with siblings of every third of its moves.
    pub fn with_siblings(mut game: RecordedGame, seed: u64) -> RecordedGame {
        let mut rng = SplitMix64::new(seed);
        let moments: Vec<_> = game.moments().collect();
        for (scored, moment) in game.moves.iter_mut().zip(moments).step_by(3) {
            let legal = moment.position.legal_moves();
            let mv = legal[legal.len() - 1];
            let replies = moment.position.play(mv).legal_moves();
            let score = Score::cp(rng.below(2000) as i32 - 1000);
            scored.sibling = replies.first().map(|&reply| Sibling { mv, reply, score });
        }
        game
    }

    #[test]
    fn games_round_trip() {
        let plain = (0..60).map(random_game);
        let games: Vec<_> =
            plain.chain((60..90).map(|seed| with_siblings(random_game(seed), seed))).collect();
        assert!(games[60..].iter().all(|game| game.siblings().count() > 0));
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
            game.moves.push(ScoredMove::new(mv, Score::cp(score)));
        }
        let mut bytes = Vec::new();
        encode(&game, &mut bytes);
        let expected = [2, 0, 5, 16, 60, 15, 9, 30, 130, 1, 27, 3, 7, 255, 16];
        assert_eq!(bytes, expected, "old files could no longer be read");
    }

    #[test]
    fn a_sibling_takes_three_bytes_or_four() {
        let position = Position::initial();
        let [mv, other] = ["e2e4", "a2a3"].map(|text| position.parse_uci(text).unwrap());
        let reply = position.play(other).parse_uci("e7e5").unwrap();
        let sibling = Some(Sibling { mv: other, reply, score: Score::cp(-20) });
        let game = RecordedGame {
            start: position,
            opening: Vec::new(),
            moves: vec![ScoredMove { mv, score: Score::cp(30), sibling }],
            result: GameResult::Draw,
        };
        let mut bytes = Vec::new();
        encode(&game, &mut bytes);
        assert_eq!(bytes, [1 + 8, 0, 1, 16, 60, 1 + 1, 16, 99]);
    }

    #[test]
    fn broken_bytes_are_refused() {
        let mut bytes = Vec::new();
        encode(&with_siblings(random_game(3), 3), &mut bytes);
        for length in 0..bytes.len() {
            assert_eq!(decode(&mut &bytes[..length]), None, "{length} bytes");
        }
        let mut rng = SplitMix64::new(7);
        for _ in 0..2000 {
            let mut noise = bytes.clone();
            noise[rng.below(bytes.len())] ^= 1 << rng.below(8);
            // Must not panic.
            let _ = decode(&mut noise.as_slice());
        }
    }
}
