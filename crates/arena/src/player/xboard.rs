//! Players that speak the Chess Engine Communication Protocol of `XBoard`, version 2.

use std::fmt::Write;
use std::time::{Duration, Instant};

use chess::{Position, UciMove};
use gamekit::Color;
use uci::{BoundedScore, ScoreText};

use super::{Channel, Failure, Player, READY_TIME, Task, Thought};
use crate::clock::{Clock, TimeControl};
use crate::engine::EngineSpec;

/// Engines of the first version of the protocol never end the list of their features.
const FEATURE_TIME: Duration = Duration::from_secs(2);

pub(super) struct XboardPlayer<'a> {
    channel: Channel<'a>,
    features: Features,
    options: Vec<String>,
    chess960: bool,
    /// The moves of the game that the engine knows, its own included.
    moves_known: usize,
    /// Whether the engine moves by itself after each of the opponent's moves.
    is_playing: bool,
}

/// What an engine can do beyond the first version of the protocol.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the protocol has a switch for each")]
struct Features {
    ping: bool,
    setboard: bool,
    usermove: bool,
    reuse: bool,
    is_done: bool,
}

impl Features {
    /// Reads a `feature` line; returns the answers, which accept or reject each feature.
    fn read(&mut self, line: &str) -> String {
        let mut answers = String::new();
        for (name, value) in settings_of(line) {
            let on = value == "1";
            match name {
                "ping" => self.ping = on,
                "setboard" => self.setboard = on,
                "usermove" => self.usermove = on,
                "reuse" => self.reuse = on,
                "done" => self.is_done = on,
                _ => {}
            }
            // Moves are read by their squares only.
            let refused = name == "san" && on;
            let _ = writeln!(answers, "{} {name}", if refused { "rejected" } else { "accepted" });
        }
        answers
    }
}

/// The settings of a `feature` line: `name=value` or `name="value with blanks"`.
fn settings_of(line: &str) -> Vec<(&str, &str)> {
    let mut settings = Vec::new();
    let mut rest = line.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        settings.push((name.trim(), value));
        rest = after.trim_start();
    }
    settings
}

impl<'a> XboardPlayer<'a> {
    pub(super) fn start(
        mut channel: Channel<'a>,
        spec: &EngineSpec,
        chess960: bool,
    ) -> Result<Self, Failure> {
        let features = shake_hands(&mut channel)?;
        let options = spec.options.iter().map(|(name, value)| option_line(name, value)).collect();
        Ok(Self { channel, features, options, chess960, moves_known: 0, is_playing: false })
    }

    /// Waits until the engine has read everything.
    fn synchronise(&mut self) -> Result<(), Failure> {
        if !self.features.ping {
            return Ok(());
        }
        self.channel.send("ping 1\n")?;
        self.channel.wait_for(READY_TIME, |line| line.starts_with("pong"))
    }

    fn move_line(&self, mv: UciMove) -> String {
        if self.features.usermove { format!("usermove {mv}\n") } else { format!("{mv}\n") }
    }

    /// The clocks, in centiseconds, as the engine sees them.
    fn clock_lines(task: &Task) -> String {
        let us = task.position.turn();
        let centiseconds = |color: Color| task.clocks[color].left().map(|left| left.as_millis() / 10);
        let mut lines = String::new();
        if let Some(time) = centiseconds(us) {
            let _ = writeln!(lines, "time {time}");
            let _ = writeln!(lines, "otim {}", centiseconds(!us).unwrap_or(time));
        }
        lines
    }
}

fn shake_hands(channel: &mut Channel) -> Result<Features, Failure> {
    channel.send("xboard\nprotover 2\n")?;
    let mut features = Features { reuse: true, ..Features::default() };
    let deadline = Instant::now() + FEATURE_TIME;
    while let Some(line) = channel.receive(deadline)? {
        if let Some(settings) = line.text.trim().strip_prefix("feature ") {
            let answers = features.read(settings);
            channel.send(&answers)?;
        }
        if features.is_done {
            break;
        }
    }
    Ok(features)
}

/// Memory and cores have commands of their own, other options are set by name.
fn option_line(name: &str, value: &str) -> String {
    match name.to_ascii_lowercase().as_str() {
        "hash" | "memory" => format!("memory {value}\n"),
        "threads" | "cores" => format!("cores {value}\n"),
        _ if value.is_empty() => format!("option {name}\n"),
        _ => format!("option {name}={value}\n"),
    }
}

/// `level MOVES MINUTES[:SECONDS] INCREMENT`, in whole seconds; the clock lines before each move
/// are exact.
fn level_line(control: &TimeControl) -> String {
    let seconds = control.base.as_secs().max(1);
    let increment = control.increment.as_secs_f64();
    format!("level {} {}:{:02} {increment}\n", control.moves.unwrap_or(0), seconds / 60, seconds % 60)
}

