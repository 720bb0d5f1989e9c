//! The words of a line.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;

/// The words of a line, separated by any white space. The rest of the line can be taken as free
/// text.
#[derive(Clone)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(line: &'a str) -> Self {
        Self { rest: line.trim() }
    }

    /// The next word, left in place.
    pub(crate) fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }

    /// All that was not read yet, as free text.
    pub(crate) fn text(self) -> String {
        one_line(self.rest)
    }

    /// The words before `keyword` (or the end of the line), joined by single blanks. The keyword is
    /// read too.
    pub(crate) fn take_until(&mut self, keyword: &str) -> String {
        let words: Vec<&str> = self.by_ref().take_while(|word| *word != keyword).collect();
        words.join(" ")
    }

    /// The number after the keyword that was just read.
    pub(crate) fn number<T: FromStr>(&mut self, keyword: &'static str) -> Result<T, ParseError> {
        self.expect(keyword, "a whole number in range", |token| token.parse().ok())
    }

    /// The next word, which follows `keyword` and which `read` must understand.
    pub(crate) fn expect<T>(
        &mut self,
        keyword: &'static str,
        expected: &'static str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, ParseError> {
        let token = self.next().ok_or(ParseError::Missing { after: keyword, expected })?;
        read(token).ok_or_else(|| ParseError::bad(keyword, token, expected))
    }

    /// The name of an option after `keyword` and `name`, up to `end` or the end of the line.
    pub(crate) fn option_name(&mut self, keyword: &'static str, end: &str) -> Result<String, ParseError> {
        self.expect(keyword, "name", |word| (word == "name").then_some(()))?;
        let name = self.take_until(end);
        if name.is_empty() {
            return Err(ParseError::Missing { after: "name", expected: "the name of an option" });
        }
        Ok(name)
    }

    /// The next word read as a `T`, if it can be read as one; otherwise it is left in place.
    pub(crate) fn next_if_parses<T: FromStr>(&mut self) -> Option<T> {
        let value = self.peek()?.parse().ok()?;
        self.next();
        Some(value)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let (word, rest) = self.rest.split_once(char::is_whitespace).unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        Some(word)
    }
}

/// Free text as it may stand in a line: the protocol ends a line at the first line break.
pub(crate) fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Writes the name and value of a field, if it has one.
pub(crate) fn write_field<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    value: Option<T>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
}

/// How UCI writes the empty text.
pub(crate) const EMPTY: &str = "<empty>";

/// Free text in which [`EMPTY`] stands for nothing.
pub(crate) fn read_empty(text: String) -> String {
    if text == EMPTY { String::new() } else { text }
}

/// The free text of a value, [`EMPTY`] if there is none.
pub(crate) fn write_empty(text: &str) -> String {
    match one_line(text) {
        text if text.is_empty() => EMPTY.to_owned(),
        text => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_any_white_space() {
        let mut tokens = Tokens::new(" \tgo  depth\t5 \r\n");
        assert_eq!(tokens.next(), Some("go"));
        assert_eq!(tokens.clone().text(), "depth\t5");
        assert_eq!(tokens.next(), Some("depth"));
        assert_eq!(tokens.number::<u32>("depth"), Ok(5));
        assert_eq!(tokens.next(), None);
    }

    #[test]
    fn words_are_gathered_up_to_a_keyword() {
        let mut tokens = Tokens::new("Clear   Hash value now");
        assert_eq!(tokens.take_until("value"), "Clear Hash");
        assert_eq!(tokens.text(), "now");
    }

    #[test]
    fn free_text_stays_on_one_line() {
        assert_eq!(one_line("first\r\n second\n"), "first second");
    }
}
