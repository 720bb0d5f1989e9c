//! The description of an engine.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::clock::{Limits, ParseTimeControlError, TimeControl};

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol of `XBoard`.
    Xboard,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uci => "uci",
            Self::Xboard => "xboard",
        })
    }
}

/// How to start an engine, and its settings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSpec {
    /// The name in tables and games; the program's name if empty.
    #[serde(default)]
    pub name: String,
    /// The program; `self` is this very program, `self@NET` this program with another net,
    /// `lab:PROFILE` a profile of its lab.
    pub cmd: String,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// The folder it runs in.
    pub dir: Option<PathBuf>,
    /// Its protocol.
    #[serde(default)]
    pub proto: Protocol,
    /// A time control of its own.
    pub tc: Option<TimeControl>,
    /// Milliseconds per move of its own.
    pub movetime: Option<u64>,
    /// A depth of its own.
    pub depth: Option<u32>,
    /// Nodes per move of its own.
    pub nodes: Option<u64>,
    /// Additions to its environment.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Its options.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "texts")]
    pub options: BTreeMap<String, String>,
}

/// Lets a file write numbers and booleans without quotes.
fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value {
        Text(String),
        Number(i64),
        Real(f64),
        Switch(bool),
    }
    let values = BTreeMap::<String, Value>::deserialize(deserializer)?;
    let text = |value| match value {
        Value::Text(text) => text,
        Value::Number(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Switch(on) => on.to_string(),
    };
    Ok(values.into_iter().map(|(name, value)| (name, text(value))).collect())
}

