//! One game of the learner against its opponent.

use std::sync::atomic::AtomicBool;

use gamekit::{Color, GameResult, SplitMix64};

use super::{Config, Target};
use crate::features::{Features, Observation};
use crate::search::{Limits, Report, Searcher};
use crate::{Game, Move, Weights};

/// A move of the learner: the features before it, the features at its next turn, and the reward in
/// between.
#[derive(Clone, PartialEq, Debug)]
pub struct Transition {
    /// The position before the move.
    pub features: Features,
    /// The position after the move and the reply; nothing when the game ended.
    pub next: Option<Features>,
    /// 1 for a win, -1 for a loss, else 0.
    pub reward: f64,
}

/// A finished game.
pub(super) struct PlayedGame {
    pub result: GameResult,
    pub learner: Color,
}

/// A search at learning depth sees a few hundred positions.
const TABLE_ENTRIES: usize = 3000;

/// A side in the game.
struct Player<'a> {
    searcher: Searcher,
    config: &'a Config,
}

impl<'a> Player<'a> {
    fn new(config: &'a Config, weights: &Weights) -> Self {
        let searcher = Searcher::new(weights, TABLE_ENTRIES, 1).expect("enough memory");
        Self { searcher, config }
    }

    /// Goes on with other weights, if there are any.
    fn change(&mut self, weights: Option<Weights>) {
        if let Some(weights) = weights {
            *self = Self::new(self.config, &weights);
        }
    }

    fn think(&self, game: &Game, depth: u8) -> Report {
        self.searcher.search(game, &Limits::depth(depth), &AtomicBool::new(false), |_| ())
    }

    fn choose(&self, game: &Game) -> Move {
        self.think(game, self.config.depth).best().expect("the game is not over")
    }
}

/// Plays the game with this number; even numbers have the learner play White. `learn` receives each
/// transition as soon as it is known, and may give the learner new weights.
pub(super) fn play(
    config: &Config,
    number: u32,
    learner: &Weights,
    opponent: &Weights,
    mut learn: impl FnMut(&Transition) -> Option<Weights>,
) -> PlayedGame {
    let color = Color::ALL[number as usize % 2];
    let (mut learner, opponent) = (Player::new(config, learner), Player::new(config, opponent));
    // Each game has random numbers of its own, so games can be played in any order.
    let mut rng = SplitMix64::new(SplitMix64::new(config.seed).next_u64() ^ u64::from(number));
    let randomness = config.randomness_in(number);
    let mut game = Game::default();
    // The learner's last position, while the reply to its move is not known.
    let mut open: Option<Features> = None;
    while game.end().is_none() {
        let mv = if game.position().turn() == color {
            if let Some(features) = open.take() {
                let next = Some(observe(config, &game));
                learner.change(learn(&Transition { features, next, reward: 0.0 }));
            }
            let report = learner.think(&game, config.depth);
            let mv = report.best().expect("the game is not over");
            match config.target {
                Target::BestReply => {
                    let transition = after_best_reply(config, &learner, &game, &report);
                    learner.change(learn(&transition));
                }
                Target::ActualReply => open = Some(observe(config, &game)),
            }
            mv
        } else if rng.next_f64() < randomness {
            game.position().random_move(&mut rng).expect("the game is not over")
        } else {
            opponent.choose(&game)
        };
        game.play(mv).expect("players make legal moves");
    }
    let result = game.end().expect("the game is over").result();
    if let Some(features) = open {
        learn(&Transition { features, next: None, reward: reward(result, color) });
    }
    PlayedGame { result, learner: color }
}

/// Whether the learner wins two games without random moves, one with each color.
pub(super) fn wins_both(config: &Config, learner: &Weights, opponent: &Weights) -> bool {
    Color::ALL.into_iter().all(|color| {
        let (learner, opponent) = (Player::new(config, learner), Player::new(config, opponent));
        let mut game = Game::default();
        let end = loop {
            if let Some(end) = game.end() {
                break end;
            }
            let player = if game.position().turn() == color { &learner } else { &opponent };
            game.play(player.choose(&game)).expect("players make legal moves");
        };
        end.result() == GameResult::Win(color)
    })
}

/// The reward of a game that ended like this, for one of its sides.
pub(super) fn reward(result: GameResult, color: Color) -> f64 {
    match result {
        GameResult::Draw => 0.0,
        GameResult::Win(winner) if winner == color => 1.0,
        GameResult::Win(_) => -1.0,
    }
}

fn observe(config: &Config, game: &Game) -> Features {
    config.set.values(&Observation::of(game.position()))
}

/// The transition to the position that the learner's search expects after its move and the best
/// reply.
fn after_best_reply(config: &Config, learner: &Player, game: &Game, report: &Report) -> Transition {
    let color = game.position().turn();
    let features = observe(config, game);
    let mut ahead = game.clone();
    let expected = report.lines.first().map(|(_, line)| line.as_slice()).unwrap_or_default();
    for ply in 0..2 {
        let mv = match expected.get(ply) {
            Some(&mv) => mv,
            // The line was cut short: search again from there.
            None => learner.think(&ahead, config.depth.saturating_sub(1).max(1)).best().expect("not over"),
        };
        ahead.play(mv).expect("the search plays legal moves");
        if let Some(end) = ahead.end() {
            return Transition { features, next: None, reward: reward(end.result(), color) };
        }
    }
    Transition { features, next: Some(observe(config, &ahead)), reward: 0.0 }
}
