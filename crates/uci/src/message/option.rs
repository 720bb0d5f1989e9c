//! The options of an engine.

use std::fmt;

use crate::ParseError;
use crate::tokens::{Tokens, one_line, read_empty, write_empty};

/// An option that an engine offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// Its type and default.
    pub kind: OptionKind,
}

/// The type of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value unless set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value unless set.
        default: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value unless set.
        default: String,
        /// All values.
        vars: Vec<String>,
    },
    /// No value: setting it does something.
    Button,
    /// Any text.
    String {
        /// The value unless set; UCI writes the empty text as `<empty>`.
        default: String,
    },
}

const EXPECTED_TYPE: &str = "check, spin, combo, button or string";

impl OptionSpec {
    /// Reads what follows `option`.
    pub(super) fn parse(mut tokens: Tokens) -> Result<Self, ParseError> {
        let name = tokens.option_name("option", "type")?;
        let kind = match tokens.next() {
            Some("check") => OptionKind::Check { default: parse_check(&mut tokens)? },
            Some("spin") => parse_spin(tokens)?,
            Some("combo") => parse_combo(tokens),
            Some("button") => OptionKind::Button,
            Some("string") => OptionKind::String { default: parse_string(tokens) },
            Some(token) => return Err(ParseError::bad("type", token, EXPECTED_TYPE)),
            None => return Err(ParseError::Missing { after: "type", expected: EXPECTED_TYPE }),
        };
        Ok(Self { name, kind })
    }
}

fn parse_check(tokens: &mut Tokens) -> Result<bool, ParseError> {
    tokens.find(|token| *token == "default");
    tokens.expect("default", "true or false", |word| word.parse().ok())
}

fn parse_spin(mut tokens: Tokens) -> Result<OptionKind, ParseError> {
    let (mut default, mut min, mut max) = (None, i64::MIN, i64::MAX);
    while let Some(token) = tokens.next() {
        match token {
            "default" => default = Some(tokens.number("default")?),
            "min" => min = tokens.number("min")?,
            "max" => max = tokens.number("max")?,
            _ => {}
        }
    }
    let default = default.ok_or(ParseError::Missing { after: "spin", expected: "default and a number" })?;
    Ok(OptionKind::Spin { default, min, max })
}

/// `default` and each `var` are followed by words up to the next such keyword.
fn parse_combo(tokens: Tokens) -> OptionKind {
    let mut values: Vec<(bool, Vec<&str>)> = Vec::new();
    for token in tokens {
        match (token, values.last_mut()) {
            ("default" | "var", _) => values.push((token == "var", Vec::new())),
            (word, Some((_, words))) => words.push(word),
            (_, None) => {}
        }
    }
    let text = |wanted_var| {
        values.iter().filter(move |(is_var, _)| *is_var == wanted_var).map(|(_, words)| words.join(" "))
    };
    OptionKind::Combo { default: text(false).next().unwrap_or_default(), vars: text(true).collect() }
}

fn parse_string(mut tokens: Tokens) -> String {
    match tokens.next() {
        Some("default") => read_empty(tokens.text()),
        _ => String::new(),
    }
}

impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", one_line(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            OptionKind::Combo { default, vars } => {
                write!(f, "combo default {}", one_line(default))?;
                vars.iter().try_for_each(|var| write!(f, " var {}", one_line(var)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => write!(f, "string default {}", write_empty(default)),
        }
    }
}
