//! A game of the network against itself.

use std::sync::Arc;

use gamekit::{Color, GameResult, SplitMix64};
use neighbours::{Game, Move};
use policy::Net;

use super::Config;
use super::replay::Sample;
use crate::{Judge, Limits, Line, NeighboursGame, Noise, Priors, Searcher, Settings};

/// A tree of one move fits many times.
const MEGABYTES: usize = 1;

/// The positions of the game with this number, each with the visits of its search and the result.
pub fn play(net: &Arc<Net>, config: &Config, number: u64) -> Vec<Sample> {
    let mut rng = SplitMix64::new(SplitMix64::new(config.seed).next_u64() ^ number);
    let noise = Noise { alpha: config.noise_alpha, share: config.noise_share };
    let settings = Settings { priors: Priors::Policy, noise: Some(noise), ..Settings::puct() };
    let mut searcher = Searcher::new(MEGABYTES, settings).expect("there is a megabyte");
    let limits = Limits::simulations(config.simulations);
    let mut game = Game::default();
    let mut samples: Vec<(Color, Sample)> = Vec::new();
    while game.end().is_none() {
        searcher.set_seed(rng.next_u64());
        let root = NeighboursGame::new(&game, Judge::Net(Arc::clone(net)));
        let report = searcher.search(&root, &limits, || false, |_| ());
        let position = game.position();
        samples.push((position.turn(), Sample::new(position, &shares(&report.lines))));
        let temperature = if game.plies() < config.exploring_plies { 1.0 } else { 0.0 };
        let mv = report.draw(temperature, &mut rng).expect("the game is not over");
        game.play(mv).expect("a legal move");
    }
    let result = game.end().map_or(GameResult::Draw, neighbours::End::result);
    let value = |turn: Color| match result {
        GameResult::Draw => 0,
        GameResult::Win(winner) => {
            if winner == turn {
                1
            } else {
                -1
            }
        }
    };
    samples.into_iter().map(|(turn, sample)| sample.with_value(value(turn))).collect()
}

/// How often each move was visited; where the result is proved, the best move and no other.
fn shares(lines: &[Line<Move>]) -> Vec<(Move, f32)> {
    let total: u32 = lines.iter().map(|line| line.visits).sum();
    let is_proved = lines.first().is_some_and(|line| line.proof.is_some()) || total == 0;
    let share = |(index, line): (usize, &Line<Move>)| {
        let share =
            if is_proved { f32::from(u8::from(index == 0)) } else { line.visits as f32 / total as f32 };
        (line.moves[0], share)
    };
    lines.iter().enumerate().map(share).collect()
}
