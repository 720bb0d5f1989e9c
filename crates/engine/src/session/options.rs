//! The options that a GUI can set.

use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chess::polyglot::{Book, BookMove};
use chess::{Move, Position, UciStyle};
use gamekit::SplitMix64;
use nnue::Net;
use syzygy::Tables;
use uci::{OptionKind, OptionSpec, SetOption};

use crate::eval::{Choice, Evaluator};
use crate::level::{LEAST_ELO, MOST_ELO};
use crate::{Engine, Level, Settings};

/// The largest table that can be asked for, in megabytes.
const MOST_HASH: i64 = 1 << 25;

/// The value of `EvalFile` that means the net that is built in.
const BUILT_IN: &str = "<default>";

/// The settings of a session that are not the engine's own.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Options {
    chess960: bool,
    show_wdl: bool,
    own_book: bool,
    book: Option<Book<File>>,
    limit_strength: bool,
    elo: u32,
    /// The evaluator that was asked for, if one was; without a wish a net plays if there is one.
    evaluator: Option<Choice>,
    net: Option<Arc<Net>>,
    rng: SplitMix64,
}

impl Default for Options {
    fn default() -> Self {
        let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self {
            chess960: false,
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
        if self.chess960 { UciStyle::Chess960 } else { UciStyle::Standard }
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
    pub fn all() -> Vec<OptionSpec> {
        let spin = |name: &str, default, min, max| spec(name, OptionKind::Spin { default, min, max });
        let check = |name: &str, default| spec(name, OptionKind::Check { default });
        let text = |name: &str, default: &str| spec(name, OptionKind::String { default: default.to_owned() });
        let mut options = vec![
            spin("Hash", 16, 1, MOST_HASH),
            spec("Clear Hash", OptionKind::Button),
            spin("Threads", 1, 1, 1024),
            spin("MultiPV", 1, 1, 256),
            check("Ponder", false),
            spin("Move Overhead", 10, 0, 5000),
            text("SyzygyPath", ""),
            check("UCI_Chess960", false),
            check("UCI_ShowWDL", false),
            check("UCI_AnalyseMode", false),
            check("UCI_LimitStrength", false),
            spin("UCI_Elo", MOST_ELO.into(), LEAST_ELO.into(), MOST_ELO.into()),
            text("UCI_EngineAbout", "Petteia, free software under the GPL"),
            check("OwnBook", false),
            text("Book File", ""),
            spec(
                "Evaluator",
                OptionKind::Combo {
                    default: Choice::DEFAULT.to_string(),
                    vars: Choice::ALL.iter().map(ToString::to_string).collect(),
                },
            ),
            text("EvalFile", BUILT_IN),
        ];
        if cfg!(feature = "tune") {
            options.extend(crate::tunables::ALL.iter().map(|tunable| {
                spin(tunable.name, tunable.default.into(), tunable.min.into(), tunable.max.into())
            }));
            options.extend(crate::techniques::ALL.iter().map(|name| check(&format!("Use {name}"), true)));
        }
        options
    }

    /// Sets an option; a note says what there is to say, an error changes nothing.
    pub fn set(&mut self, engine: &mut Engine, option: &SetOption) -> Result<Option<String>, String> {
        let value = option.value.as_deref().unwrap_or("");
        let known = Self::all().into_iter().find(|spec| option.is(&spec.name));
        let Some(OptionSpec { name, kind }) = known else {
            return Err(format!("unknown option {:?}; uci lists them", option.name));
        };
        let number = check_value(&name, &kind, value)?;
        let settings = engine.settings().clone();
        match name.as_str() {
            "Hash" => engine
                .set_hash(number as usize)
                .map_err(|error| format!("{error}; the table stays as it was"))?,
            "Clear Hash" => engine.new_game(),
            "Threads" => engine.set_settings(Settings { threads: number as usize, ..settings }),
            "MultiPV" => engine.set_settings(Settings { lines: number as usize, ..settings }),
            "Move Overhead" => {
                engine.set_settings(Settings {
                    move_overhead: Duration::from_millis(number as u64),
                    ..settings
                });
            }
            "SyzygyPath" => return set_tablebase(engine, value),
            "UCI_Chess960" => self.chess960 = number != 0,
            "UCI_ShowWDL" => self.show_wdl = number != 0,
            "OwnBook" => self.own_book = number != 0,
            "Book File" if is_empty(value) => self.book = None,
            "Book File" => {
                self.book = Some(Book::open(value).map_err(|error| format!("{error} at {value:?}"))?);
            }
            "UCI_LimitStrength" => {
                self.limit_strength = number != 0;
                self.set_level(engine);
            }
            "UCI_Elo" => {
                self.elo = number as u32;
                self.set_level(engine);
            }
            "Evaluator" => {
                self.evaluator = Some(value.parse().map_err(|error| format!("{error}"))?);
                return Ok(self.set_evaluator(engine));
            }
            "EvalFile" => return self.set_net(engine, value),
            #[cfg(feature = "tune")]
            name if crate::tunables::set(name, number as i32) => {}
            #[cfg(feature = "tune")]
            name if name
                .strip_prefix("Use ")
                .is_some_and(|name| crate::techniques::set(name, number != 0)) => {}
            // Ponder, UCI_AnalyseMode and UCI_EngineAbout change nothing.
            _ => {}
        }
        Ok(None)
    }

    /// Uses the net of a file, or the one that is built in.
    fn set_net(&mut self, engine: &mut Engine, path: &str) -> Result<Option<String>, String> {
        if is_empty(path) || path == BUILT_IN {
            self.net = Net::embedded().map(Arc::new);
            return Ok(self.set_evaluator(engine));
        }
        let net = Net::open(path).map_err(|error| format!("{error} in {path:?}; the net stays as it was"))?;
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
        let evaluator = chosen.unwrap_or(Evaluator::Classical);
        engine.set_settings(Settings { evaluator, ..engine.settings().clone() });
        note
    }

    fn set_level(&self, engine: &mut Engine) {
        let level = self.limit_strength.then(|| Level::of_elo(self.elo));
        engine.set_settings(Settings { level, ..engine.settings().clone() });
    }
}

/// The two ways in which GUIs write the empty text.
fn is_empty(value: &str) -> bool {
    value.is_empty() || value == "<empty>"
}

fn spec(name: &str, kind: OptionKind) -> OptionSpec {
    OptionSpec { name: name.to_owned(), kind }
}

/// The value as a number, one for `true`; texts and buttons count as zero.
fn check_value(name: &str, kind: &OptionKind, value: &str) -> Result<i64, String> {
    match kind {
        OptionKind::Spin { min, max, .. } => {
            value.parse().ok().filter(|number| (min..=max).contains(&number)).ok_or_else(|| {
                format!("bad value {value:?} for {name}; expected a number from {min} to {max}")
            })
        }
        OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
            "true" => Ok(1),
            "false" => Ok(0),
            _ => Err(format!("bad value {value:?} for {name}; expected true or false")),
        },
        OptionKind::Combo { vars, .. } if !vars.iter().any(|var| var.eq_ignore_ascii_case(value)) => {
            Err(format!("bad value {value:?} for {name}; expected one of {}", vars.join(", ")))
        }
        OptionKind::Combo { .. } | OptionKind::Button | OptionKind::String { .. } => Ok(0),
    }
}

fn set_tablebase(engine: &mut Engine, path: &str) -> Result<Option<String>, String> {
    if is_empty(path) {
        engine.set_tablebase(Tables::empty());
        return Ok(None);
    }
    let separator = if cfg!(windows) { ';' } else { ':' };
    let tablebase = Tables::open(path.split(separator)).map_err(|error| error.to_string())?;
    let note = format!("Syzygy tables of up to {} pieces", tablebase.most_pieces());
    engine.set_tablebase(tablebase);
    Ok(Some(note))
}
