//! The tree search of chess.

use std::thread;
use std::time::{Duration, Instant};

use chess::{Epd, Game, Move, Position};
use engine::eval::Evaluator;
use engine::{Clock, Limits, Report, Stop};
use gamekit::{Score, SplitMix64};
use mcts::{ChessSearcher, Parallel, Settings};
use syzygy::{KnownResult, Tables};

fn searcher(settings: Settings) -> ChessSearcher {
    ChessSearcher::new(Evaluator::default(), 64, settings).expect("64 MB")
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn search(searcher: &mut ChessSearcher, game: &Game, limits: &Limits) -> Report {
    searcher.search(game, limits, &Stop::default(), |_| ())
}

fn game(fen: &str) -> Game {
    Game::new(fen.parse().expect(fen))
}

/// The mates of the engine's suite in this many moves.
fn mates(moves: u32) -> impl Iterator<Item = Position> {
    let text = include_str!("../../engine/tests/mates.epd");
    text.lines().filter(|line| !line.starts_with('#')).filter_map(move |line| {
        let epd: Epd = line.parse().expect(line);
        let is_wanted = epd.text("dm") == Some(&moves.to_string());
        is_wanted.then(|| Position::new(epd.setup).expect(line))
    })
}

/// The mates in this many moves that are not proved within so many nodes.
fn missed(moves: u32, most: u64) -> Vec<String> {
    let mut searcher = searcher(Settings::puct());
    let is_missed = |position: &Position| {
        let report = search(&mut searcher, &Game::new(position.clone()), &nodes(most));
        report.info.score.mate_in_moves().is_none_or(|found| found <= 0)
    };
    mates(moves).filter(is_missed).map(|position| position.to_string()).collect()
}

#[test]
fn mates_in_one_and_two_moves_are_proved() {
    assert_eq!(missed(1, 1), [""; 0]);
    assert_eq!(missed(2, 5_000), [""; 0]);
}

/// With net 6 one of the 25 needs 372,418 nodes, one 104,520, the others at most 18,133: where every
/// move wins, a tree sees little reason to look for the shortest way.
#[test]
fn mates_in_three_moves_are_proved() {
    assert_eq!(missed(3, 500_000), [""; 0]);
}

#[test]
fn equal_seeds_give_equal_searches() {
    let run = || {
        let report = search(&mut searcher(Settings::puct()), &Game::default(), &nodes(2_000));
        (report.best, report.info.score, report.info.moves, report.info.nodes)
    };
    assert_eq!(run(), run());
}

#[test]
fn counts_add_up_in_every_parallel_form() {
    for parallel in Parallel::ALL {
        for threads in [1, 2, 4] {
            let settings = Settings { parallel, threads, ..Settings::puct() };
            let mut searcher = ChessSearcher::new(Evaluator::PieceSquare, 4, settings).expect("4 MB");
            let report = search(&mut searcher, &Game::default(), &nodes(3_000));
            assert!(report.best.is_some());
            searcher.searcher().check();
        }
    }
}

/// Far more simulations than fit into the memory.
#[test]
fn memory_stays_bounded_and_the_search_goes_on() {
    let mut searcher = ChessSearcher::new(Evaluator::PieceSquare, 1, Settings::puct()).expect("a megabyte");
    let report = search(&mut searcher, &Game::default(), &nodes(30_000));
    assert_eq!(report.info.nodes, 30_000);
    assert!(report.info.hashfull <= 1000);
    searcher.searcher().check();
}

#[test]
fn the_tree_is_kept_through_a_game() {
    let mut searcher = searcher(Settings::puct());
    let mut game = Game::default();
    for _ in 0..6 {
        let report = search(&mut searcher, &game, &nodes(400));
        game.play(report.best.expect("the game goes on")).expect("a legal move");
        searcher.searcher().check();
    }
}

#[test]
fn stop_is_obeyed_at_once() {
    for settings in [Settings::puct(), Settings { threads: 2, ..Settings::uct() }] {
        let mut searcher = searcher(settings);
        let stop = Stop::default();
        let limits = Limits { infinite: true, ..Limits::default() };
        let handle = stop.clone();
        let stopper = thread::spawn(move || {
            thread::sleep(Duration::from_millis(100));
            handle.stop();
            Instant::now()
        });
        let report = searcher.search(&Game::default(), &limits, &stop, |_| ());
        let late = stopper.join().expect("no panic").elapsed();
        assert!(report.best.is_some());
        // 20 ms on an idle machine; tests share theirs.
        assert!(late < Duration::from_millis(500), "{late:?}");
    }
}

#[test]
fn clocks_and_depths_end_a_search() {
    let mut searcher = searcher(Settings::puct());
    let clock = Clock { remaining: Duration::from_millis(500), increment: Duration::ZERO, moves_to_go: None };
    for limits in [
        Limits { movetime: Some(Duration::from_millis(20)), ..Limits::default() },
        Limits { clock: Some(clock), ..Limits::default() },
        Limits { depth: Some(3), ..Limits::default() },
    ] {
        let started = Instant::now();
        assert!(search(&mut searcher, &Game::default(), &limits).best.is_some());
        assert!(started.elapsed() < Duration::from_secs(2), "{limits:?}");
    }
}

#[test]
fn several_lines_begin_with_several_moves() {
    let mut searcher = searcher(Settings::puct());
    searcher.lines = 3;
    let mut last: Vec<(usize, Move)> = Vec::new();
    searcher.search(&Game::default(), &nodes(1_000), &Stop::default(), |info| {
        last.truncate(info.line - 1);
        last.push((info.line, info.moves[0]));
    });
    assert_eq!(last.len(), 3);
    assert!(last[0].1 != last[1].1 && last[1].1 != last[2].1);
}

#[test]
fn finished_games_have_no_move() {
    let mut searcher = searcher(Settings::puct());
    let mated = search(&mut searcher, &game("R3k3/8/4K3/8/8/8/8/8 b - - 0 1"), &nodes(10));
    assert_eq!((mated.best, mated.info.score.to_string()), (None, "mate 0".to_owned()));
    let stalemate = search(&mut searcher, &game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &nodes(10));
    assert_eq!((stalemate.best, stalemate.info.score.to_string()), (None, "cp 0".to_owned()));
}

/// Random positions of these pieces, which are given as a FEN's board would.
fn random_endings(pieces: &str, count: usize, tables: &Tables) -> Vec<(Position, KnownResult)> {
    let mut rng = SplitMix64::new(7);
    let mut endings = Vec::new();
    while endings.len() < count {
        let mut squares: Vec<usize> = Vec::new();
        while squares.len() < pieces.len() {
            let square = rng.below(64);
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        let mut board = [['1'; 8]; 8];
        for (&square, piece) in squares.iter().zip(pieces.chars()) {
            board[square / 8][square % 8] = piece;
        }
        let ranks: Vec<String> = board.iter().map(|rank| rank.iter().collect()).collect();
        let turn = if rng.below(2) == 0 { 'w' } else { 'b' };
        let position = format!("{} {turn} - - 0 1", ranks.join("/")).parse::<Position>();
        if let Ok(position) = position
            && position.count_legal_moves() > 0
            && let Some(result) = tables.judge(&position)
        {
            endings.push((position, result));
        }
    }
    endings
}

fn verdict(score: Score, material: i32) -> KnownResult {
    let chances = engine::wdl::chances(score, material);
    if chances.win > 500 {
        KnownResult::Win
    } else if chances.loss > 500 {
        KnownResult::Loss
    } else {
        KnownResult::Draw
    }
}

/// The tables judge the tree, which does not see them.
#[test]
#[ignore = "needs ../shared (see make test-shared)"]
fn the_tree_converges_to_the_values_of_shared_tables() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = std::env::var_os("PETTEIA_SHARED").unwrap_or_else(|| folder.into());
    let tables =
        Tables::open([std::path::Path::new(&shared).join("syzygy")]).expect("the tables are readable");
    let agreement = |most: u64| {
        let endings = ["Kkq", "KRk", "KPk", "KRkb", "KQkr", "KPkp", "KRPk"]
            .into_iter()
            .flat_map(|pieces| random_endings(pieces, 20, &tables));
        let mut searcher = searcher(Settings::puct());
        let (mut agreed, mut count) = (0, 0);
        for (position, result) in endings {
            let report = search(&mut searcher, &Game::new(position.clone()), &nodes(most));
            agreed += usize::from(verdict(report.info.score, engine::wdl::material(&position)) == result);
            count += 1;
        }
        agreed * 100 / count
    };
    let (short, long) = (agreement(50), agreement(5_000));
    assert!(long >= 90 && long > short, "{short} % with 50 nodes, {long} % with 5,000");
}

/// Where tables know the root, only the moves that keep its result are searched.
#[test]
#[ignore = "needs ../shared (see make test-shared)"]
fn shared_tables_settle_the_root() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");
    let shared = std::env::var_os("PETTEIA_SHARED").unwrap_or_else(|| folder.into());
    let tables =
        Tables::open([std::path::Path::new(&shared).join("syzygy")]).expect("the tables are readable");
    let endings = random_endings("KRkb", 20, &tables);
    let mut searcher = searcher(Settings::puct());
    searcher.tablebase = tables.into();
    for (position, result) in endings {
        let report = search(&mut searcher, &Game::new(position.clone()), &nodes(50));
        let score = report.info.score;
        let found = if score.is_win() {
            KnownResult::Win
        } else if score.is_loss() {
            KnownResult::Loss
        } else {
            KnownResult::Draw
        };
        assert_eq!(found, result, "{position}");
    }
}

