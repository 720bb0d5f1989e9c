//! The engine's side of a UCI conversation.
//!
//! A [`Session`] takes lines and writes messages; where they come from and go to is not its
//! concern. While a search runs, `stop`, `ponderhit`, `isready` and `quit` are obeyed at once and
//! everything else waits its turn, so that no order of commands can lock it up.

mod options;
mod report;

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use chess::{Game, Move, Position};
use engine::{Clock, Engine, Limits, Report, Settings, Stop, bench};
use gamekit::{Bound, Score, SplitMix64};
use uci::{BestMove, BoundedScore, Command, GenFens, Go, Info, Message, Start};

use options::Options;
use report::Reporter;

/// What a session waits for.
enum Input {
    Line(String),
    /// The line was not text.
    Garbage(String),
    End,
    /// The running search is over.
    Searched(Report),
}

/// Whether a session goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

/// A conversation with a GUI.
pub struct Session<W> {
    /// Locked by the search that runs, and otherwise free.
    engine: Arc<Mutex<Engine>>,
    game: Game,
    options: Options,
    output: Arc<Mutex<W>>,
    search: Option<Search>,
    /// Commands that came while a search was running.
    waiting: VecDeque<Command>,
    sender: Sender<Input>,
    receiver: Receiver<Input>,
}

