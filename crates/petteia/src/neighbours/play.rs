//! `petteia neighbours play`: a game in the terminal.

mod board;

use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use gamekit::{ByColor, Color, Square};
use neighbours::ngi::Timeouts;
use neighbours::{End, Game, Level, Move, Player, Position, Record};

use super::options::LimitArgs;
use super::seat::{Conditions, Seat};
use crate::cli::paths::write_whole;
use board::{Board, moves_by_piece};

/// Play in the terminal.
///
/// A player is `person`, or as for `match`: agent, level:N, weights:FILE, material, mcts,
/// mcts:FILE, uct, thesis, random or tcp://HOST:PORT.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// White player
    #[arg(long, value_name = "PLAYER", default_value = "person")]
    white: String,
    /// Black player
    #[arg(long, value_name = "PLAYER", default_value = "level:4")]
    black: String,
    /// Position to start from [default: the start of the game]
    #[arg(long, alias = "pos", value_name = "POSITION", conflicts_with = "load")]
    position: Option<Position>,
    /// Saved game to continue
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

const HELP: &str = "\
  a1b2          make a move
  a1            show where the piece on a1 can go
  moves         show the legal moves with each board, or stop doing so
  hint          ask the agent what it would play
  undo          take back your last move and the reply
  level N       play against level N, 1 to 10
  white PLAYER  change who plays White (person, level:N, tcp://HOST:PORT, ...)
  black PLAYER  change who plays Black
  new           start over
  save FILE     save the game
  load FILE     load a game
  quit          leave";

pub fn run(args: &PlayArgs) -> anyhow::Result<()> {
    let limits = args.limits.or_time(Duration::from_secs(1));
    let conditions = Conditions::new(limits, Timeouts::default())?;
    let colors = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut room = Room {
        game: Game::new(args.position.clone().unwrap_or_default()),
        players: ByColor::default(),
        conditions,
        colors,
        show_moves: true,
        output: io::stdout().lock(),
    };
    room.seat(Color::White, &args.white)?;
    room.seat(Color::Black, &args.black)?;
    if let Some(file) = &args.load {
        room.load(file.to_string_lossy().trim())?;
    }
    room.run(io::stdin().lock())
}

/// A game, its players, and the terminal.
struct Room<W> {
    game: Game,
    /// `None` is a person.
    players: ByColor<Option<Box<dyn Player>>>,
    conditions: Conditions,
    colors: bool,
    /// Whether the legal moves are listed with each board.
    show_moves: bool,
    output: W,
}

/// What follows a command.
#[derive(PartialEq, Eq)]
enum Next {
    /// The turn of the side to move, which may be a machine's.
    Turn,
    Command,
    Quit,
}

impl<W: Write> Room<W> {
    fn run(&mut self, mut input: impl BufRead) -> anyhow::Result<()> {
        writeln!(self.output, "Type a move such as a1a2, or help.\n")?;
        self.show(None)?;
        loop {
            self.let_machines_play()?;
            loop {
                write!(self.output, "> ")?;
                self.output.flush()?;
                let mut line = String::new();
                if input.read_line(&mut line)? == 0 {
                    writeln!(self.output)?;
                    return Ok(());
                }
                match self.obey(line.trim()) {
                    Ok(Next::Turn) => break,
                    Ok(Next::Command) => {}
                    Ok(Next::Quit) => return Ok(()),
                    Err(error) => writeln!(self.output, "{error:#}")?,
                }
            }
        }
    }

    /// Moves until it is a person's turn or the game is over.
    fn let_machines_play(&mut self) -> anyhow::Result<()> {
        while self.game.end().is_none() {
            let turn = self.game.position().turn();
            let Some(player) = &mut self.players[turn] else { break };
            let chosen = player.choose(&self.game).map_err(anyhow::Error::from);
            match chosen.and_then(|mv| Ok((mv, self.game.play(mv)?))) {
                Ok((mv, ())) => {
                    writeln!(self.output, "{turn} ({}) plays {mv}\n", player.name())?;
                    self.show(None)?;
                }
                Err(error) => {
                    writeln!(self.output, "{turn} cannot continue: {error:#}; you take over")?;
                    self.players[turn] = None;
                }
            }
        }
        Ok(())
    }

    fn obey(&mut self, line: &str) -> anyhow::Result<Next> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command, rest.trim()) {
            ("", _) => return Ok(Next::Command),
            ("quit" | "exit" | "q", "") => return Ok(Next::Quit),
            ("help" | "?", "") => {
                writeln!(self.output, "{HELP}")?;
                return Ok(Next::Command);
            }
            ("hint", "") => {
                self.hint()?;
                return Ok(Next::Command);
            }
            ("save", file) if !file.is_empty() => {
                self.save(file)?;
                writeln!(self.output, "saved to {file}")?;
                return Ok(Next::Command);
            }
            (square, "") if square.parse::<Square>().is_ok() => {
                self.show(square.parse().ok())?;
                return Ok(Next::Command);
            }
            ("moves", "") => self.show_moves = !self.show_moves,
            ("load", file) if !file.is_empty() => self.load(file)?,
            ("undo", "") => self.undo()?,
            ("new", "") => self.game = Game::new(self.game.start().clone()),
            ("level", level) => {
                let level: Level = level.parse()?;
                let is_person = self.players[Color::White].is_none();
                let machine = if is_person { Color::Black } else { Color::White };
                self.seat(machine, &format!("level:{level}"))?;
            }
            ("white", player) => self.seat(Color::White, player)?,
            ("black", player) => self.seat(Color::Black, player)?,
            (mv, "") if let Ok(mv) = mv.parse() => self.game.play(mv).map_err(|_| self.explain(mv))?,
            _ => bail!("expected a move such as a1b2 or a command, found {line:?}; help lists them"),
        }
        writeln!(self.output)?;
        self.show(None)?;
        Ok(Next::Turn)
    }

    /// Explains why a move is illegal.
    fn explain(&self, mv: Move) -> anyhow::Error {
        let position = self.game.position();
        if let Some(end) = self.game.end() {
            return anyhow!("the game is over: {end}");
        }
        if !position.pieces(position.turn()).contains(mv.from()) {
            return anyhow!("{} has no piece on {}", position.turn(), mv.from());
        }
        let neighbours =
            position.occupied().into_iter().filter(|square| square.distance(mv.from()) == 1).count();
        let plural = if neighbours == 1 { "" } else { "s" };
        anyhow!(
            "{mv} is not legal: the piece on {} has {neighbours} neighbour{plural}, so it moves exactly \
             {neighbours} square{plural} in a straight line over empty squares",
            mv.from()
        )
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let mut agent = Seat::Agent.player(&self.conditions, 0)?;
        if let Some(end) = self.game.end() {
            writeln!(self.output, "{end}")?;
            return Ok(());
        }
        write!(self.output, "the agent would play {}", agent.choose(&self.game)?)?;
        let position = self.game.position();
        match self.conditions.tables.verdict(position) {
            Some(verdict) => writeln!(self.output, "; {} {verdict}", position.turn())?,
            None => writeln!(self.output)?,
        }
        Ok(())
    }

    /// Takes back moves until it is a person's turn again.
    fn undo(&mut self) -> anyhow::Result<()> {
        if self.game.undo().is_none() {
            bail!("there is no move to take back");
        }
        while self.players[self.game.position().turn()].is_some() && self.game.undo().is_some() {}
        Ok(())
    }

    fn seat(&mut self, color: Color, player: &str) -> anyhow::Result<()> {
        self.players[color] = if player == "person" {
            None
        } else {
            let seat: Seat = player.parse()?;
            let mut player = seat.player(&self.conditions, self.game.plies() as u64)?;
            player.new_game()?;
            Some(player)
        };
        Ok(())
    }

    fn save(&self, file: &str) -> anyhow::Result<()> {
        let mut record = Record { game: self.game.clone(), ..Record::default() };
        for color in Color::ALL {
            let name = self.players[color].as_ref().map(|player| player.name());
            record.set_tag(&color.to_string(), name.unwrap_or_else(|| "person".to_owned()));
        }
        record.result = self.game.end().map(End::result);
        write_whole(file.as_ref(), record.to_string())
    }

    fn load(&mut self, file: &str) -> anyhow::Result<()> {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?;
        let record: Record = text.parse().with_context(|| format!("{file} is not a saved game"))?;
        self.game = record.game;
        Ok(())
    }

    /// Shows the board, and whose turn it is or how the game ended.
    fn show(&mut self, selected: Option<Square>) -> io::Result<()> {
        let board = Board { game: &self.game, selected, colors: self.colors };
        write!(self.output, "{board}")?;
        let position = self.game.position();
        if let Some(end) = self.game.end() {
            return writeln!(self.output, "\n{end}\n");
        }
        let (number, turn, quiet) = (position.move_number(), position.turn(), position.quiet_plies());
        let plies = if quiet == 1 { "ply" } else { "plies" };
        writeln!(self.output, "\nmove {number}, {turn} to move; {quiet} {plies} since the last capture\n")?;
        if self.show_moves && selected.is_none() && self.players[turn].is_none() {
            writeln!(self.output, "{}\n", moves_by_piece(&self.game))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use neighbours::search::Limits;

    use super::*;

    fn transcript(white: &str, black: &str, input: &str) -> String {
        let mut room = Room {
            game: Game::default(),
            players: ByColor::default(),
            conditions: Conditions::new(Limits::depth(2), Timeouts::default()).expect("tables"),
            colors: false,
            show_moves: true,
            output: Vec::new(),
        };
        room.seat(Color::White, white).expect("a player");
        room.seat(Color::Black, black).expect("a player");
        room.run(input.as_bytes()).expect("a session");
        String::from_utf8(room.output).expect("text")
    }

    #[test]
    fn a_person_plays_against_the_agent() {
        let shown = transcript("person", "agent", "a1a2\nmoves\nhint\nundo\nquit\n");
        assert!(shown.contains("Black (agent) plays"), "{shown}");
        assert_eq!(shown.matches("a1 to a2 b2").count(), 1, "switched off before the undo: {shown}");
        assert!(shown.contains("the agent would play"), "{shown}");
        assert!(shown.trim_end().ends_with('>') && shown.contains("move 1, White to move"), "{shown}");
    }

    #[test]
    fn mistakes_are_explained_and_the_game_continues() {
        let shown =
            transcript("person", "person", "a1a3\nb5b6\nfly\nlevel 99\nundo\nload nowhere.txt\na1a2\n");
        for text in [
            "has 1 neighbour, so it moves exactly 1 square in",
            "White has no piece on b5",
            "found \"fly\"",
            "expected a level from 1 to 10",
            "no move to take back",
            "cannot read nowhere.txt",
            "move 1, Black to move",
        ] {
            assert!(shown.contains(text), "{text:?} is missing from\n{shown}");
        }
    }

    #[test]
    fn machines_play_to_the_end_by_themselves() {
        let shown = transcript("level:5", "random", "");
        assert!(shown.contains("White wins: Black has no move"), "{shown}");
    }
}
