//! Comments and the commands within them.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use gamekit::ScoreText;

/// What stands between two braces: words, clocks, evaluations.
///
/// ```
/// use chess::pgn::{Comment, Remark};
///
/// let comment = Comment::parse("[%eval -0.35] the  best [%csl Gd4]");
/// assert_eq!(comment.remarks().len(), 3);
/// assert_eq!(comment.remarks()[1], Remark::Text("the best".to_owned()));
/// assert_eq!(comment.to_string(), "[%eval -0.35] the best [%csl Gd4]");
///
/// let clock = Remark::Clock(std::time::Duration::from_secs(75));
/// let comment: Comment = [clock, Remark::Text("in time".to_owned())].into_iter().collect();
/// assert_eq!(comment.to_string(), "[%clk 0:01:15] in time");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comment(Vec<Remark>);

/// A part of a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// Plain words.
    Text(String),
    /// `[%clk 1:02:03]`: what the player's clock shows.
    Clock(Duration),
    /// `[%eval 0.35]`: an engine's evaluation.
    Evaluation(Evaluation),
    /// Any other `[%...]`, without the brackets and the percent sign.
    Command(String),
}

/// An engine's evaluation, from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// The score; positive is good for White.
    pub score: ScoreText,
    /// The depth of the search, if the comment gives it.
    pub depth: Option<u32>,
}

impl Comment {
    /// Parses a comment's text. Any white space counts as one space, since lines are wrapped; a
    /// closing brace would end the comment and becomes a parenthesis.
    pub fn parse(text: &str) -> Self {
        let text = if text.contains('}') { text.replace('}', ")").into() } else { Cow::Borrowed(text) };
        let mut comment = Self::default();
        let mut rest = &*text;
        while let Some((before, command, after)) = split_at_command(rest) {
            comment.push_text(before);
            comment.0.push(Remark::of_command(command));
            rest = after;
        }
        comment.push_text(rest);
        comment
    }

    fn push_text(&mut self, text: &str) {
        let text = squeeze(text);
        if !text.is_empty() {
            self.0.push(Remark::Text(text));
        }
    }

    /// The parts in their order.
    pub fn remarks(&self) -> &[Remark] {
        &self.0
    }

    /// The first clock.
    pub fn clock(&self) -> Option<Duration> {
        self.0.iter().find_map(|remark| match remark {
            Remark::Clock(clock) => Some(*clock),
            _ => None,
        })
    }

    /// The first evaluation.
    pub fn evaluation(&self) -> Option<Evaluation> {
        self.0.iter().find_map(|remark| match remark {
            Remark::Evaluation(evaluation) => Some(*evaluation),
            _ => None,
        })
    }
}

/// Joins remarks by way of their text, so that the comment is one that parses.
impl FromIterator<Remark> for Comment {
    fn from_iter<T: IntoIterator<Item = Remark>>(remarks: T) -> Self {
        Self::parse(&Self(remarks.into_iter().collect()).to_string())
    }
}

impl Remark {
    fn of_command(command: &str) -> Self {
        let mut words = words(command);
        let known = match (words.next(), words.next(), words.next()) {
            (Some("clk"), Some(clock), None) => parse_clock(clock).map(Self::Clock),
            (Some("eval"), Some(evaluation), None) => Evaluation::parse(evaluation).map(Self::Evaluation),
            _ => None,
        };
        known.unwrap_or_else(|| Self::Command(squeeze(command)))
    }
}

/// What stands before the first `[%...]`, within it and after it.
fn split_at_command(text: &str) -> Option<(&str, &str, &str)> {
    let start = text.as_bytes().windows(2).position(|pair| pair == b"[%")?;
    let (command, after) = text[start + 2..].split_once(']')?;
    Some((&text[..start], command, after))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_space = |letter: char| letter == ' ' || letter.is_ascii_control();
    text.split(is_space).filter(|word| !word.is_empty())
}

/// The words with single spaces between them.
fn squeeze(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for word in words(text) {
        if !squeezed.is_empty() {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}

/// Hours, minutes and seconds, perhaps with a fraction.
fn parse_clock(text: &str) -> Option<Duration> {
    let (hours, rest) = text.split_once(':')?;
    let (minutes, seconds) = rest.split_once(':')?;
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, ""));
    let (minutes, seconds, nanos) = (digits(minutes)?, digits(seconds)?, decimals(fraction, 9)?);
    if minutes >= 60 || seconds >= 60 {
        return None;
    }
    let seconds = u64::from(digits(hours)?) * 3600 + u64::from(minutes * 60 + seconds);
    Some(Duration::new(seconds, nanos))
}

/// A number of at most nine digits, without sign.
fn digits(text: &str) -> Option<u32> {
    if !(1..=9).contains(&text.len()) {
        return None;
    }
    let append = |number, byte: u8| byte.is_ascii_digit().then(|| number * 10 + u32::from(byte - b'0'));
    text.bytes().try_fold(0, append)
}

/// What stands after a decimal point, as if it had this many digits.
fn decimals(text: &str, places: usize) -> Option<u32> {
    match places.checked_sub(text.len())? {
        missing if missing == places => Some(0),
        missing => Some(digits(text)? * 10_u32.pow(missing as u32)),
    }
}

impl Evaluation {
    /// Pawns with two decimals or `#` and moves to mate, then perhaps the depth after a comma.
    fn parse(text: &str) -> Option<Self> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(digits(depth)?)),
            None => (text, None),
        };
        let (sign, magnitude) = match score.strip_prefix('#').unwrap_or(score).strip_prefix('-') {
            Some(magnitude) => (-1, magnitude),
            None => (1, score.trim_start_matches('#')),
        };
        let score = if score.starts_with('#') {
            ScoreText::Mate(sign * digits(magnitude)? as i32)
        } else {
            ScoreText::Cp(sign * parse_centipawns(magnitude.strip_prefix('+').unwrap_or(magnitude))?)
        };
        Some(Self { score, depth })
    }
}

/// Pawns with up to two decimals; more could not be written back.
fn parse_centipawns(text: &str) -> Option<i32> {
    let (pawns, hundredths) = text.split_once('.').unwrap_or((text, ""));
    if pawns.len() > 6 {
        return None;
    }
    Some((digits(pawns)? * 100 + decimals(hundredths, 2)?) as i32)
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, remark) in self.0.iter().enumerate() {
            write!(f, "{}{remark}", if number > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Clock(clock) => {
                let seconds = clock.as_secs();
                write!(f, "[%clk {}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
                if clock.subsec_nanos() > 0 {
                    let fraction = format!("{:09}", clock.subsec_nanos());
                    write!(f, ".{}", fraction.trim_end_matches('0'))?;
                }
                f.write_str("]")
            }
            Self::Evaluation(evaluation) => write!(f, "[%eval {evaluation}]"),
            Self::Command(command) => write!(f, "[%{command}]"),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            ScoreText::Cp(centipawns) => {
                let sign = if centipawns < 0 { "-" } else { "" };
                let magnitude = centipawns.unsigned_abs();
                write!(f, "{sign}{}.{:02}", magnitude / 100, magnitude % 100)?;
            }
            ScoreText::Mate(moves) => write!(f, "#{moves}")?,
        }
        self.depth.map_or(Ok(()), |depth| write!(f, ",{depth}"))
    }
}