/// The search that runs.
struct Search {
    stop: Stop,
    reporter: Reporter,
    pondering: bool,
    /// It answers only when it is told to.
    held: bool,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session that writes to `output`.
    pub fn new(engine: Engine, output: W) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self {
            engine: Arc::new(Mutex::new(engine)),
            game: Game::default(),
            options: Options::default(),
            output: Arc::new(Mutex::new(output)),
            search: None,
            waiting: VecDeque::new(),
            sender,
            receiver,
        }
    }

    /// Obeys the lines of `input` until `quit` or its end, where a running search ends too.
    pub fn run(mut self, input: impl BufRead + Send + 'static) {
        let sender = self.sender.clone();
        thread::spawn(move || read_lines(input, &sender));
        while let Ok(input) = self.receiver.recv() {
            if self.handle(input) == Next::Quit {
                break;
            }
        }
        self.finish();
    }

    /// Obeys these lines in order, each search being finished before the next line is read.
    pub fn run_lines<'a>(mut self, lines: impl IntoIterator<Item = &'a str>) {
        for line in lines {
            if self.handle(Input::Line(line.to_owned())) == Next::Quit {
                break;
            }
            while self.search.as_ref().is_some_and(|search| !search.held)
                && let Ok(input) = self.receiver.recv()
            {
                self.handle(input);
            }
        }
        self.finish();
    }

    /// Ends the search that runs, with its answer.
    fn finish(mut self) {
        self.stop();
        while self.search.is_some()
            && let Ok(input) = self.receiver.recv()
        {
            if let Input::Searched(report) = input {
                self.answer(&report);
            }
        }
    }

    fn handle(&mut self, input: Input) -> Next {
        match input {
            Input::End => return Next::Quit,
            Input::Garbage(line) => self.note(format!("not text: {line:?}; expected UTF-8")),
            Input::Searched(report) => {
                self.answer(&report);
                while self.search.is_none()
                    && let Some(command) = self.waiting.pop_front()
                {
                    self.obey(command);
                }
            }
            Input::Line(line) => match line.parse() {
                Ok(Command::Quit) => return Next::Quit,
                Ok(Command::Stop) => self.stop(),
                Ok(Command::PonderHit) => self.ponder_hit(),
                Ok(Command::IsReady) => self.say(&Message::ReadyOk),
                Ok(command) if self.search.is_some() => self.waiting.push_back(command),
                Ok(command) => self.obey(command),
                Err(uci::ParseError::Empty { .. }) => {}
                Err(error) => self.note(error.to_string()),
            },
        }
        Next::GoOn
    }

    fn stop(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop.stop();
            search.held = false;
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(search) = &mut self.search {
            search.stop.ponder_hit();
            search.held &= !search.pondering;
        }
    }

    /// The search is over before its answer is written, so what a GUI sends next is obeyed at once.
    fn answer(&mut self, report: &Report) {
        if let Some(search) = self.search.take() {
            self.say(&search.reporter.best_move(report));
        }
    }

    /// Carries out a command while no search is running.
    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::SetOption(option) => {
                let result = self.options.set(&mut lock(&self.engine), &option);
                match result {
                    Ok(None) => {}
                    Ok(Some(note)) => self.note(note),
                    Err(error) => self.note(format!("{:#}", anyhow::Error::from(error))),
                }
            }
            Command::UciNewGame => self.engine().new_game(),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => self.perft(depth),
            Command::Display => self.print(&report::display(self.game.position())),
            Command::Eval => self.print(&report::evaluation(&self.engine(), self.game.position())),
            Command::Bench(depth) => {
                let Settings { threads, evaluator, .. } = self.engine().settings().clone();
                let result = bench::run(depth.unwrap_or(bench::DEPTH), threads, evaluator);
                self.print(&format!("{} nodes {} nps", result.nodes, result.speed()));
            }
            Command::Flip => {
                self.game = Game::new(self.game.position().flipped());
            }
            Command::Help => self.print(report::HELP),
            Command::GenFens(wish) => self.generate_openings(&wish),
            // There is nothing to debug or to register; the others were obeyed when they came.
            Command::Debug(_)
            | Command::Register(_)
            | Command::Stop
            | Command::PonderHit
            | Command::IsReady
            | Command::Quit => {}
        }
    }

    fn introduce(&self) {
        self.say(&Message::IdName(format!("Petteia {}", env!("CARGO_PKG_VERSION"))));
        self.say(&Message::IdAuthor("the Petteia authors".to_owned()));
        for option in Options::all() {
            self.say(&Message::Option(option));
        }
        self.say(&Message::UciOk);
    }

    /// Sets up a position; a bad one is told and changes nothing.
    fn set_position(&mut self, wanted: &uci::Position) {
        let start = match &wanted.start {
            Start::Initial => Ok(Position::initial()),
            Start::Fen(fen) => fen.parse().map_err(|error| format!("{error} in {fen:?}")),
        };
        let mut game = match start {
            Ok(position) => Game::new(position),
            Err(error) => return self.note(error),
        };
        for &mv in &wanted.moves {
            match game.position().find(mv) {
                Ok(mv) => game.play(mv).unwrap_or_default(),
                Err(error) => return self.note(format!("{error}; the position stays as it was")),
            }
        }
        self.game = game;
    }

    fn go(&mut self, go: &Go) {
        let limits = self.limits(go);
        if !limits.infinite
            && !limits.ponder
            && let Some(mv) = self.options.book_move(self.game.position())
        {
            return self.answer_from_book(mv);
        }
        let reporter = Reporter::new(self.game.position(), &self.options);
        let stop = Stop::default();
        self.search = Some(Search {
            stop: stop.clone(),
            reporter,
            pondering: limits.ponder,
            held: limits.infinite || limits.ponder,
        });
        let (engine, game, output) = (Arc::clone(&self.engine), self.game.clone(), Arc::clone(&self.output));
        let sender = self.sender.clone();
        thread::spawn(move || {
            let report = lock(&engine).search(&game, &limits, &stop, |info| {
                write_line(&output, &reporter.info(info).to_string());
            });
            sender.send(Input::Searched(report)).unwrap_or_default();
        });
    }

    fn answer_from_book(&self, mv: Move) {
        let mv = mv.to_uci(self.options.style());
        let score = BoundedScore { value: Score::DRAW.into(), bound: Bound::Exact };
        self.say(&Message::Info(Info {
            depth: Some(0),
            score: Some(score),
            pv: vec![mv],
            ..Info::default()
        }));
        self.say(&Message::BestMove(BestMove { best: Some(mv), ponder: None }));
    }

    fn limits(&self, go: &Go) -> Limits {
        let position = self.game.position();
        let turn = position.turn();
        // A GUI that tells only the other side's clock leaves ours to be guessed: it is the same.
        let clock = go.time(turn).or(go.time(!turn)).map(|remaining| Clock {
            remaining: millis(remaining),
            increment: millis(go.increment(turn).unwrap_or(0)),
            moves_to_go: go.movestogo,
        });
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            soft_nodes: None,
            mate: go.mate,
            movetime: go.movetime.map(Duration::from_millis),
            clock,
            searchmoves: go.searchmoves.iter().filter_map(|&mv| position.find(mv).ok()).collect(),
            infinite: go.infinite || is_unlimited(go),
            ponder: go.ponder,
            whole_pv: false,
        }
    }

    fn perft(&self, depth: u32) {
        let moves = chess::perft::divide(self.game.position(), depth, self.engine().settings().threads, None);
        for (mv, nodes) in &moves {
            self.print(&format!("{}: {nodes}", mv.to_uci(self.options.style())));
        }
        let total: u64 = if depth == 0 { 1 } else { moves.iter().map(|(_, nodes)| nodes).sum() };
        self.print(&format!("\nNodes searched: {total}\n"));
    }

    /// Random openings for data generation: a few random moves, then a look that nobody is lost.
    fn generate_openings(&self, wish: &GenFens) {
        if let Some(book) = &wish.book {
            return self.note(format!("genfens cannot begin from the book {book:?}; expected book None"));
        }
        let mut rng = SplitMix64::new(wish.seed);
        for _ in 0..wish.count {
            let position = engine::opening::random(&mut rng);
            self.print(&format!("info string genfens {position}"));
        }
    }

    /// The engine, while no search is running.
    fn engine(&self) -> MutexGuard<'_, Engine> {
        lock(&self.engine)
    }

    fn say(&self, message: &Message) {
        write_line(&self.output, &message.to_string());
    }

    fn note(&self, text: impl Into<String>) {
        self.say(&Message::string(text));
    }

    fn print(&self, text: &str) {
        write_line(&self.output, text);
    }
}

/// GUIs do send negative times.
fn millis(millis: i64) -> Duration {
    Duration::from_millis(millis.max(0) as u64)
}

/// Without any limit a search goes on until it is stopped.
fn is_unlimited(go: &Go) -> bool {
    let limits = [go.wtime.is_some(), go.btime.is_some(), go.depth.is_some(), go.nodes.is_some()];
    !go.ponder && !limits.contains(&true) && go.mate.is_none() && go.movetime.is_none()
}

/// Writes a line at once. A GUI that no longer listens is not the engine's trouble.
fn write_line(output: &Mutex<impl Write>, line: &str) {
    let mut output = lock(output);
    writeln!(output, "{line}").and_then(|()| output.flush()).unwrap_or_default();
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read_lines(mut input: impl BufRead, sender: &Sender<Input>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let ended = !matches!(input.read_until(b'\n', &mut line), Ok(1..));
        let message = match (ended, std::str::from_utf8(&line)) {
            (true, _) => Input::End,
            (false, Ok(text)) => Input::Line(text.to_owned()),
            (false, Err(_)) => {
                Input::Garbage(String::from_utf8_lossy(&line).trim_end().chars().take(80).collect())
            }
        };
        if sender.send(message).is_err() || ended {
            return;
        }
    }
}
