//! What the search must find, whatever its evaluation says.

use std::thread;
use std::time::{Duration, Instant};

use chess::{Game, Move, Outcome, Position, UciStyle};
use engine::{Engine, Level, Limits, SearchInfo, Settings, Stop};

struct Answer {
    best: Option<Move>,
    info: Vec<SearchInfo>,
}

impl Answer {
    fn last(&self) -> &SearchInfo {
        self.info.last().expect("at least one line was told")
    }

    fn best_text(&self) -> String {
        self.best.map_or("(none)".to_owned(), |mv| mv.to_uci(UciStyle::Standard).to_string())
    }
}

fn search(engine: &mut Engine, fen: &str, limits: &Limits) -> Answer {
    search_game(engine, &Game::new(fen.parse().expect(fen)), limits)
}

fn search_game(engine: &mut Engine, game: &Game, limits: &Limits) -> Answer {
    let mut info = Vec::new();
    let report = engine.search(game, limits, &Stop::default(), |line| info.push(line.clone()));
    Answer { best: report.best, info }
}

fn engine() -> Engine {
    Engine::new(8).expect("8 MB are to be had")
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn mates_are_found_and_counted() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", 1),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2),
    ] {
        let limits = Limits { mate: Some(moves), nodes: Some(2_000_000), ..Limits::default() };
        let answer = search(&mut engine(), fen, &limits);
        assert_eq!(answer.last().score.mate_in_moves(), Some(moves as i32), "{fen}");
        let line = &answer.last().moves;
        let mut game = Game::new(fen.parse().expect(fen));
        for &mv in line {
            game.play(mv).expect("lines are legal");
        }
        assert!(matches!(game.outcome(), Some(Outcome::Checkmate { .. })), "{fen}: {line:?}");
    }
}

/// Plays both sides until the game ends.
fn play_out(fen: &str, settings: Settings, limits: &Limits) -> Game {
    let mut engine = engine();
    engine.set_settings(settings);
    let mut game = Game::new(fen.parse().expect(fen));
    while game.outcome().is_none() {
        let best = search_game(&mut engine, &game, limits).best.expect("a game that goes on has moves");
        game.play(best).expect("the engine plays legal moves");
    }
    game
}

#[test]
fn weak_players_mate_with_a_queen_and_with_a_rook() {
    for fen in [
        "8/8/8/4k3/8/8/8/1Q2K3 w - - 0 1",
        "8/8/8/4k3/8/8/8/R3K3 w - - 0 1",
        "8/8/3k4/8/8/8/5K2/7R w - - 0 1",
        "3q4/8/8/8/4K3/8/8/k7 b - - 0 1",
        "8/8/8/3K4/8/8/1r6/k7 b - - 0 1",
    ] {
        let settings = Settings { level: Some(Level::of_elo(800)), ..Settings::default() };
        let game = play_out(fen, settings, &nodes(30_000));
        assert!(matches!(game.outcome(), Some(Outcome::Checkmate { .. })), "{fen}: {}", game.position());
    }
}

#[test]
fn twenty_games_of_beginners_open_as_people_do_and_no_two_are_alike() {
    let first_moves = |seed: u64| {
        let mut engine = engine();
        let level = Some(Level::of_elo(600).with_seed(gamekit::SplitMix64::new(seed).next_u64()));
        engine.set_settings(Settings { level, ..Settings::default() });
        let mut game = Game::default();
        for _ in 0..16 {
            let report = engine.search(&game, &nodes(1_000), &Stop::default(), |_| ());
            game.play(report.best.expect("a move")).expect("a legal one");
        }
        game.moves().map(|mv| mv.to_uci(UciStyle::Standard).to_string()).collect::<Vec<_>>()
    };
    let games: Vec<Vec<String>> = (0..20).map(first_moves).collect();
    let different: std::collections::HashSet<_> = games.iter().collect();
    assert_eq!(different.len(), games.len());
    assert_eq!(first_moves(3), games[3]);
    let centre = games.iter().filter(|game| ["e2e4", "d2d4"].contains(&game[0].as_str())).count();
    assert!(centre >= 12, "{centre} of 20 games begin in the centre");
}

#[test]
fn the_same_search_gives_the_same_answer() {
    let fen = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 1 8";
    let mut engine = engine();
    let first = search(&mut engine, fen, &nodes(60_000));
    engine.new_game();
    let second = search(&mut engine, fen, &nodes(60_000));
    assert_eq!(first.best, second.best);
    assert_eq!(first.info.len(), second.info.len());
    for (a, b) in first.info.iter().zip(&second.info) {
        assert_eq!((a.depth, a.score, a.nodes, &a.moves), (b.depth, b.score, b.nodes, &b.moves));
    }
}

