//! Setting options.

use std::fmt;

use crate::ParseError;
use crate::tokens::{Tokens, one_line, read_empty, write_empty};

/// The name and the new value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetOption {
    /// The name, which may contain blanks; compare it with [`SetOption::is`], which ignores case.
    pub name: String,
    /// The value, free text; a button has none. UCI writes the empty text as `<empty>`.
    pub value: Option<String>,
}

impl SetOption {
    /// Whether this is the option of that name.
    ///
    /// ```
    /// use uci::Command;
    ///
    /// let Command::SetOption(option) = "setoption name clear hash".parse()? else { unreachable!() };
    /// assert!(option.is("Clear Hash"));
    /// # Ok::<(), uci::ParseError>(())
    /// ```
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Reads what follows `setoption`.
    pub(super) fn parse(mut tokens: Tokens) -> Result<Self, ParseError> {
        let has_value = tokens.clone().any(|token| token == "value");
        let name = tokens.option_name("setoption", "value")?;
        let value = has_value.then(|| read_empty(tokens.text()));
        Ok(Self { name, value })
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", one_line(&self.name))?;
        match self.value.as_deref() {
            None => Ok(()),
            Some(value) => write!(f, " value {}", write_empty(value)),
        }
    }
}
