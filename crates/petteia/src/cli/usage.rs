//! Usage errors, each on one line.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The exit code for bad input.
pub const BAD_INPUT: u8 = 2;

/// Prints help on stdout, and an error as one line on stderr.
pub fn explain(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            print!("{error}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("petteia: {}{} (see --help)", mistake(error), suggestion(error));
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// The message itself, without the tips and usage that follow an empty line.
fn mistake(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    // The standard library's messages about numbers do not say what was expected.
    lines
        .join(" ")
        .trim_start_matches("error: ")
        .replace("unrecognized subcommand", "unknown command")
        .replace("invalid digit found in string", "expected a whole number")
        .replace("invalid float literal", "expected a number")
}

/// The nearest correct spelling, if one is close.
fn suggestion(error: &clap::Error) -> String {
    const KINDS: [ContextKind; 3] =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let nearest = KINDS.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(word) => Some(word),
        ContextValue::Strings(words) => words.last(),
        _ => None,
    });
    nearest.map_or_else(String::new, |word| format!("; did you mean '{word}'?"))
}