/// What is shown of a tree is a tree: no move is visited less than those after it, and all visits of
/// the root are those of its moves.
#[test]
fn the_most_visited_nodes_are_shown() {
    let mut searcher = searcher(Settings::puct());
    let game = Game::default();
    search(&mut searcher, &game, &nodes(300));
    let branches = searcher.searcher().branches(60);
    assert_eq!(branches.len(), 20);
    assert_eq!(branches.iter().map(|branch| branch.visits).sum::<u32>(), 300);
    let priors: f32 = branches.iter().map(|branch| branch.prior).sum();
    assert!((priors - 1.0).abs() < 0.01, "{priors}");
    let visits: Vec<(Move, u32)> = branches.iter().map(|branch| (branch.mv, branch.visits)).collect();
    assert_eq!(visits, searcher.visits());
    // The 60 most visited nodes, and the other moves of the root.
    let shown = branches.iter().map(visited).sum::<usize>();
    assert!((60..80).contains(&shown), "{shown}");
    let fewer = searcher.searcher().branches(0);
    assert!(fewer.len() == 20 && fewer.iter().all(|branch| branch.branches.is_empty()));
}

/// Moves with visits, here and after this one.
fn visited(branch: &mcts::Branch<Move>) -> usize {
    let below: u32 = branch.branches.iter().map(|branch| branch.visits).sum();
    assert!(below <= branch.visits, "{branch:?}");
    assert!(branch.branches.iter().all(|branch| branch.visits > 0), "{branch:?}");
    usize::from(branch.visits > 0) + branch.branches.iter().map(visited).sum::<usize>()
}

/// A search that is continued grows the same tree.
#[test]
fn a_tree_grows_from_search_to_search() {
    let mut searcher = searcher(Settings::puct());
    let game = Game::default();
    for total in [10, 20, 30] {
        search(&mut searcher, &game, &nodes(10));
        let visits: u32 = searcher.searcher().branches(0).iter().map(|branch| branch.visits).sum();
        assert_eq!(visits, total);
    }
}
