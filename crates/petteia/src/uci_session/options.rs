//! The options that a GUI can set, each declared once in [`OPTIONS`].

use std::fs::File;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chess::polyglot::{Book, BookError, BookMove};
use chess::{Move, Position, UciStyle};
use engine::eval::{Choice, Evaluator};
use engine::{LEAST_ELO, Level, MOST_ELO, Settings, techniques, tunables};
use gamekit::SplitMix64;
use mcts::{ArenaError, ChessPlayer, MemoryError, Method};
use nnue::Net;
use syzygy::Tables;
use thiserror::Error;
use uci::{OptionKind, OptionSpec, SetOption};

/// The range of `Hash`, in megabytes.
const HASH: RangeInclusive<i64> = 1..=1 << 25;

/// The range of `UCI_Elo`.
const ELO: RangeInclusive<i64> = LEAST_ELO as i64..=MOST_ELO as i64;

/// The value of `EvalFile` that means the built-in net.
const BUILT_IN: &str = "<default>";

/// Why an option was not set; nothing has changed.
#[derive(Debug, Error)]
pub enum OptionError {
    #[error("unknown option {0:?}; uci lists them")]
    Unknown(String),
    #[error("bad value {value:?} for {name}; expected {expected}")]
    Value { name: &'static str, value: String, expected: String },
    #[error("not set")]
    Memory(#[source] MemoryError),
    #[error("book {path:?}")]
    Book { path: String, source: BookError },
    #[error("the net stays as it was: {path:?}")]
    Net { path: String, source: nnue::OpenError },
    #[error(transparent)]
    Tables(#[from] syzygy::OpenError),
}

/// A note for the GUI, if there is anything to say about an option that was set.
type Outcome = Result<Option<String>, OptionError>;

/// The type of an option, and what setting it does.
enum Kind {
    Hash,
    Evaluator,
    Searcher,
    Check(fn(&mut Options, bool)),
    Spin(i64, RangeInclusive<i64>, fn(&mut Options, i64)),
    Button(fn(&mut ChessPlayer)),
    Text(&'static str, fn(&mut Options, &mut ChessPlayer, &str) -> Outcome),
}

/// All options but the tunables, which [`tunables`] declares.
static OPTIONS: &[(&str, Kind)] = &[
    ("Hash", Kind::Hash),
    ("Clear Hash", Kind::Button(ChessPlayer::new_game)),
    ("Threads", Kind::Spin(1, 1..=1024, |options, threads| options.settings.threads = threads as usize)),
    ("MultiPV", Kind::Spin(1, 1..=256, |options, lines| options.settings.lines = lines as usize)),
    // The GUI decides when to ponder.
    ("Ponder", Kind::Check(|_, _| ())),
    (
        "Move Overhead",
        Kind::Spin(10, 0..=5000, |options, millis| {
            options.settings.move_overhead = Duration::from_millis(millis as u64);
        }),
    ),
    ("SyzygyPath", Kind::Text("", set_tables)),
    ("UCI_Chess960", Kind::Check(|options, on| options.style = UciStyle::of(on))),
    ("UCI_ShowWDL", Kind::Check(|options, on| options.show_wdl = on)),
    // Analysis and play are the same search.
    ("UCI_AnalyseMode", Kind::Check(|_, _| ())),
    ("UCI_LimitStrength", Kind::Check(|options, on| options.set_level(on, options.elo))),
    ("UCI_Elo", Kind::Spin(*ELO.end(), ELO, |options, elo| options.set_level(options.limit_strength, elo))),
    ("UCI_EngineAbout", Kind::Text("Petteia, free software under the GPL", |_, _, _| Ok(None))),
    ("OwnBook", Kind::Check(|options, on| options.own_book = on)),
    ("Book File", Kind::Text("", Options::set_book)),
    ("Searcher", Kind::Searcher),
    ("Evaluator", Kind::Evaluator),
    ("EvalFile", Kind::Text(BUILT_IN, Options::set_net)),
];

/// The values of the options.
pub struct Options {
    /// What the engine plays with.
    pub settings: Settings,
    /// How castling is written.
    pub style: UciStyle,
    /// Whether chances are shown with scores.
    pub show_wdl: bool,
    own_book: bool,
    book: Option<Book<File>>,
    limit_strength: bool,
    elo: i64,
    /// The evaluator that was chosen; by default a net plays if there is one.
    evaluator: Option<Choice>,
    net: Option<Arc<Net>>,
    rng: SplitMix64,
}

impl Options {
    /// The defaults, with the engine's own settings.
    pub fn new(settings: Settings) -> Self {
        let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let net = if let Evaluator::Nnue(net) = &settings.evaluator { Some(Arc::clone(net)) } else { None };
        Self {
            settings,
            style: UciStyle::Standard,
            show_wdl: false,
            own_book: false,
            book: None,
            limit_strength: false,
            elo: *ELO.end(),
            evaluator: None,
            net,
            rng: SplitMix64::new(clock.as_nanos() as u64),
        }
    }

    /// A move from the opening book, drawn by the weights there.
    pub fn book_move(&mut self, position: &Position) -> Option<Move> {
        let book = self.book.as_mut().filter(|_| self.own_book)?;
        BookMove::draw(&book.moves(position).ok()?, &mut self.rng)
    }

    /// All options with their default values.
    pub fn all() -> impl Iterator<Item = OptionSpec> {
        let spec = |name: &str, kind| OptionSpec { name: name.to_owned(), kind };
        let tunables = tunables::ALL.iter().map(move |tunable| {
            let [default, min, max] = [tunable.default, tunable.min, tunable.max].map(i64::from);
            spec(tunable.name, OptionKind::Spin { default, min, max })
        });
        let techniques = techniques::ALL
            .iter()
            .map(move |name| spec(&format!("Use {name}"), OptionKind::Check { default: true }));
        OPTIONS
            .iter()
            .map(move |(name, kind)| spec(name, kind.shown()))
            .chain(tunables.chain(techniques).filter(|_| tunables::CAN_CHANGE))
    }

    /// Sets an option of this session or of the engine.
    pub fn set(&mut self, engine: &mut ChessPlayer, option: &SetOption) -> Outcome {
        // GUIs write the empty text in two ways.
        let value = option.value.as_deref().filter(|&value| value != "<empty>").unwrap_or("");
        if let Some((name, kind)) = OPTIONS.iter().find(|(name, _)| option.is(name)) {
            let note = kind.set(name, value, self, engine)?;
            engine.set_settings(self.settings.clone()).map_err(no_memory)?;
            return Ok(note);
        }
        if let Some(tunable) = tunables::ALL.iter().find(|tunable| option.is(tunable.name))
            && tunables::CAN_CHANGE
        {
            let range = tunable.min.into()..=tunable.max.into();
            tunables::set(tunable.name, number(tunable.name, value, &range)? as i32);
            return Ok(None);
        }
        if let Some(name) = techniques::ALL.iter().find(|name| option.is(&format!("Use {name}")))
            && tunables::CAN_CHANGE
        {
            techniques::set(name, check(name, value)?);
            return Ok(None);
        }
        Err(OptionError::Unknown(option.name.clone()))
    }

    fn set_book(&mut self, _: &mut ChessPlayer, path: &str) -> Outcome {
        let open = || Book::open(path).map_err(|source| OptionError::Book { path: path.to_owned(), source });
        self.book = if path.is_empty() { None } else { Some(open()?) };
        Ok(None)
    }

    /// Uses the net of a file, or the built-in one.
    fn set_net(&mut self, _: &mut ChessPlayer, path: &str) -> Outcome {
        if path.is_empty() || path == BUILT_IN {
            self.net = Net::embedded().map(Arc::new);
            return Ok(self.set_evaluator());
        }
        let net = Net::open(path).map_err(|source| OptionError::Net { path: path.to_owned(), source })?;
        let note = format!("net {net:?}");
        self.net = Some(Arc::new(net));
        self.set_evaluator();
        Ok(Some(note))
    }

    /// Uses the evaluator that was chosen; the note says if a net is missing for it.
    fn set_evaluator(&mut self) -> Option<String> {
        let chosen = self.evaluator.unwrap_or(Choice::Nnue).evaluator(self.net.as_ref());
        let note = (chosen.is_none() && self.evaluator.is_some())
            .then(|| "no net yet: Classical plays until EvalFile names one".to_owned());
        self.settings.evaluator = chosen.unwrap_or(Evaluator::Classical);
        note
    }

    fn set_level(&mut self, limit_strength: bool, elo: i64) {
        (self.limit_strength, self.elo) = (limit_strength, elo);
        let seed = self.rng.next_u64();
        self.settings.level = limit_strength.then(|| Level::of_elo(elo as u32).with_seed(seed));
    }

    /// Begins a new game: a level plays it as another person of the same strength.
    pub fn new_game(&mut self, engine: &mut ChessPlayer) {
        self.set_level(self.limit_strength, self.elo);
        // Nothing but the level is new, and that takes no memory.
        engine.set_settings(self.settings.clone()).unwrap_or_default();
        engine.new_game();
    }
}

impl Kind {
    fn set(
        &self,
        name: &'static str,
        value: &str,
        options: &mut Options,
        engine: &mut ChessPlayer,
    ) -> Outcome {
        match self {
            Self::Hash => {
                let megabytes = number(name, value, &HASH)? as usize;
                engine.set_hash(megabytes).map_err(OptionError::Memory)?;
            }
            Self::Evaluator => {
                let expected = || format!("one of {}", Choice::ALL.map(Choice::name).join(", "));
                let choice = value.parse().map_err(|_| bad(name, value, expected()))?;
                options.evaluator = Some(choice);
                return Ok(options.set_evaluator());
            }
            Self::Searcher => {
                let expected =
                    || format!("one of {}", Method::ALL.map(|method| method.to_string()).join(", "));
                let method = value.parse().map_err(|_| bad(name, value, expected()))?;
                engine.set_method(method).map_err(OptionError::Memory)?;
            }
            Self::Check(apply) => apply(options, check(name, value)?),
            Self::Spin(_, range, apply) => apply(options, number(name, value, range)?),
            Self::Button(apply) => apply(engine),
            Self::Text(_, apply) => return apply(options, engine, value),
        }
        Ok(None)
    }

    /// As `uci` lists it.
    fn shown(&self) -> OptionKind {
        let spin = |default, range: &RangeInclusive<i64>| OptionKind::Spin {
            default,
            min: *range.start(),
            max: *range.end(),
        };
        match self {
            Self::Hash => spin(16, &HASH),
            Self::Evaluator => OptionKind::Combo {
                default: Choice::DEFAULT.to_string(),
                vars: Choice::ALL.iter().map(ToString::to_string).collect(),
            },
            Self::Searcher => OptionKind::Combo {
                default: Method::default().to_string(),
                vars: Method::ALL.iter().map(ToString::to_string).collect(),
            },
            Self::Check(_) => OptionKind::Check { default: false },
            Self::Spin(default, range, _) => spin(*default, range),
            Self::Button(_) => OptionKind::Button,
            Self::Text(default, _) => OptionKind::String { default: (*default).to_owned() },
        }
    }
}

fn no_memory(error: ArenaError) -> OptionError {
    OptionError::Memory(error.into())
}

fn bad(name: &'static str, value: &str, expected: String) -> OptionError {
    OptionError::Value { name, value: value.to_owned(), expected }
}

fn number(name: &'static str, value: &str, range: &RangeInclusive<i64>) -> Result<i64, OptionError> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    let expected = || format!("a number from {} to {}", range.start(), range.end());
    number.ok_or_else(|| bad(name, value, expected()))
}

fn check(name: &'static str, value: &str) -> Result<bool, OptionError> {
    value.to_ascii_lowercase().parse().map_err(|_| bad(name, value, "true or false".to_owned()))
}

fn set_tables(_: &mut Options, engine: &mut ChessPlayer, path: &str) -> Outcome {
    if path.is_empty() {
        engine.set_tablebase(Tables::empty());
        return Ok(None);
    }
    let separator = if cfg!(windows) { ';' } else { ':' };
    let tables = Tables::open(path.split(separator))?;
    let note = format!("Syzygy tables of up to {} pieces", tables.most_pieces());
    engine.set_tablebase(tables);
    Ok(Some(note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_its_own_default_and_no_nonsense() {
        let mut engine = ChessPlayer::new(1).expect("memory for one megabyte");
        let mut options = Options::new(engine.settings().clone());
        for OptionSpec { name, kind } in Options::all() {
            let (default, nonsense) = match kind {
                OptionKind::Check { default } => (default.to_string(), Some("yes")),
                OptionKind::Spin { default, .. } => (default.to_string(), Some("9999999999")),
                OptionKind::Combo { default, .. } => (default, Some("dice")),
                OptionKind::Button => (String::new(), None),
                OptionKind::String { default } => (default, None),
            };
            let mut set = |value: &str| {
                let option = SetOption { name: name.clone(), value: Some(value.to_owned()) };
                options.set(&mut engine, &option)
            };
            set(&default).unwrap_or_else(|error| panic!("{name} = {default}: {error}"));
            if let Some(nonsense) = nonsense {
                assert!(matches!(set(nonsense), Err(OptionError::Value { .. })), "{name} = {nonsense}");
            }
        }
    }
}
