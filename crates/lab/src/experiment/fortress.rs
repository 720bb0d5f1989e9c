//! Two pawn endings that a table solves.

use chess::{Game, Position};
use engine::{Limits, SearchInfo, Stop};

use super::{Experiment, ExperimentError, Findings, Settings, Table};
use crate::player::{Player, Profile};

pub const EXPERIMENT: Experiment = Experiment {
    name: "fortress",
    about: "Two pawn endings that a long march of the king wins, with and without a transposition table. Blocked \
            pawns leave so few positions that a table holds them all.",
    original: "Madrid shows the positions and gives no figure.",
    run,
};

const ENDINGS: [(&str, &str); 2] = [
    ("Lasker and Reichhelm 1901", "8/2k5/3p4/p2P1p2/P2P1P2/8/8/2K5 w - - 0 1"),
    ("Fine 70", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"),
];
/// What the win has to be worth to count as seen, in centipawns: White is a pawn up from the start.
const SEEN: i32 = 300;

fn run(settings: &Settings<'_>) -> Result<Findings, ExperimentError> {
    let most_nodes = if settings.quick { 30_000 } else { 20_000_000 };
    let with = *Profile::named("madrid-pext").expect("the profile is listed");
    let without = Profile { table: None, ..with };
    let title = format!("Until the win is seen and not lost again, at most {most_nodes} nodes");
    let mut table = Table::new(&title, ["ending", "table", "depth", "nodes", "ms", "depth reached"]);
    for (name, fen) in ENDINGS {
        for (profile, size) in [(without, "none"), (with, "64 MB")] {
            (settings.tell)(&format!("{name}, table: {size}"));
            let infos = watch(profile, fen, most_nodes)?;
            let reached = infos.last().map_or(0, |info| info.depth).to_string();
            let found = seen_and_kept(&infos);
            let cell = |of: fn(&SearchInfo) -> u64| found.map_or("-".to_owned(), |info| of(info).to_string());
            table.push([
                name.to_owned(),
                size.to_owned(),
                cell(|info| info.depth.into()),
                cell(|info| info.nodes),
                cell(|info| info.time.as_millis() as u64),
                reached,
            ]);
        }
    }
    let notes = vec![format!("The win is seen when the score is {} pawns or more.", f64::from(SEEN) / 100.0)];
    Ok(Findings { tables: vec![table], chart: None, notes })
}

/// What a search tells.
fn watch(profile: Profile, fen: &str, most_nodes: u64) -> Result<Vec<SearchInfo>, ExperimentError> {
    let position: Position = fen.parse().expect("the endings are legal");
    let limits = Limits { depth: Some(40), nodes: Some(most_nodes), ..Limits::default() };
    let mut infos = Vec::new();
    let mut player = Player::new(profile)?;
    player.search(&Game::new(position), &limits, &Stop::default(), |info| infos.push(info.clone()));
    Ok(infos)
}

/// The first iteration from which on all see the win.
fn seen_and_kept(infos: &[SearchInfo]) -> Option<&SearchInfo> {
    infos.iter().rev().take_while(|info| info.score.raw() >= SEEN).last()
}
