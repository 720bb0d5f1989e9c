//! Loading positions from games.

use std::io::Read;
use std::thread;

use chess::Board;
use gamekit::{Color, Score, SplitMix64};
use nnue::Net;

use super::{Recipe, Sample};
use crate::data::{Block, DataError, Filter, Moment, Reader, RecordedGame};

/// Blocks of games that are decoded together.
const BLOCKS: usize = 64;

/// The result has all of its weight in endings with so many pieces or fewer, kings included...
const FEW_PIECES: usize = 6;
/// ...and none with so many or more.
const MANY_PIECES: usize = 20;

/// Training and validation positions. They are from different games, since neighbours in a game are
/// too similar.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Split {
    /// Training positions.
    pub training: Vec<Sample>,
    /// Validation positions.
    pub validation: Vec<Sample>,
}

/// Decodes games and selects positions.
pub struct Loader {
    filter: Filter,
    /// The net that the filter compares scores with.
    teacher: Option<Net>,
    scale: f64,
    lookahead: f64,
    ending_wdl: f64,
    /// The share of validation games.
    validation: f64,
    threads: usize,
    games: u64,
    split: Split,
}

impl Loader {
    /// A loader without games. The result does not depend on the number of threads.
    pub fn new(recipe: &Recipe, teacher: Option<Net>, threads: usize) -> Self {
        Self {
            filter: recipe.filter.clone(),
            teacher,
            scale: recipe.scale as f64,
            lookahead: recipe.lookahead,
            ending_wdl: recipe.ending_wdl,
            validation: recipe.validation,
            threads: threads.max(1),
            games: 0,
            split: Split::default(),
        }
    }

    /// The number of games so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The positions.
    pub fn finish(self) -> Split {
        self.split
    }

    /// Adds the games of a file.
    pub fn read(&mut self, mut reader: Reader<impl Read>) -> Result<(), DataError> {
        loop {
            let blocks: Vec<Block> = reader.by_ref().take(BLOCKS).collect::<Result<_, _>>()?;
            if blocks.is_empty() {
                return Ok(());
            }
            self.add_blocks(&blocks)?;
        }
    }

    /// Adds the games of some blocks in order.
    fn add_blocks(&mut self, blocks: &[Block]) -> Result<(), DataError> {
        let mut numbered = Vec::with_capacity(blocks.len());
        for block in blocks {
            numbered.push((self.games, block));
            self.games += block.len();
        }
        let this = &*self;
        let parts: Vec<Result<Split, DataError>> = thread::scope(|scope| {
            let workers: Vec<_> = numbered
                .chunks(blocks.len().div_ceil(self.threads))
                .map(|share| scope.spawn(move || this.unpack(share)))
                .collect();
            let finished = workers.into_iter().map(thread::ScopedJoinHandle::join);
            finished.map(|part| part.expect("unpacking does not panic")).collect()
        });
        for part in parts {
            let part = part?;
            self.split.training.extend(part.training);
            self.split.validation.extend(part.validation);
        }
        Ok(())
    }

    fn unpack(&self, blocks: &[(u64, &Block)]) -> Result<Split, DataError> {
        let mut split = Split::default();
        for &(first, block) in blocks {
            for (number, game) in (first..).zip(block.games()?) {
                // This depends on the number of the game only, so that it is the same in every run.
                let checks = SplitMix64::new(number).next_f64() < self.validation;
                self.add_game(&game, if checks { &mut split.validation } else { &mut split.training });
            }
        }
        Ok(split)
    }

    fn add_game(&self, game: &RecordedGame, samples: &mut Vec<Sample>) {
        let expected = expectations(game, self.lookahead, self.scale);
        let played = game.moments().zip(expected).map(|(moment, expected)| (moment, expected, true));
        // A sibling was not played, so it has neither a lookahead nor a result.
        let siblings = game.siblings().map(|moment| {
            let expected = sigmoid(moment.score, self.scale);
            (moment, expected, false)
        });
        for (moment, expected, was_played) in played.chain(siblings) {
            if !self.keeps(&moment) {
                continue;
            }
            let (board, turn) = (moment.position.board(), moment.position.turn());
            let expected = if was_played { self.with_result(game, board, expected) } else { expected };
            let expected = if turn == Color::White { expected } else { 1.0 - expected };
            let points = was_played.then(|| game.result.points(turn));
            samples.push(Sample::new(board, turn, points, expected));
        }
    }

