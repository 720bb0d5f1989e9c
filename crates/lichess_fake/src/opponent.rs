//! Opponents that move by themselves.

use std::sync::Arc;
use std::time::Duration;

use chess::{Game, Move};
use engine::{Engine, Limits, Stop};
use gamekit::SplitMix64;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use crate::house::House;
use crate::terms::Opponent;

/// Answers in a game if it is the opponent's turn.
pub fn wake(house: &Arc<House>, id: &str) {
    let Some((game, opponent)) = house.opponent_to_move(id) else { return };
    let (house, id) = (Arc::clone(house), id.to_owned());
    tokio::spawn(async move {
        let mut rng = SplitMix64::new(game.position().key().bits());
        let mv = match opponent {
            Opponent::ByHand => return,
            Opponent::Random(seed) => {
                let moves = game.position().legal_moves();
                let mut rng = SplitMix64::new(rng.next_u64() ^ seed);
                moves.get(rng.below(moves.len())).copied()
            }
            Opponent::Search { nodes, pause } => {
                sleep(Duration::from_millis(rng.next_u64() % (pause + 1))).await;
                spawn_blocking(move || searched(&game, nodes)).await.expect("a search")
            }
        };
        if let Some(mv) = mv {
            // The game may be over by now.
            let _ = house.play_opponent(&id, &mv.to_string());
        }
    });
}

fn searched(game: &Game, nodes: u64) -> Option<Move> {
    let mut engine = Engine::new(1).expect("a megabyte");
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.search(game, &limits, &Stop::default(), |_| ()).best
}