/// Why settings do not describe an engine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineSpecError {
    /// Not `KEY=VALUE` with a known key.
    #[error(
        "bad engine setting {0:?}; expected KEY=VALUE with a key of cmd, name, args, arg, dir, proto, tc, \
         movetime, depth, nodes, threads, env.NAME, option.NAME"
    )]
    Setting(String),
    /// The value of a key is not a positive number.
    #[error("bad {0} {1:?} of an engine; expected a positive whole number")]
    Number(&'static str, String),
    /// The protocol is not known.
    #[error("bad proto {0:?} of an engine; expected uci or xboard")]
    Protocol(String),
    /// The time control is malformed.
    #[error(transparent)]
    TimeControl(#[from] ParseTimeControlError),
    /// No program was named.
    #[error("no cmd=PROGRAM among the engine's settings: {0}")]
    NoCommand(String),
}

impl EngineSpec {
    /// Reads settings such as `cmd=stockfish name=sf option.Hash=16 tc=8+0.08`.
    ///
    /// ```
    /// use arena::engine::EngineSpec;
    ///
    /// let engine = EngineSpec::parse(&["cmd=bin/stockfish", "option.UCI_Elo=1500"])?;
    /// assert_eq!(engine.name, "stockfish");
    /// assert_eq!(engine.options["UCI_Elo"], "1500");
    /// # Ok::<(), arena::engine::EngineSpecError>(())
    /// ```
    pub fn parse<S: AsRef<str>>(settings: &[S]) -> Result<Self, EngineSpecError> {
        let mut spec = Self::default();
        for setting in settings {
            spec.set(setting.as_ref())?;
        }
        if spec.cmd.is_empty() {
            let all: Vec<&str> = settings.iter().map(AsRef::as_ref).collect();
            return Err(EngineSpecError::NoCommand(all.join(" ")));
        }
        spec.name_by_command();
        Ok(spec)
    }

    fn set(&mut self, setting: &str) -> Result<(), EngineSpecError> {
        let bad = || EngineSpecError::Setting(setting.to_owned());
        let (key, value) = setting.split_once('=').ok_or_else(bad)?;
        let text = || value.to_owned();
        match key {
            "cmd" => self.cmd = text(),
            "name" => self.name = text(),
            "args" => self.args.extend(value.split_whitespace().map(str::to_owned)),
            "arg" => self.args.push(text()),
            "dir" => self.dir = Some(value.into()),
            "proto" => {
                self.proto = match value {
                    "uci" => Protocol::Uci,
                    "xboard" | "cecp" => Protocol::Xboard,
                    _ => return Err(EngineSpecError::Protocol(text())),
                }
            }
            "tc" => self.tc = Some(value.parse()?),
            "movetime" => self.movetime = Some(positive("movetime", value)?),
            "depth" => self.depth = Some(positive("depth", value)?),
            "nodes" => self.nodes = Some(positive("nodes", value)?),
            "threads" => {
                let threads: u32 = positive("threads", value)?;
                self.options.insert("Threads".to_owned(), threads.to_string());
            }
            _ => match key.split_once('.') {
                Some(("option", name)) => drop(self.options.insert(name.to_owned(), text())),
                Some(("env", name)) => drop(self.env.insert(name.to_owned(), text())),
                _ => return Err(bad()),
            },
        }
        Ok(())
    }

    /// Names the engine after its program, unless it has a name.
    pub fn name_by_command(&mut self) {
        if self.name.is_empty() {
            let program = self.cmd.strip_prefix("lab:").unwrap_or(&self.cmd);
            let stem = Path::new(program).file_stem().map(|stem| stem.to_string_lossy().into_owned());
            self.name = stem.unwrap_or_else(|| self.cmd.clone());
        }
    }

    /// Replaces `self` by this program, and sets the net of `self@NET` as an option; `lab:PROFILE`
    /// is a profile of this program's lab.
    pub fn resolve_self(&mut self, this_program: &Path) {
        if let Some(profile) = self.cmd.strip_prefix("lab:") {
            let words = ["lab", "uci", profile].map(str::to_owned);
            self.args.splice(0..0, words);
            self.cmd = this_program.to_string_lossy().into_owned();
            return;
        }
        let command = self.cmd.clone();
        let (name, net) = command.split_once('@').map_or((&*command, None), |(a, b)| (a, Some(b)));
        if name == "self" {
            self.cmd = this_program.to_string_lossy().into_owned();
            if let Some(net) = net {
                self.options.insert("EvalFile".to_owned(), net.to_owned());
            }
        }
    }

    /// Makes the paths of program and folder absolute. A program without a slash in its name is
    /// looked up in `PATH`, as shells do.
    pub fn make_paths_absolute(&mut self) {
        if self.cmd.contains('/')
            && let Ok(absolute) = std::path::absolute(&self.cmd)
        {
            self.cmd = absolute.to_string_lossy().into_owned();
        }
        if let Some(dir) = &mut self.dir
            && let Ok(absolute) = std::path::absolute(&*dir)
        {
            *dir = absolute;
        }
    }

    /// The engine's search limits: its own if it has any, else those of the match.
    pub fn limits(&self, of_match: Limits) -> Limits {
        let own = Limits {
            control: self.tc,
            movetime: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
        };
        if own.is_unbounded() { of_match } else { own }
    }
}

fn positive<T: std::str::FromStr + Default + PartialOrd>(
    key: &'static str,
    value: &str,
) -> Result<T, EngineSpecError> {
    let number = value.parse().ok().filter(|number| *number > T::default());
    number.ok_or_else(|| EngineSpecError::Number(key, value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let spec = EngineSpec::parse(&[
            "name=Old",
            "cmd=bin/engine",
            "args=--a  --b",
            "arg=with blank",
            "dir=/tmp",
            "proto=xboard",
            "tc=40/60+0.5",
            "nodes=5000",
            "threads=2",
            "env.RUST_LOG=debug",
            "option.Book File=a=b.bin",
        ])
        .unwrap();
        assert_eq!((&*spec.name, &*spec.cmd), ("Old", "bin/engine"));
        assert_eq!(spec.args, ["--a", "--b", "with blank"]);
        assert_eq!(spec.proto, Protocol::Xboard);
        assert_eq!(spec.limits(Limits::default()).to_string(), "40/60+0.5, 5000 nodes");
        assert_eq!(spec.options["Threads"], "2");
        assert_eq!(spec.options["Book File"], "a=b.bin");
        assert_eq!(spec.env["RUST_LOG"], "debug");
    }

    #[test]
    fn bad_settings_are_named() {
        let error = |settings: &[&str]| EngineSpec::parse(settings).unwrap_err().to_string();
        assert_eq!(error(&["name=x"]), "no cmd=PROGRAM among the engine's settings: name=x");
        assert!(
            error(&["cmd=x", "color=red"])
                .starts_with(r#"bad engine setting "color=red"; expected KEY=VALUE"#)
        );
        assert!(error(&["stockfish"]).starts_with(r#"bad engine setting "stockfish""#));
        assert_eq!(error(&["cmd=x", "nodes=0"]), {
            r#"bad nodes "0" of an engine; expected a positive whole number"#
        });
        assert_eq!(error(&["cmd=x", "proto=usi"]), {
            r#"bad proto "usi" of an engine; expected uci or xboard"#
        });
        assert!(error(&["cmd=x", "tc=soon"]).starts_with(r#"bad time control "soon""#));
    }

    #[test]
    fn self_is_this_program() {
        let mut spec = EngineSpec::parse(&["cmd=self@nets/new.nnue", "name=new"]).unwrap();
        spec.resolve_self(Path::new("/bin/petteia"));
        assert_eq!(spec.cmd, "/bin/petteia");
        assert_eq!(spec.options["EvalFile"], "nets/new.nnue");
        let mut of_lab = EngineSpec::parse(&["cmd=lab:basic"]).unwrap();
        of_lab.resolve_self(Path::new("/bin/petteia"));
        assert_eq!((&*of_lab.name, &*of_lab.cmd), ("basic", "/bin/petteia"));
        assert_eq!(of_lab.args, ["lab", "uci", "basic"]);
        let mut other = EngineSpec::parse(&["cmd=selfish"]).unwrap();
        other.resolve_self(Path::new("/bin/petteia"));
        assert_eq!(other.cmd, "selfish");
    }
}