    /// What is expected of a position that was played, for White, with more of the game's result the
    /// fewer pieces there are.
    fn with_result(&self, game: &RecordedGame, board: &Board, expected: f64) -> f64 {
        let (few, many) = (FEW_PIECES as f64, MANY_PIECES as f64);
        let share = ((many - board.occupied().len() as f64) / (many - few)).clamp(0.0, 1.0);
        expected + self.ending_wdl * share * (game.result.points(Color::White) - expected)
    }

    fn keeps(&self, moment: &Moment) -> bool {
        let deviates = |(net, limit): (&Net, i32)| {
            let (board, turn) = (moment.position.board(), moment.position.turn());
            let said = net.centipawns(net.evaluate(board, turn));
            (said - moment.score_to_move().raw()).abs() > limit
        };
        self.filter.keeps(moment)
            && !self.teacher.as_ref().zip(self.filter.largest_deviation).is_some_and(deviates)
    }
}

/// The expected result for White at each move: an exponentially weighted mean over the searches of
/// this move and all later ones, with the weight `lookahead` for the next, and the game's result
/// after the last.
fn expectations(game: &RecordedGame, lookahead: f64, scale: f64) -> Vec<f64> {
    let mut later = game.result.points(Color::White);
    let mut expected: Vec<f64> = game
        .moves
        .iter()
        .rev()
        .map(|scored| {
            let now = sigmoid(scored.score, scale);
            later = now + lookahead * (later - now);
            later
        })
        .collect();
    expected.reverse();
    expected
}