#[test]
fn only_the_moves_asked_for_are_considered() {
    let start = Position::initial();
    let wanted: Vec<Move> =
        ["a2a3", "h2h4"].iter().map(|text| start.parse_uci(text).expect("legal")).collect();
    let limits = Limits { searchmoves: wanted.clone(), ..nodes(20_000) };
    let answer = search(&mut engine(), chess::fen::INITIAL, &limits);
    assert!(wanted.contains(&answer.best.expect("there are moves")), "{}", answer.best_text());
}

#[test]
fn several_lines_are_ordered_and_distinct() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut engine = engine();
    engine.set_settings(Settings { lines: 4, ..Settings::default() });
    let answer = search(&mut engine, fen, &Limits { depth: Some(7), ..Limits::default() });
    let last: Vec<&SearchInfo> = answer.info.iter().rev().take(4).rev().collect();
    assert_eq!(last.iter().map(|info| info.line).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut firsts: Vec<_> = last.iter().map(|info| info.moves[0].bits()).collect();
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn several_threads_find_a_move() {
    let mut engine = engine();
    engine.set_settings(Settings { threads: 4, ..Settings::default() });
    let answer = search(&mut engine, chess::fen::INITIAL, &nodes(200_000));
    assert!(Position::initial().legal_moves().contains(&answer.best.expect("there are moves")));
}

#[test]
#[ignore = "needs ../shared (see make test-shared)"]
fn shared_tables_decide_endings() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = std::env::var_os("PETTEIA_SHARED").unwrap_or_else(|| folder.into());
    let folder = std::path::Path::new(&shared).join("syzygy");
    for (fen, wins) in [
        ("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", true),
        ("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", false),
        ("8/8/2k5/8/8/8/2KR4/5n2 w - - 0 1", false),
    ] {
        let mut engine = engine();
        engine.set_tablebase(syzygy::Tables::open([&folder]).expect("the tables are readable"));
        let answer = search(&mut engine, fen, &nodes(20_000));
        assert!(answer.last().tablebase_hits > 0, "{fen}");
        assert_eq!(answer.last().score.is_win(), wins, "{fen}: {:?}", answer.last().score);
    }
}

/// The labels of training data rest on this. Where late moves are left out in the principal
/// variation, replies that refute its moves are missed, and a search of two plies sees fewer
/// positions than it should.
#[test]
fn a_whole_principal_variation_includes_every_late_reply() {
    let nodes = |whole_pv: bool| -> u64 {
        let limits = Limits { depth: Some(2), whole_pv, ..Limits::default() };
        engine::bench::POSITIONS.iter().map(|fen| search(&mut engine(), fen, &limits).last().nodes).sum()
    };
    let (pruned, whole) = (nodes(false), nodes(true));
    assert!(whole * 5 > pruned * 6, "whole {whole}, pruned {pruned}");
}

#[test]
fn a_search_that_is_stopped_before_it_begins_still_finds_a_move() {
    let stop = Stop::default();
    stop.stop();
    let limits = Limits { infinite: true, ..Limits::default() };
    let report = engine().search(&Game::default(), &limits, &stop, |_| ());
    assert_eq!((report.best.is_some(), report.info.depth), (true, 1));
}

#[test]
fn a_deadline_ends_an_infinite_search_and_leaves_its_stop_unused() {
    let stop = Stop::default();
    let limits = Limits { infinite: true, ..Limits::default() };
    // The second has nothing to search: it only waits.
    for fen in [chess::fen::INITIAL, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        stop.set_deadline(Some(Instant::now() + Duration::from_millis(50)));
        engine().search(&Game::new(fen.parse().expect(fen)), &limits, &stop, |_| ());
        assert!(!stop.is_stopped());
    }
}

#[test]
fn a_pondering_search_uses_its_time_only_after_the_hit() {
    let stop = Stop::default();
    let handle = stop.clone();
    let hit = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        handle.ponder_hit();
    });
    let start = Instant::now();
    let limits = Limits { ponder: true, movetime: Some(Duration::from_millis(50)), ..Limits::default() };
    let report = engine().search(&Game::default(), &limits, &stop, |_| ());
    assert!(report.best.is_some() && start.elapsed() >= Duration::from_millis(150));
    hit.join().expect("it only waits");
}

/// Match runners take the last line for what the engine thinks of its move.
#[test]
fn the_last_line_begins_with_the_move() {
    let mut engine = engine();
    for threads in [1, 3] {
        engine.set_settings(Settings { threads, ..Settings::default() });
        for (number, fen) in engine::bench::POSITIONS.iter().enumerate() {
            for round in 0..12 {
                let limits = nodes(400 + 331 * round + 17 * number as u64);
                let answer = search(&mut engine, fen, &limits);
                let last = answer.last().moves.first().copied();
                assert_eq!(last, answer.best, "{threads} threads, {limits:?} in {fen}");
            }
        }
    }
}
