//! `petteia lab uci`: a profile speaks UCI.
//!
//! The whole of an engine's side of the protocol: one thread reads lines, one searches, and this one
//! waits for either. During a search `stop`, `ponderhit`, `isready` and `quit` take effect at once,
//! and all else waits until it is over.

use std::collections::VecDeque;
use std::io::{self, BufRead, Stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context, Result};
use chess::{Game, UciStyle};
use engine::{Report, SearchInfo, Stop};
use lab::player::{PROFILES, Player, Profile};
use parking_lot::Mutex;
use uci::{BestMove, BoundedScore, Command, Go, Info, Message, OptionKind, OptionSpec, SetOption};

use crate::uci_session::{limits, set_up, write_line};

#[derive(clap::Args)]
pub struct Args {
    /// Profile to play, as `petteia lab list` names them.
    #[arg(value_parser = named)]
    profile: &'static Profile,
}

fn named(text: &str) -> Result<&'static Profile, String> {
    Profile::named(text).ok_or_else(|| {
        let names: Vec<&str> = PROFILES.iter().map(|profile| profile.name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

pub fn run(args: &Args) -> Result<()> {
    let player = Player::new(*args.profile).context("not enough memory")?;
    let (sender, receiver) = mpsc::channel();
    let from_input = sender.clone();
    thread::spawn(move || read_lines(io::stdin().lock(), &from_input));
    let session = Session {
        profile: args.profile,
        player: Arc::new(Mutex::new(player)),
        game: Game::default(),
        output: Arc::new(Mutex::new(io::stdout())),
        search: None,
        waiting: VecDeque::new(),
        sender,
    };
    session.run(&receiver);
    Ok(())
}

/// What a session waits for.
enum Event {
    Line(String),
    End,
    Searched(Report),
}

fn read_lines(input: impl BufRead, sender: &Sender<Event>) {
    let lines = input.split(b'\n').map_while(Result::ok);
    let lines = lines.map(|line| Event::Line(String::from_utf8_lossy(&line).into_owned()));
    for event in lines.chain([Event::End]) {
        if sender.send(event).is_err() {
            return;
        }
    }
}

struct Session {
    profile: &'static Profile,
    /// Locked by the running search.
    player: Arc<Mutex<Player>>,
    game: Game,
    output: Arc<Mutex<Stdout>>,
    search: Option<Stop>,
    /// Commands that arrived during a search.
    waiting: VecDeque<Command>,
    sender: Sender<Event>,
}

impl Session {
    fn run(mut self, events: &Receiver<Event>) {
        while let Ok(event) = events.recv() {
            if self.handle(event).is_break() {
                break;
            }
        }
        if let Some(stop) = &self.search {
            stop.stop();
        }
        while self.search.is_some()
            && let Ok(event) = events.recv()
        {
            if let Event::Searched(report) = event {
                self.answer(&report);
            }
        }
    }

    fn handle(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::End => return ControlFlow::Break(()),
            Event::Searched(report) => {
                self.answer(&report);
                while self.search.is_none()
                    && let Some(command) = self.waiting.pop_front()
                {
                    self.obey(&command);
                }
            }
            Event::Line(line) => match line.parse() {
                Ok(Command::Quit) => return ControlFlow::Break(()),
                Ok(Command::IsReady) => self.say(&Message::ReadyOk),
                Ok(Command::Stop) => self.search.iter().for_each(Stop::stop),
                Ok(Command::PonderHit) => self.search.iter().for_each(Stop::ponder_hit),
                Ok(command) if self.search.is_some() => self.waiting.push_back(command),
                Ok(command) => self.obey(&command),
                Err(uci::ParseError::Empty { .. }) => {}
                Err(error) => self.note(error.to_string()),
            },
        }
        ControlFlow::Continue(())
    }

    /// Obeys a command while there is no search. What only the main engine offers means nothing.
    fn obey(&mut self, command: &Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::SetOption(option) => {
                if let Err(error) = self.set(option) {
                    self.note(format!("{error:#}"));
                }
            }
            Command::UciNewGame => self.player.lock().new_game(),
            Command::Position(position) => match set_up(position) {
                Ok(game) => self.game = game,
                Err(error) => self.note(error),
            },
            Command::Go(go) => self.go(go),
            _ => {}
        }
    }

    fn introduce(&self) {
        self.say(&Message::IdName(format!("Petteia lab {}", self.profile.name)));
        self.say(&Message::IdAuthor("the Petteia authors".to_owned()));
        let spin = |default: usize, max| OptionKind::Spin { default: default as i64, min: 1, max };
        let options = [
            ("Hash", spin(self.profile.table.unwrap_or(1), 65_536)),
            ("Threads", spin(self.profile.threads, 256)),
            ("EvalFile", OptionKind::String { default: String::new() }),
        ];
        for (name, kind) in options {
            self.say(&Message::Option(OptionSpec { name: name.to_owned(), kind }));
        }
        self.say(&Message::UciOk);
    }

    fn set(&self, option: &SetOption) -> Result<()> {
        let value = option.value.as_deref().unwrap_or("");
        let number = |most: usize| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number
                .with_context(|| format!("bad {} {value:?}; expected a number from 1 to {most}", option.name))
        };
        let mut player = self.player.lock();
        if option.is("Hash") {
            player.set_hash(number(65_536)?)?;
        } else if option.is("Threads") {
            player.set_threads(number(256)?);
        } else if option.is("EvalFile") {
            player.open_net(Path::new(value)).with_context(|| format!("EvalFile {value}"))?;
        } else {
            anyhow::bail!("unknown option {:?}; expected Hash, Threads or EvalFile", option.name);
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) {
        let limits = limits(go, self.game.position());
        let stop = Stop::default();
        self.search = Some(stop.clone());
        let (player, game) = (Arc::clone(&self.player), self.game.clone());
        let (output, sender) = (Arc::clone(&self.output), self.sender.clone());
        thread::spawn(move || {
            let tell = |info: &SearchInfo| write_line(&output, &Message::Info(to_uci(info)).to_string());
            let report = player.lock().search(&game, &limits, &stop, tell);
            sender.send(Event::Searched(report)).unwrap_or_default();
        });
    }

    fn answer(&mut self, report: &Report) {
        self.search = None;
        let [best, ponder] =
            [report.best, report.ponder].map(|mv| mv.map(|mv| mv.to_uci(UciStyle::Standard)));
        self.say(&Message::BestMove(BestMove { best, ponder }));
    }

    fn note(&self, text: impl Into<String>) {
        self.say(&Message::string(text));
    }

    fn say(&self, message: &Message) {
        write_line(&self.output, &message.to_string());
    }
}

fn to_uci(info: &SearchInfo) -> Info {
    Info {
        depth: Some(info.depth),
        seldepth: Some(info.selective_depth as u32),
        score: Some(BoundedScore { value: info.score.into(), bound: info.bound }),
        nodes: Some(info.nodes),
        nps: Some((info.nodes as f64 / info.time.as_secs_f64().max(1e-6)) as u64),
        time: Some(info.time.as_millis() as u64),
        pv: info.moves.iter().map(|mv| mv.to_uci(UciStyle::Standard)).collect(),
        ..Info::default()
    }
}
