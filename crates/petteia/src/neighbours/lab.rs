//! `petteia neighbours lab`: what each part of the search saves.

use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use clap::Args;
use neighbours::search::{Limits, Search, Searcher};
use neighbours::tables::Tables;
use neighbours::thesis::{Algorithm, Parts, ThesisSearcher};
use neighbours::{Game, Position, Weights, bench, perft};

/// Count the nodes that each way of searching needs.
///
/// Minimax is counted, not searched: it visits every position of the tree. The searches deepen
/// iteratively from an empty table of a million entries, and the nodes of all iterations count.
#[derive(Args, Debug)]
pub struct LabArgs {
    /// Least depth
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=12))]
    from: u8,
    /// Greatest depth
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=12))]
    to: u8,
    /// Number of positions: the start, and positions of the agent's own games
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=21))]
    positions: u8,
    /// Give up a search after so many million nodes
    #[arg(long, value_name = "MILLIONS", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    most: u64,
}

/// Makes a search.
type Make = fn() -> anyhow::Result<Box<dyn Search>>;

/// The ways of searching, by their names.
const WAYS: [(&str, Make); 9] = [
    ("alpha-beta", || thesis(Algorithm::AlphaBeta, false, false)),
    ("alpha-beta, table", || thesis(Algorithm::AlphaBeta, true, false)),
    ("alpha-beta, table, ordering", || thesis(Algorithm::AlphaBeta, true, true)),
    ("PVS", || thesis(Algorithm::Pvs, false, false)),
    ("PVS, table", || thesis(Algorithm::Pvs, true, false)),
    ("PVS, table, ordering: thesis", || thesis(Algorithm::Pvs, true, true)),
    ("agent without reductions", || Ok(Box::new(agent()?.without_reductions()))),
    ("agent", || Ok(Box::new(agent()?))),
    ("agent with endgame tables", || Ok(Box::new(agent()?.with_tables(Tables::embedded())))),
];

fn thesis(algorithm: Algorithm, table: bool, ordering: bool) -> anyhow::Result<Box<dyn Search>> {
    let parts = Parts { algorithm, table, ordering };
    Ok(Box::new(ThesisSearcher::new(&Weights::default(), Searcher::ENTRIES, parts, 1)?))
}

fn agent() -> anyhow::Result<Searcher> {
    Ok(Searcher::new(&Weights::default(), Searcher::ENTRIES, 1)?)
}

pub fn run(args: &LabArgs) -> anyhow::Result<()> {
    let positions: Vec<Position> = bench::positions().into_iter().take(args.positions.into()).collect();
    let counts = Counts::of(&positions, args.from..=args.to, args.most * 1_000_000)?;
    print!("{}", counts.text());
    Ok(())
}

/// Nodes by way of searching and depth.
pub struct Counts {
    depths: RangeInclusive<u8>,
    rows: Vec<(&'static str, Vec<Option<u64>>)>,
}

impl Counts {
    /// The counts from the start of the game, as far as half a billion nodes suffice.
    pub fn of_start(depths: RangeInclusive<u8>) -> anyhow::Result<Self> {
        Self::of(&[Position::default()], depths, 500_000_000)
    }

    fn of(positions: &[Position], depths: RangeInclusive<u8>, most: u64) -> anyhow::Result<Self> {
        let mut rows = Vec::new();
        for (name, make) in WAYS {
            let counts = depths.clone().map(|depth| count(make, positions, depth, most));
            rows.push((name, counts.collect::<anyhow::Result<Vec<_>>>()?));
        }
        // The longest count comes last.
        let tree = |depth: u8| {
            let count = |position: &Position| -> u64 {
                (0..=u32::from(depth)).map(|plies| perft(&mut position.clone(), plies)).sum()
            };
            Some(positions.iter().map(count).sum::<u64>())
        };
        rows.push(("minimax", depths.clone().map(tree).collect()));
        Ok(Self { depths, rows })
    }

    fn text(&self) -> String {
        let depths = self.depths.clone().map(|depth| depth.to_string()).collect();
        let rows = self.rows.iter().map(|(name, counts)| (*name, cells(counts)));
        let line = |(name, cells): (&str, Vec<String>)| {
            let cells: Vec<String> = cells.iter().map(|cell| format!(" {cell:>13}")).collect();
            format!("{name:<29}{}\n", cells.concat())
        };
        std::iter::once(("nodes to depth", depths)).chain(rows).map(line).collect()
    }

    /// The counts as a table of a document.
    pub fn markdown(&self) -> String {
        let depths: Vec<String> = self.depths.clone().map(|depth| depth.to_string()).collect();
        let row = |name: &str, cells: &[String]| format!("| {name} | {} |\n", cells.join(" | "));
        let rule = vec!["---:".to_owned(); depths.len()];
        let head = row("nodes to depth", &depths) + &row("---", &rule);
        let rows = self.rows.iter().map(|(name, counts)| row(name, &cells(counts)));
        std::iter::once(head).chain(rows).collect()
    }
}

fn cells(counts: &[Option<u64>]) -> Vec<String> {
    counts.iter().map(|count| count.map_or("-".to_owned(), |nodes| nodes.to_string())).collect()
}

/// The nodes of a way of searching, unless there are too many.
fn count(make: Make, positions: &[Position], depth: u8, most: u64) -> anyhow::Result<Option<u64>> {
    let mut searcher = make()?;
    let limits = Limits { nodes: Some(most), ..Limits::depth(depth) };
    let mut sum = 0;
    for position in positions {
        searcher.clear();
        let game = Game::new(position.clone());
        let report = searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| ());
        if report.nodes >= most {
            return Ok(None);
        }
        sum += report.nodes;
    }
    Ok(Some(sum))
}
