//! The options that a GUI can set, each declared once in [`OPTIONS`].

use std::fs::File;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chess::polyglot::{Book, BookError, BookMove};
use chess::{Move, Position, UciStyle};
use engine::eval::{Choice, Evaluator};
use engine::{Engine, LEAST_ELO, Level, MOST_ELO, Settings, techniques, tunables};
use gamekit::SplitMix64;
use gamekit::table::TableError;
use nnue::Net;
use syzygy::Tables;
use thiserror::Error;
use uci::{OptionKind, OptionSpec, SetOption};

/// The largest table that can be asked for, in megabytes.
const MOST_HASH: i64 = 1 << 25;

/// The value of `EvalFile` that means the net that is built in.
const BUILT_IN: &str = "<default>";

/// An option that was not set: nothing has changed.
#[derive(Debug, Error)]
pub enum OptionError {
    #[error("unknown option {0:?}; uci lists them")]
    Unknown(String),
    #[error("bad value {value:?} for {name}; expected {expected}")]
    Value { name: &'static str, value: String, expected: String },
    #[error("the table stays as it was")]
    Table(#[source] TableError),
    #[error("book {path:?}")]
    Book { path: String, source: BookError },
    #[error("the net stays as it was: {path:?}")]
    Net { path: String, source: nnue::OpenError },
    #[error(transparent)]
    Tables(#[from] syzygy::OpenError),
}

/// What there is to say about an option that was set.
type Outcome = Result<Option<String>, OptionError>;

/// What setting an option does with a value of its type.
type Apply<T> = fn(&mut Options, &mut Engine, T) -> Outcome;

struct Declaration {
    name: &'static str,
    kind: Kind,
}

enum Kind {
    Check(fn(&mut Options, &mut Engine, bool)),
    Spin(i64, RangeInclusive<i64>, Apply<i64>),
    Evaluator(Apply<Choice>),
    Button(fn(&mut Engine)),
    Text(&'static str, fn(&mut Options, &mut Engine, &str) -> Outcome),
}

const fn option(name: &'static str, kind: Kind) -> Declaration {
    Declaration { name, kind }
}

/// All options but the tunables, which [`tunables`] declares.
static OPTIONS: &[Declaration] = &[
    option(
        "Hash",
        Kind::Spin(16, 1..=MOST_HASH, |_, engine, megabytes| {
            engine.set_hash(megabytes as usize).map(|()| None).map_err(OptionError::Table)
        }),
    ),
    option("Clear Hash", Kind::Button(Engine::new_game)),
    option(
        "Threads",
        Kind::Spin(1, 1..=1024, |_, engine, threads| {
            set(engine, |settings| settings.threads = threads as usize);
            Ok(None)
        }),
    ),
    option(
        "MultiPV",
        Kind::Spin(1, 1..=256, |_, engine, lines| {
            set(engine, |settings| settings.lines = lines as usize);
            Ok(None)
        }),
    ),
    // The GUI decides when to ponder.
    option("Ponder", Kind::Check(|_, _, _| ())),
    option(
        "Move Overhead",
        Kind::Spin(10, 0..=5000, |_, engine, millis| {
            set(engine, |settings| settings.move_overhead = Duration::from_millis(millis as u64));
            Ok(None)
        }),
    ),
    option("SyzygyPath", Kind::Text("", set_tables)),
    option(
        "UCI_Chess960",
        Kind::Check(|options, _, on| {
            options.style = if on { UciStyle::Chess960 } else { UciStyle::Standard };
        }),
    ),
    option(
        "UCI_ShowWDL",
        Kind::Check(|options, _, on| {
            options.show_wdl = on;
        }),
    ),
    // Analysis and play are the same search.
    option("UCI_AnalyseMode", Kind::Check(|_, _, _| ())),
    option(
        "UCI_LimitStrength",
        Kind::Check(|options, engine, on| {
            options.limit_strength = on;
            options.set_level(engine);
        }),
    ),
    option(
        "UCI_Elo",
        Kind::Spin(MOST_ELO as i64, LEAST_ELO as i64..=MOST_ELO as i64, |options, engine, elo| {
            options.elo = elo as u32;
            options.set_level(engine);
            Ok(None)
        }),
    ),
    option("UCI_EngineAbout", Kind::Text("Petteia, free software under the GPL", |_, _, _| Ok(None))),
    option(
        "OwnBook",
        Kind::Check(|options, _, on| {
            options.own_book = on;
        }),
    ),
    option("Book File", Kind::Text("", Options::set_book)),
    option(
        "Evaluator",
        Kind::Evaluator(|options, engine, choice| {
            options.evaluator = Some(choice);
            Ok(options.set_evaluator(engine))
        }),
    ),
    option("EvalFile", Kind::Text(BUILT_IN, Options::set_net)),
];

/// The settings of a session that are not the engine's own.
pub struct Options {
    style: UciStyle,
    show_wdl: bool,
    own_book: bool,
    book: Option<Book<File>>,
    limit_strength: bool,
    elo: u32,
    /// The evaluator that was asked for; without a wish a net plays if there is one.
    evaluator: Option<Choice>,
    net: Option<Arc<Net>>,
    rng: SplitMix64,
}

impl Default for Options {
    fn default() -> Self {
        let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self {
            style: UciStyle::Standard,
            show_wdl: false,
            own_book: false,
            book: None,
            limit_strength: false,
            elo: MOST_ELO,
            evaluator: None,
            net: Net::embedded().map(Arc::new),
            rng: SplitMix64::new(clock.as_nanos() as u64),
        }
    }
}

impl Options {
    /// How castling is written.
    pub fn style(&self) -> UciStyle {
        self.style
    }

    /// Whether chances are shown with scores.
    pub fn show_wdl(&self) -> bool {
        self.show_wdl
    }

    /// A move from the opening book, drawn by the weights there.
    pub fn book_move(&mut self, position: &Position) -> Option<Move> {
        let book = self.book.as_mut().filter(|_| self.own_book)?;
        BookMove::draw(&book.moves(position).ok()?, &mut self.rng)
    }

    /// All options with their values at the start.
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
            .map(move |option| spec(option.name, option.kind.shown()))
            .chain(tunables.chain(techniques).filter(|_| tunables::CAN_CHANGE))
    }

    /// Sets an option; a note says what there is to say, an error changes nothing.
    pub fn set(&mut self, engine: &mut Engine, option: &SetOption) -> Outcome {
        // The two ways in which GUIs write the empty text.
        let value = option.value.as_deref().filter(|&value| value != "<empty>").unwrap_or("");
        if let Some(declared) = OPTIONS.iter().find(|declared| option.is(declared.name)) {
            return declared.set(self, engine, value);
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

    fn set_book(&mut self, _: &mut Engine, path: &str) -> Outcome {
        let open = || Book::open(path).map_err(|source| OptionError::Book { path: path.to_owned(), source });
        self.book = if path.is_empty() { None } else { Some(open()?) };
        Ok(None)
    }

    /// Uses the net of a file, or the one that is built in.
    fn set_net(&mut self, engine: &mut Engine, path: &str) -> Outcome {
        if path.is_empty() || path == BUILT_IN {
            self.net = Net::embedded().map(Arc::new);
            return Ok(self.set_evaluator(engine));
        }
        let net = Net::open(path).map_err(|source| OptionError::Net { path: path.to_owned(), source })?;
        let note = format!("net {net:?}");
        self.net = Some(Arc::new(net));
        self.set_evaluator(engine);
        Ok(Some(note))
    }

    /// Uses the evaluator that was asked for; a note says if it has to wait for a net.
    fn set_evaluator(&self, engine: &mut Engine) -> Option<String> {
        let chosen = self.evaluator.unwrap_or(Choice::Nnue).evaluator(self.net.as_ref());
        let note = (chosen.is_none() && self.evaluator.is_some())
            .then(|| "no net yet: Classical plays until EvalFile names one".to_owned());
        set(engine, |settings| settings.evaluator = chosen.unwrap_or(Evaluator::Classical));
        note
    }

    fn set_level(&self, engine: &mut Engine) {
        set(engine, |settings| settings.level = self.limit_strength.then(|| Level::of_elo(self.elo)));
    }
}

impl Declaration {
    fn set(&self, options: &mut Options, engine: &mut Engine, value: &str) -> Outcome {
        match &self.kind {
            Kind::Check(apply) => {
                apply(options, engine, check(self.name, value)?);
                Ok(None)
            }
            Kind::Spin(_, range, apply) => apply(options, engine, number(self.name, value, range)?),
            Kind::Evaluator(apply) => {
                let expected = || format!("one of {}", Choice::ALL.map(Choice::name).join(", "));
                apply(options, engine, value.parse().map_err(|_| bad(self.name, value, expected()))?)
            }
            Kind::Button(apply) => {
                apply(engine);
                Ok(None)
            }
            Kind::Text(_, apply) => apply(options, engine, value),
        }
    }
}

impl Kind {
    /// As `uci` lists it.
    fn shown(&self) -> OptionKind {
        match self {
            Self::Check(_) => OptionKind::Check { default: false },
            Self::Spin(default, range, _) => {
                OptionKind::Spin { default: *default, min: *range.start(), max: *range.end() }
            }
            Self::Evaluator(_) => OptionKind::Combo {
                default: Choice::DEFAULT.to_string(),
                vars: Choice::ALL.iter().map(ToString::to_string).collect(),
            },
            Self::Button(_) => OptionKind::Button,
            Self::Text(default, _) => OptionKind::String { default: (*default).to_owned() },
        }
    }
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

fn set(engine: &mut Engine, change: impl FnOnce(&mut Settings)) {
    let mut settings = engine.settings().clone();
    change(&mut settings);
    engine.set_settings(settings);
}

fn set_tables(_: &mut Options, engine: &mut Engine, path: &str) -> Outcome {
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
        let mut engine = Engine::new(1).expect("one megabyte is to be had");
        let mut options = Options::default();
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
