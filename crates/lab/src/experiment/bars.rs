//! Matches: one profile against another, won, drawn and lost.
//!
//! Each match lives in a file of the folder of the experiment and goes on where it was left.

use std::fmt;
use std::path::Path;

use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::ledger::Ledger;
use arena::openings::{OpeningSource, Order};
use arena::runner::Finished;
use arena::spectator::Spectator;
use arena::standings::Encounter;
use arena::tournament::{Ending, Tournament};
use gamekit::Tally;
use plot::{Bar, Bars};

use super::{Experiment, ExperimentError, Findings, Settings, Table, Thinking};

/// Madrid's five bars.
pub const MADRID: Experiment = Experiment {
    name: "madrid",
    about: "Each improvement of Madrid's engine against the basic one, won, drawn and lost, over fifty openings \
            with both colors.",
    original: "100 games each at 4 seconds a move: table 46-22-32, + PEXT 64-14-22, + safety and mobility 62-8-30, \
               PEXT + young brothers 32-5-63, table + PEXT + late move reductions 48-15-37. Its source probes the \
               table at the root only and joins all threads at every node; here both are done properly, so more \
               should be gained.",
    run: |settings| run(settings, &MADRID_BARS),
};

/// The proposal of Athens and of the Ukrainian coursework.
pub const HYBRID: Experiment = Experiment {
    name: "hybrid",
    about: "The classical evaluation where material is unbalanced or captures are on the board, the net elsewhere: \
            against the net alone. And the net against the classical evaluation alone.",
    original: "Athens and the Ukrainian coursework propose it and give no figure.",
    run: |settings| run(settings, &HYBRID_BARS),
};

/// A match and what the original found.
struct Encountered {
    first: &'static str,
    second: &'static str,
    original: Option<[u64; 3]>,
}

const fn madrid(first: &'static str, original: [u64; 3]) -> Encountered {
    Encountered { first, second: "basic", original: Some(original) }
}

static MADRID_BARS: [Encountered; 5] = [
    madrid("madrid-tt", [46, 22, 32]),
    madrid("madrid-pext", [64, 14, 22]),
    madrid("madrid-safety", [62, 8, 30]),
    madrid("madrid-ybwc", [32, 5, 63]),
    madrid("madrid-lmr", [48, 15, 37]),
];

static HYBRID_BARS: [Encountered; 2] = [
    Encountered { first: "athens-hybrid", second: "athens", original: None },
    Encountered { first: "athens", second: "athens-classical", original: None },
];

fn run(settings: &Settings<'_>, bars: &[Encountered]) -> Result<Findings, ExperimentError> {
    let columns = ["match", "games", "won-drawn-lost", "Elo", "original"];
    let mut table = Table::new(&format!("First against second, {}", thinking(settings)), columns);
    let mut chart = Bars::new("Won, drawn, lost", ["won", "drawn", "lost"]);
    for bar in bars {
        let name = format!("{} - {}", bar.first, bar.second);
        (settings.tell)(&name);
        let encounter = play(settings, bar)?;
        let Tally { wins, draws, losses } = encounter.tally;
        let original =
            bar.original.map_or("-".to_owned(), |[won, drawn, lost]| format!("{won}-{drawn}-{lost}"));
        table.push([
            name.clone(),
            encounter.tally.games().to_string(),
            format!("{wins}-{draws}-{losses}"),
            encounter.sample().elo().to_string(),
            original,
        ]);
        chart = chart.bar(Bar::new(&name, [wins, draws, losses]));
        if let Some(original) = bar.original {
            chart = chart.bar(Bar::new("  original", original));
        }
    }
    let mut notes = vec!["Elo with its 95 % interval, from pairs of games.".to_owned()];
    if matches!(settings.thinking, Thinking::Nodes(_)) {
        notes.push(
            "With a fixed number of nodes speed is worth nothing: PEXT gains nothing over the table alone, an \
             evaluation that costs time costs nothing, and threads only share the nodes."
                .to_owned(),
        );
    }
    Ok(Findings { tables: vec![table], chart: Some(chart.to_string()), notes })
}

fn thinking(settings: &Settings<'_>) -> String {
    match settings.thinking {
        Thinking::Time(time) => format!("{} ms a move", time.as_millis()),
        Thinking::Nodes(nodes) => format!("{nodes} nodes a move"),
    }
}

fn play(settings: &Settings<'_>, bar: &Encountered) -> Result<Encounter, ExperimentError> {
    let results = settings.folder.join(format!("{}-{}.sqlite", bar.first, bar.second));
    let mut tournament = if results.exists() {
        Tournament::resume(&results, |config| config.games = settings.games, settings.interrupt)?
    } else {
        Tournament::create(config(settings, bar), &results, settings.interrupt)?
    };
    match tournament.run(settings.interrupt, &Teller(settings.tell))? {
        Ending::Interrupted => Err(ExperimentError::Interrupted),
        Ending::Complete | Ending::Decided => Ok(tournament.ledger().standings().encounter(0, 1)),
    }
}

fn config(settings: &Settings<'_>, bar: &Encountered) -> MatchConfig {
    let engine = |profile: &str| EngineSpec {
        name: profile.to_owned(),
        cmd: settings.program.to_string_lossy().into_owned(),
        args: ["lab", "uci", profile].map(str::to_owned).into(),
        options: net_option(settings.net.as_deref(), profile).into_iter().collect(),
        ..EngineSpec::default()
    };
    let openings = settings.folder.join("openings.epd");
    let mut config = MatchConfig {
        games: settings.games,
        concurrency: settings.concurrency,
        margin: 2000,
        openings: Some(OpeningSource { file: openings, order: Order::Sequential, seed: 0, plies: None }),
        engines: vec![engine(bar.first), engine(bar.second)],
        ..MatchConfig::default()
    };
    config.adjudication.maxmoves = Some(if settings.quick { 10 } else { 200 });
    match settings.thinking {
        Thinking::Time(time) => config.movetime = Some(time.as_millis() as u64),
        Thinking::Nodes(nodes) => config.nodes = Some(nodes),
    }
    config
}

/// The net of the experiment, for the profiles that take one.
fn net_option(net: Option<&Path>, profile: &str) -> Option<(String, String)> {
    let takes_one = matches!(profile, "athens" | "athens-hybrid");
    net.filter(|_| takes_one).map(|net| ("EvalFile".to_owned(), net.display().to_string()))
}

/// Tells about every game.
struct Teller<'a>(&'a (dyn Fn(&str) + Sync));

impl fmt::Debug for Teller<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Teller")
    }
}

impl Spectator for Teller<'_> {
    fn count(&self, ledger: &Ledger, game: &Finished) {
        (self.0)(&arena::report::game_line(ledger, game));
    }
}
