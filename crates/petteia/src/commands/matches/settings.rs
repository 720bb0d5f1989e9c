//! Lists of settings on the command line.

use anyhow::{Context, Result, anyhow};
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde::de::DeserializeOwned;
use toml::{Table, Value};

/// The settings of each engine. Clap's derive cannot separate one `--engine` from the next.
pub struct EngineArgs(pub Vec<Vec<String>>);

impl clap::Args for EngineArgs {
    fn augment_args(command: Command) -> Command {
        command.arg(
            Arg::new("engine")
                .long("engine")
                .num_args(1..)
                .action(ArgAction::Append)
                .value_name("KEY=VALUE")
                .help("Engine: cmd=PROGRAM|self|self@NET|lab:PROFILE [name= args= arg= dir= proto=uci|xboard tc= movetime= depth= nodes= threads= env.NAME= option.NAME=]"),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for EngineArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let engines = matches.get_occurrences::<String>("engine").into_iter().flatten();
        Ok(Self(engines.map(|settings| settings.cloned().collect()).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Reads the `KEY=VALUE` words of an option, if it was given.
pub fn read<T: DeserializeOwned>(option: &str, words: &[String]) -> Result<Option<T>> {
    if words.is_empty() {
        return Ok(None);
    }
    let mut table = Table::new();
    for word in words {
        let (key, text) =
            word.split_once('=').with_context(|| format!("bad {option} {word:?}; expected KEY=VALUE"))?;
        let number = text.parse().map(Value::Integer).or_else(|_| text.parse().map(Value::Float));
        table.insert(key.to_owned(), number.unwrap_or_else(|_| Value::String(text.to_owned())));
    }
    let settings = T::deserialize(table);
    settings.map(Some).map_err(|error| anyhow!("{option} {}: {}", words.join(" "), error.message()))
}
