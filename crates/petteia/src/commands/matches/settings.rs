//! Lists of settings on the command line.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::{Arg, ArgAction, ArgMatches, Command};

/// The settings of each engine: clap's derive does not tell where one `--engine` ends and the next begins.
#[derive(Default)]
pub struct EngineArgs {
    /// The settings of each engine.
    pub engines: Vec<Vec<String>>,
    /// The settings of all engines.
    pub each: Vec<String>,
}

impl clap::Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        command
            .arg(
                Arg::new("engine")
                    .long("engine")
                    .num_args(1..)
                    .action(ArgAction::Append)
                    .value_name("KEY=VALUE")
                    .help("Engine: cmd=PROGRAM|self|self@NET [name= args= arg= dir= proto=uci|xboard tc= movetime= depth= nodes= threads= env.NAME= option.NAME=]"),
            )
            .arg(
                Arg::new("each")
                    .long("each")
                    .num_args(1..)
                    .action(ArgAction::Append)
                    .value_name("KEY=VALUE")
                    .help("Settings of all engines"),
            )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        if let Some(engines) = matches.get_occurrences::<String>("engine") {
            self.engines = engines.map(|settings| settings.cloned().collect()).collect();
        }
        if let Some(each) = matches.get_many::<String>("each") {
            self.each = each.cloned().collect();
        }
        Ok(())
    }
}

/// `KEY=VALUE` words of one option, each to be asked for once.
pub struct Settings {
    option: &'static str,
    values: BTreeMap<String, String>,
}

impl Settings {
    /// Reads the words of an option, if it was given.
    pub fn read(option: &'static str, words: &[String]) -> Result<Option<Self>> {
        let mut values = BTreeMap::new();
        for word in words {
            let (key, value) =
                word.split_once('=').with_context(|| format!("bad {option} {word:?}; expected KEY=VALUE"))?;
            values.insert(key.to_owned(), value.to_owned());
        }
        Ok((!words.is_empty()).then_some(Self { option, values }))
    }

    pub fn text(&mut self, key: &str) -> Option<String> {
        self.values.remove(key)
    }

    pub fn optional<T: FromStr<Err: Display>>(&mut self, key: &str) -> Result<Option<T>> {
        let Some(text) = self.text(key) else { return Ok(None) };
        match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(error) => bail!("bad {key} {text:?} of {}: {error}", self.option),
        }
    }

    pub fn required<T: FromStr<Err: Display>>(&mut self, key: &str) -> Result<T> {
        self.optional(key)?.with_context(|| format!("no {key} of {}; expected {key}=NUMBER", self.option))
    }

    /// Refuses what nobody asked for.
    pub fn finish(self) -> Result<()> {
        match self.values.first_key_value() {
            Some((key, value)) => bail!("unknown {:?} of {}", format!("{key}={value}"), self.option),
            None => Ok(()),
        }
    }
}
