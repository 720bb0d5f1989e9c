//! Games of the engine against itself.
//!
//! A game is a function of the recipe and its number. So a file of games can be continued with any
//! number of threads, and several machines can share the work.

mod player;
mod recipe;
mod referee;

pub use player::Player;
pub use recipe::Recipe;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use gamekit::table::TableError;

use crate::data::RecordedGame;

/// Plays the games with these numbers until `stop` is set; `take` is called with each, in order.
pub fn play_games<E: From<TableError>>(
    recipe: &Recipe,
    numbers: std::ops::Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    mut take: impl FnMut(RecordedGame) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(numbers.start);
    let players = (0..threads.max(1)).map(|_| Player::new(recipe)).collect::<Result<Vec<_>, _>>()?;
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut player in players {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || {
                while !stop.load(Relaxed) {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= numbers.end || sender.send((number, player.play(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);

        // Games do not end in the order in which they start.
        let mut waiting = BTreeMap::new();
        let mut due = numbers.start;
        for (number, game) in receiver {
            waiting.insert(number, game);
            while let Some(game) = waiting.remove(&due) {
                if let Err(error) = take(game) {
                    stop.store(true, Relaxed);
                    return Err(error);
                }
                due += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    use engine::exchange;
    use gamekit::Shard;
    use syzygy::Tables;

    use super::*;
    use crate::data::Sibling;

    fn quick() -> Recipe {
        Recipe { nodes: 60, ..Recipe::default() }
    }

    fn games(recipe: &Recipe, numbers: std::ops::Range<u64>, threads: usize) -> Vec<RecordedGame> {
        let mut games = Vec::new();
        let stop = AtomicBool::new(false);
        let take = |game| {
            games.push(game);
            Ok::<(), TableError>(())
        };
        play_games(recipe, numbers, threads, &stop, take).unwrap();
        games
    }

    #[test]
    fn games_do_not_depend_on_threads_or_where_a_file_is_continued() {
        let alone = games(&quick(), 0..6, 1);
        assert_eq!(games(&quick(), 0..6, 3), alone);
        assert_eq!(games(&quick(), 2..6, 2), alone[2..], "continued where a file ended");
        let openings: Vec<_> = alone.iter().map(|game| game.opening_position().to_string()).collect();
        assert!((1..6).all(|number| !openings[..number].contains(&openings[number])), "{openings:?}");
    }

    #[test]
    fn siblings_do_not_depend_on_threads_or_where_a_file_is_continued() {
        let recipe = Recipe { siblings: true, ..quick() };
        let alone = games(&recipe, 0..4, 1);
        assert_eq!(games(&recipe, 0..4, 2), alone);
        assert_eq!(games(&recipe, 2..4, 1), alone[2..], "continued where a file ended");
        for game in &alone {
            let tried = game.moves.iter().enumerate().filter(|(_, scored)| scored.sibling.is_some());
            assert!(tried.clone().count() > game.moves.len() / 6);
            for (index, scored) in tried {
                assert!(index % 2 == 0 && scored.sibling.is_some_and(|sibling| sibling.mv != scored.mv));
            }
            assert!(game.siblings().all(|moment| !moment.position.in_check()));
            let are_sound = game.moments().zip(&game.moves).all(|(moment, scored)| {
                let is_sound = |sibling: Sibling| exchange::wins_at_least(&moment.position, sibling.mv, 0);
                scored.sibling.is_none_or(is_sound)
            });
            assert!(are_sound, "a sibling gives material away");
        }
    }

    #[test]
    fn shards_share_the_games() {
        let shards = [0, 1, 2].map(|index| {
            let recipe = Recipe { shard: Shard { index, of: 3 }, ..quick() };
            games(&recipe, 0..2, 1)
        });
        let all = games(&quick(), 0..6, 2);
        for (number, game) in all.iter().enumerate() {
            assert_eq!(shards[number % 3][number / 3], *game);
        }
    }

    #[test]
    #[ignore = "needs ../shared (see make test-shared)"]
    fn games_end_where_shared_tables_know_the_result() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
        let folder = env::var_os("PETTEIA_SHARED").map_or(root, PathBuf::from).join("syzygy");
        let tables = Arc::new(Tables::open([folder]).unwrap());
        let mut known = 0;
        for game in games(&Recipe { tables: tables.clone(), ..quick() }, 0..40, 2) {
            assert!(game.moments().all(|moment| tables.judge(&moment.position).is_none()));
            let last = game.last_position();
            if let Some(result) = tables.judge(&last) {
                assert_eq!(game.result.winner(), result.winner(last.turn()));
                known += 1;
            }
        }
        assert!(known > 0);
    }

    #[test]
    fn games_are_legal_and_end_as_they_say() {
        for game in games(&quick(), 20..26, 2) {
            assert!(game.opening.len() >= 8 && !game.moves.is_empty());
            if let Some(outcome) = game.last_position().outcome() {
                assert_eq!(game.result, outcome.result());
            }
        }
    }
}
