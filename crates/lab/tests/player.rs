//! The engine of switches: techniques that promise the value of minimax give it, the others find
//! what is there, and every profile plays legally.

use chess::{Game, Position};
use engine::{Limits, Report, Stop};
use gamekit::{Ply, Score};
use lab::player::evaluation::Evaluation;
use lab::player::{Generator, Method, Order, PROFILES, Player, Profile, Sharing};

const POSITIONS: [&str; 4] = [
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4r1k1/pp3ppp/2p5/4P3/3P1q2/1P3N2/P4PPP/3QR1K1 b - - 0 20",
];

fn search(profile: Profile, fen: &str, limits: &Limits) -> Report {
    let position: Position = fen.parse().unwrap();
    Player::new(profile).unwrap().search(&Game::new(position), limits, &Stop::default(), |_| ())
}

fn to_depth(profile: Profile, fen: &str, depth: u32) -> Report {
    search(profile, fen, &Limits { depth: Some(depth), ..Limits::default() })
}

fn minimax() -> Profile {
    Profile { evaluation: Evaluation::Tapered, ..*Profile::named("minimax").unwrap() }
}

/// Alpha-beta with all that changes the order of moves and windows but not the value.
fn exact() -> Vec<Profile> {
    let alpha_beta = Profile { method: Method::AlphaBeta, ..minimax() };
    let ordered = Profile { order: Order::MvvLva, killers: true, ..alpha_beta };
    let pvs = Profile { method: Method::Pvs, ..ordered };
    let deepening = Profile { deepening: true, aspiration: Some(30), ..pvs };
    let walking = Profile { generator: Generator::Walking, ..deepening };
    vec![alpha_beta, ordered, pvs, deepening, walking]
}

#[test]
fn what_cuts_without_guessing_finds_the_minimax_value() {
    for fen in POSITIONS {
        let expected = to_depth(minimax(), fen, 3);
        for profile in exact() {
            let found = to_depth(profile, fen, 3);
            assert_eq!(found.info.score, expected.info.score, "{profile:?} {fen}");
            let is_single_search = !profile.deepening;
            assert!(!is_single_search || found.info.nodes < expected.info.nodes, "{profile:?} {fen}");
        }
    }
}

/// PV splitting and young brothers wait promise the value of the serial search. With quiescence
/// and without a table, whose contents depend on who was first.
#[test]
fn shared_nodes_have_the_value_of_the_serial_search() {
    let serial = Profile { quiescence: true, ..exact()[3] };
    for fen in POSITIONS {
        let expected = to_depth(serial, fen, 4).info.score;
        for sharing in [Sharing::PvSplitting, Sharing::YoungBrothersWait] {
            for threads in [2, 4] {
                let found = to_depth(Profile { sharing, threads, ..serial }, fen, 4);
                assert_eq!(found.info.score, expected, "{sharing:?} on {threads} threads, {fen}");
            }
        }
    }
}

/// Lazy SMP promises no value, but a move; without a table it is the serial search.
#[test]
fn a_lazy_search_without_a_table_is_the_serial_one() {
    let serial = exact()[3];
    for fen in POSITIONS {
        let expected = to_depth(serial, fen, 4).info;
        let found = to_depth(Profile { threads: 2, ..serial }, fen, 4).info;
        assert_eq!((found.score, found.moves), (expected.score, expected.moves), "{fen}");
    }
}

/// Every profile but those that do not look so far finds a mate in two.
#[test]
fn searches_find_mates() {
    let mate_in_two = "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1";
    for profile in PROFILES.iter().filter(|profile| profile.method != Method::OnePly) {
        // Captures are not played out to see a mate, so it has to be within the depth; a late move is
        // searched one ply less.
        let depth = 3 + u32::from(profile.quiescence) + u32::from(profile.pruning.reduce_from.is_some());
        let report = to_depth(*profile, mate_in_two, depth);
        assert_eq!(report.info.score, Score::mate_in(Ply::new(3)), "{}", profile.name);
        assert_eq!(report.best.map(|mv| mv.to_string()).as_deref(), Some("d5d8"), "{}", profile.name);
    }
}

#[test]
fn positions_without_a_move_are_judged() {
    for profile in PROFILES {
        let mated = to_depth(*profile, "R3k3/8/4K3/8/8/8/8/8 b - - 0 1", 2);
        assert_eq!((mated.best, mated.info.score), (None, Score::mated_in(Ply::ROOT)), "{}", profile.name);
        let stalemate = to_depth(*profile, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 2);
        assert_eq!((stalemate.best, stalemate.info.score), (None, Score::DRAW), "{}", profile.name);
    }
}

/// Each profile plays itself from an opening, by few nodes; every move and every line is legal.
#[test]
fn every_profile_plays_legally() {
    for profile in PROFILES {
        let mut player = Player::new(Profile { table: profile.table.map(|_| 1), ..*profile }).unwrap();
        let mut game = Game::default();
        let limits = Limits { nodes: Some(400), ..Limits::default() };
        while game.outcome().is_none() && game.moves().len() < 60 {
            let report = player.search(&game, &limits, &Stop::default(), |_| ());
            let mut line = game.position().clone();
            for &mv in &report.info.moves {
                assert!(line.is_legal(mv), "{}: {mv} in {line}", profile.name);
                line = line.play(mv);
            }
            game.play(report.best.expect("the game goes on")).expect(profile.name);
        }
    }
}

/// A repetition is a draw: a side that is lost takes it.
#[test]
fn a_lost_side_repeats() {
    // White's queen checks for ever, and without that is lost.
    let fen = "6k1/6p1/5p2/7Q/8/1q6/r7/7K w - - 0 1";
    let position: Position = fen.parse().unwrap();
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let profile = *Profile::named("basic").unwrap();
    let report =
        Player::new(profile).unwrap().search(&Game::new(position), &limits, &Stop::default(), |_| ());
    assert_eq!(report.info.score, Score::DRAW);
}

#[test]
fn limits_are_kept() {
    let profile = *Profile::named("basic").unwrap();
    let report = search(profile, POSITIONS[1], &Limits { nodes: Some(1000), ..Limits::default() });
    assert!(report.info.nodes <= 1000 && report.best.is_some(), "{}", report.info.nodes);
    let position: Position = POSITIONS[0].parse().unwrap();
    let wanted = position.parse_uci("a2a3").unwrap();
    let limits = Limits { searchmoves: vec![wanted], depth: Some(3), ..Limits::default() };
    assert_eq!(search(profile, POSITIONS[0], &limits).best, Some(wanted));
    let stop = Stop::default();
    stop.stop();
    let game = Game::new(position);
    let report = Player::new(profile).unwrap().search(&game, &Limits::default(), &stop, |_| ());
    assert!(report.best.is_some(), "a stopped search still has a move");
}