impl Player for XboardPlayer<'_> {
    fn new_game(&mut self, start: Option<&str>, clock: &Clock) -> Result<(), Failure> {
        if start.is_some() && !self.features.setboard {
            return Err(Failure::Start("it cannot set up positions".to_owned()));
        }
        let limits = clock.limits();
        let mut lines = String::from("new\n");
        if self.chess960 {
            lines.push_str("variant fischerandom\n");
        }
        lines.extend(self.options.iter().map(String::as_str));
        lines.push_str("force\neasy\npost\n");
        if let Some(control) = &limits.control {
            lines.push_str(&level_line(control));
        }
        if let Some(time) = limits.movetime {
            let _ = writeln!(lines, "st {}", time.as_secs_f64().ceil().max(1.0));
        }
        if let Some(depth) = limits.depth {
            let _ = writeln!(lines, "sd {depth}");
        }
        if let Some(fen) = start {
            let _ = writeln!(lines, "setboard {fen}");
        }
        self.moves_known = 0;
        self.is_playing = false;
        self.channel.process.discard_waiting();
        self.channel.send(&lines)?;
        self.synchronise()
    }

    fn think(&mut self, task: &Task) -> Result<Thought, Failure> {
        self.channel.process.discard_waiting();
        let unknown = &task.moves[self.moves_known.min(task.moves.len())..];
        let moves: String = unknown.iter().map(|&mv| self.move_line(mv)).collect();
        let clocks = Self::clock_lines(task);
        let lines = if self.is_playing { clocks + &moves } else { moves + &clocks + "go\n" };
        let start = Instant::now();
        self.channel.send(&lines)?;
        self.is_playing = true;
        self.moves_known = task.moves.len() + 1;
        let deadline = start + task.deadline();
        let mut thought = Thought::default();
        while let Some(line) = self.channel.receive(deadline)? {
            match read_line(&line.text) {
                Said::Move(mv) => {
                    thought.answer = by_squares(task.position, mv);
                    thought.elapsed = line.at.saturating_duration_since(start);
                    return Ok(thought);
                }
                Said::Resign => return Err(Failure::Resign),
                Said::Thinking { depth, score, nodes } => {
                    thought.depth = Some(depth);
                    thought.score = Some(BoundedScore::exact(score));
                    thought.nodes = Some(nodes);
                }
                Said::Other => {}
            }
        }
        // Asks for a move now: an engine that answers is late, one that does not has stalled.
        self.channel.send("?\n")?;
        self.channel.wait_for(super::STOP_TIME, |line| matches!(read_line(line), Said::Move(_)))?;
        Err(Failure::Late(start.elapsed()))
    }

    fn game_over(&mut self, result: &str) -> bool {
        self.channel.send(&format!("force\nresult {result}\n")).is_ok() && self.features.reuse
    }
}

/// The move by its squares. Some engines write castling as `O-O` or `o-o`.
fn by_squares(position: &Position, text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    if position.parse_uci(&lower).is_ok() {
        return lower;
    }
    let castle = lower.starts_with(['o', '0']).then(|| lower.to_ascii_uppercase().replace('0', "O"));
    match position.parse_san(castle.as_deref().unwrap_or(text)) {
        Ok(mv) => mv.to_string(),
        Err(_) => text.to_owned(),
    }
}

/// The meaning of an engine's line.
#[derive(PartialEq, Debug)]
enum Said<'a> {
    Move(&'a str),
    Resign,
    Thinking { depth: u32, score: ScoreText, nodes: u64 },
    Other,
}

fn read_line(line: &str) -> Said<'_> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["move", mv, ..] | ["My", "move", "is", ":", mv, ..] | ["My", "move", "is:", mv, ..] => {
            Said::Move(mv)
        }
        ["resign", ..] | ["tellics", "resign", ..] => Said::Resign,
        [depth, score, _time, nodes, ..] => match (parse_depth(depth), score.parse(), nodes.parse()) {
            (Some(depth), Ok(score), Ok(nodes)) => Said::Thinking { depth, score: read_score(score), nodes },
            _ => Said::Other,
        },
        _ => Said::Other,
    }
}

/// Some engines mark the depth of an unfinished iteration: `12.`, `12&`.
fn parse_depth(word: &str) -> Option<u32> {
    word.trim_end_matches(|letter: char| !letter.is_ascii_digit()).parse().ok()
}

/// 100000 plus the number of moves is a mate.
fn read_score(score: i32) -> ScoreText {
    match score.abs() - 100_000 {
        moves @ 0..=1000 => ScoreText::Mate(moves * score.signum()),
        _ => ScoreText::Cp(score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        assert_eq!(read_line("move e2e4"), Said::Move("e2e4"));
        assert_eq!(read_line("My move is : e7e8q"), Said::Move("e7e8q"));
        assert_eq!(read_line("resign"), Said::Resign);
        let thinking = |depth, score, nodes| Said::Thinking { depth, score, nodes };
        assert_eq!(read_line(" 9 -35 120 45000 Nf3 d5"), thinking(9, ScoreText::Cp(-35), 45_000));
        assert_eq!(read_line("12. 100003 5 99 Qxf7#"), thinking(12, ScoreText::Mate(3), 99));
        assert_eq!(read_line("tellics whisper hello there"), Said::Other);
        assert_eq!(read_line(""), Said::Other);
    }

    #[test]
    fn castling_and_other_notation_is_understood() {
        let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
        for (text, squares) in [
            ("e1g1", "e1g1"),
            ("O-O", "e1h1"),
            ("o-o-o", "e1a1"),
            ("0-0", "e1h1"),
            ("E1D1", "e1d1"),
            ("Ra4", "a1a4"),
            ("e1e5", "e1e5"),
        ] {
            assert_eq!(by_squares(&position, text), squares);
        }
    }

    #[test]
    fn features_are_read_and_answered() {
        let mut features = Features::default();
        let answers = features.read(r#"myname="An Engine 1.0" ping=1 setboard=1 san=1 usermove=1 done=1"#);
        assert!(features.ping && features.setboard && features.usermove && features.is_done);
        assert_eq!(answers, {
            "accepted myname\naccepted ping\naccepted setboard\nrejected san\naccepted usermove\naccepted done\n"
        });
    }

    #[test]
    fn options_and_levels_are_written_as_the_protocol_wants() {
        assert_eq!(option_line("Hash", "64"), "memory 64\n");
        assert_eq!(option_line("Style", "wild"), "option Style=wild\n");
        let control: TimeControl = "40/90+0.5".parse().unwrap();
        assert_eq!(level_line(&control), "level 40 1:30 0.5\n");
    }
}
