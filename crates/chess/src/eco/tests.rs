use std::collections::BTreeSet;

use super::*;
use crate::pgn;

/// The name of the game, with its code.
fn opening(moves: &str) -> String {
    let game = pgn::Reader::new(moves.as_bytes()).next().unwrap().unwrap();
    of_moves(&game.start, game.moves())
        .map_or_else(String::new, |Opening { code, name }| format!("{code} {name}"))
}

#[test]
fn every_line_is_strict_notation_of_legal_moves() {
    let mut faults = Vec::new();
    for Entry { opening, moves } in entries() {
        let mut position = Position::initial();
        for san in moves.split(' ') {
            match position.parse_san(san) {
                Ok(mv) if position.to_san(mv) == san => position = position.play(mv),
                Ok(mv) => {
                    faults.push(format!("{opening:?}: {san:?} should be {}", position.to_san(mv)));
                    position = position.play(mv);
                }
                Err(error) => {
                    faults.push(format!("{opening:?}: {error}"));
                    break;
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_code_from_a00_to_e99_is_there_in_order() {
    let codes: Vec<&str> = entries().map(|entry| entry.opening.code).collect();
    assert!(codes.is_sorted());
    let expected: BTreeSet<String> =
        ('A'..='E').flat_map(|volume| (0..100).map(move |number| format!("{volume}{number:02}"))).collect();
    assert_eq!(codes.into_iter().map(String::from).collect::<BTreeSet<_>>(), expected);
}

#[test]
fn no_position_has_two_names_and_no_name_two_positions() {
    let mut by_key: HashMap<Key, Opening> = HashMap::new();
    let mut names = BTreeSet::new();
    let mut faults = Vec::new();
    for entry in entries() {
        let Opening { name, .. } = entry.opening;
        if let Some(other) =
            entry.position().ok().and_then(|position| by_key.insert(position.key(), entry.opening))
        {
            faults.push(format!("{name:?} is the position of {:?}", other.name));
        }
        if name.is_empty() || name.trim() != name || !names.insert(name) {
            faults.push(format!("{name:?} is not a unique name"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn famous_games_have_the_names_they_are_known_by() {
    for (game, moves, expected) in [
        (
            "Morphy at the opera, 1858",
            "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 *",
            "C41 Philidor Defense: Bishop Sortie",
        ),
        (
            "Anderssen - Kieseritzky, the Immortal Game, 1851",
            "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 *",
            "C33 King's Gambit Accepted: Bishop's Gambit, Classical Defense",
        ),
        (
            "Byrne - Fischer, the Game of the Century, 1956",
            "1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 6. Qb3 dxc4 7. Qxc4 c6 8. e4 Nbd7 *",
            "D92 Grünfeld Defense: Three Knights Variation, Hungarian Attack, Castled Line",
        ),
        (
            "Fischer - Spassky, sixth game, 1972",
            "1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 5. Bg5 O-O 6. e3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 *",
            "D59 Queen's Gambit Declined: Tartakower Defense, Exchange Variation",
        ),
        (
            "Kasparov - Topalov, 1999",
            "1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 *",
            "B07 Pirc Defense: Main Line",
        ),
        (
            "Deep Blue - Kasparov, sixth game, 1997",
            "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Ng5 Ngf6 6. Bd3 e6 7. N1f3 h6 8. Nxe6 *",
            "B17 Caro-Kann Defense: Karpov Variation, Modern Main Line",
        ),
        (
            "Kasparov - Kramnik, first game, 2000",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. d4 Nd6 6. Bxc6 dxc6 7. dxe5 Nf5 8. Qxd8+ Kxd8 9. Nc3 *",
            "C67 Ruy Lopez: Berlin Defense, Berlin Wall",
        ),
    ] {
        assert_eq!(opening(moves), expected, "{game}");
    }
}

#[test]
fn transpositions_have_the_name_of_the_position() {
    let french = "C02 French Defense: Advance Variation";
    assert_eq!(opening("1. e4 e6 2. d4 d5 3. e5 *"), french);
    assert_eq!(opening("1. d4 e6 2. e4 d5 3. e5 a6 4. a3 *"), french);
    assert_eq!(
        opening("1. c4 Nf6 2. d4 e6 3. Nc3 Bb4 4. e3 *"),
        opening("1. d4 e6 2. c4 Nf6 3. Nc3 Bb4 4. e3 *")
    );
}

#[test]
fn a_game_from_elsewhere_may_have_no_name() {
    assert_eq!(opening("*"), "");
    assert_eq!(opening("[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *"), "");
    let bird = "[FEN \"rnbqkbnr/pppppppp/8/8/5P2/8/PPPPP1PP/RNBQKBNR b KQkq - 0 1\"]\n\n1... Na6 *";
    assert_eq!(opening(bird), "A02 Bird Opening", "the start of a game counts");
}