/// The expected result of a score.
fn sigmoid(score: Score, scale: f64) -> f64 {
    1.0 / (1.0 + (-f64::from(score.raw()) / scale).exp())
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use gamekit::GameResult;
    use nnue::{Architecture, Parameters};

    use super::*;
    use crate::data::{ScoredMove, Sibling, Writer};
    use crate::training::{Model, Workspace, synthetic};

    fn load(games: &[RecordedGame], validation: f64, threads: usize) -> Split {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut writer = Writer::open(&path, "test", |_| ()).unwrap();
        for game in games {
            writer.add(game).unwrap();
        }
        writer.finish().unwrap();
        let recipe = synthetic::recipe(Architecture::new(32, 8).unwrap());
        let mut loader = Loader::new(&Recipe { validation, ..recipe }, None, threads);
        loader.read(Reader::open(&path).unwrap()).unwrap();
        assert_eq!(loader.games(), games.len() as u64);
        loader.finish()
    }

    #[test]
    fn threads_change_nothing() {
        let games: Vec<_> = (0..100).map(synthetic::game).collect();
        let alone = load(&games, 0.1, 1);
        assert!(load(&games, 0.1, 3) == alone);
        let kept: usize = games
            .iter()
            .flat_map(RecordedGame::moments)
            .filter(|moment| Filter::default().keeps(moment))
            .count();
        let (training, validation) = (alone.training.len(), alone.validation.len());
        assert_eq!(training + validation, kept);
        assert!(validation > kept / 40 && validation < kept / 4, "{validation} of {kept}");
    }

    /// A level position that White won: only the last search saw it.
    #[test]
    fn lookahead_carries_later_scores_back() {
        let start = Position::initial();
        let mut position = start.clone();
        let moves = [("e2e4", 0), ("e7e5", 0), ("d1h5", 400)].map(|(mv, score)| {
            let mv = position.parse_uci(mv).unwrap();
            position = position.play(mv);
            ScoredMove::new(mv, Score::cp(score))
        });
        let game = RecordedGame {
            start,
            opening: Vec::new(),
            moves: moves.to_vec(),
            result: GameResult::Win(Color::White),
        };
        for (lookahead, by_hand) in
            [(0.0, [0.5, 0.5, 0.731_059]), (0.5, [0.591_382, 0.682_765, 0.865_529]), (1.0, [1.0, 1.0, 1.0])]
        {
            let expected = expectations(&game, lookahead, 400.0);
            let is_near = expected.iter().zip(by_hand).all(|(found, by_hand)| (found - by_hand).abs() < 1e-6);
            assert!(is_near && expected.len() == 3, "{lookahead}: {expected:?}, by hand {by_hand:?}");
        }
    }

    #[test]
    fn siblings_have_neither_lookahead_nor_result() {
        let start: Position = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1".parse().unwrap();
        let [mv, other] = ["a2a4", "e1d1"].map(|text| start.parse_uci(text).unwrap());
        let reply = start.play(other).parse_uci("e8d8").unwrap();
        let sibling = Some(Sibling { mv: other, reply, score: Score::cp(400) });
        let moves = vec![ScoredMove { mv, score: Score::DRAW, sibling }];
        let result = GameResult::Win(Color::White);
        let game = RecordedGame { start, opening: Vec::new(), moves, result };
        let filter = Filter { first_ply: 1, ..Filter::default() };
        let recipe = synthetic::recipe(Architecture::new(32, 8).unwrap());
        let mut samples = Vec::new();
        Loader::new(&Recipe { filter, lookahead: 0.5, ..recipe }, None, 1).add_game(&game, &mut samples);
        assert_eq!(samples.len(), 1, "the move that was played comes too early for the filter");
        for wdl in [0.0, 0.5] {
            // Black is to move.
            assert!((samples[0].target(wdl) - (1.0 - 0.731_058_6)).abs() < 1e-6);
        }
    }

    #[test]
    fn results_count_more_the_fewer_pieces_there_are() {
        let target = |fen: &str, ending_wdl| {
            let start: Position = fen.parse().unwrap();
            let mv = start.parse_uci("e1d1").unwrap();
            let (moves, opening) = (vec![ScoredMove::new(mv, Score::DRAW)], Vec::new());
            let game = RecordedGame { start, opening, moves, result: GameResult::Win(Color::White) };
            let filter = Filter { first_ply: 0, ..Filter::default() };
            let recipe = synthetic::recipe(Architecture::new(32, 8).unwrap());
            let mut samples = Vec::new();
            Loader::new(&Recipe { ending_wdl, filter, ..recipe }, None, 1).add_game(&game, &mut samples);
            samples[0].target(0.0)
        };
        let (three, thirteen) = ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/ppp5/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
        let many = "4k3/pppppppp/nn6/8/8/8/PPPPPPPP/4K3 w - - 0 1";
        assert!((target(three, 0.0) - 0.5).abs() < 1e-6);
        assert!((target(three, 0.8) - 0.9).abs() < 1e-6);
        assert!((target(thirteen, 0.8) - 0.7).abs() < 1e-6, "half of the weight");
        assert!((target(many, 0.8) - 0.5).abs() < 1e-6);
    }

    /// The same position for either side.
    #[test]
    fn samples_are_seen_from_the_side_to_move() {
        let game = |fen: &str, mv: &str, score, result| {
            let start: Position = fen.parse().unwrap();
            let mv = start.parse_uci(mv).unwrap();
            let moves = vec![ScoredMove::new(mv, Score::cp(score))];
            RecordedGame { start, opening: Vec::new(), moves, result }
        };
        let white = game("4k3/8/8/8/4P3/8/P7/4K3 w - - 0 1", "e1d1", 400, GameResult::Win(Color::White));
        let black = game("4k3/p7/8/4p3/8/8/8/4K3 b - - 0 1", "e8d8", -400, GameResult::Win(Color::Black));
        let recipe = synthetic::recipe(Architecture::new(32, 8).unwrap());
        let arch = recipe.arch().unwrap();
        let filter = Filter { first_ply: 0, ..Filter::default() };
        let loader = Loader::new(&Recipe { filter, ..recipe }, None, 1);
        let parameters = Parameters::random(arch, &mut SplitMix64::new(6));
        for game in [white, black] {
            let mut samples = Vec::new();
            loader.add_game(&game, &mut samples);
            assert!((samples[0].target(1.0) - 1.0).abs() < 1e-6);
            assert!((samples[0].target(0.0) - 0.731_058_6).abs() < 1e-6);
            let expected = parameters.forward(game.start.board(), game.start.turn());
            Workspace::new(Model::from(&parameters).layout()).judge(
                &Model::from(&parameters),
                &samples,
                &[0],
                0.5,
                |output| assert!((output - expected).abs() < 1e-5, "{output}, expected {expected}"),
            );
        }
    }
}
