//! The engine's side of a UCI conversation.
//!
//! A [`Session`] reads lines from any input and writes messages to any output. During a search,
//! `stop`, `ponderhit`, `isready` and `quit` take effect at once and all other commands wait until
//! it ends, so that no order of commands can lock the session up. Other long work (`go perft`,
//! `bench`, `genfens`) is ended by `stop`, `quit` and the end of the input, and all else waits.

mod options;
mod report;

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;
use std::{str, thread};

use chess::{Game, Move, Position};
use engine::{Clock, Limits, Report, Stop, bench};
use gamekit::{Bound, Score, SplitMix64};
use mcts::ChessPlayer;
use parking_lot::Mutex;
use uci::{BestMove, BoundedScore, Command, GenFens, Go, Info, Message, Start};

use options::Options;
use report::Reporter;

/// What a session waits for.
enum Input {
    Line(Vec<u8>),
    End,
    /// The running search is over.
    Searched(Report),
    /// The running work is over.
    Worked,
}

/// A conversation with a GUI.
pub struct Session<W> {
    /// Locked by the running search.
    engine: Arc<Mutex<ChessPlayer>>,
    game: Game,
    options: Options,
    output: Arc<Mutex<W>>,
    running: Option<Running>,
    /// Commands that arrived while something was running.
    waiting: VecDeque<Command>,
    sender: Sender<Input>,
    receiver: Receiver<Input>,
}

/// What runs on a thread of its own.
enum Running {
    Search(Search),
    /// Counting or generating, until this ends it.
    Work(Stop),
}

/// The running search.
struct Search {
    stop: Stop,
    reporter: Reporter,
    pondering: bool,
    /// It answers only after `stop` or `ponderhit`.
    held: bool,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session that writes to `output`.
    pub fn new(engine: ChessPlayer, output: W) -> Self {
        let (sender, receiver) = mpsc::channel();
        Self {
            options: Options::new(engine.settings().clone()),
            engine: Arc::new(Mutex::new(engine)),
            game: Game::default(),
            output: Arc::new(Mutex::new(output)),
            running: None,
            waiting: VecDeque::new(),
            sender,
            receiver,
        }
    }

    /// Runs the lines of `input` until `quit` or its end, which also ends a running search.
    pub fn run(mut self, input: impl BufRead + Send + 'static) {
        let sender = self.sender.clone();
        thread::spawn(move || read_lines(input, &sender));
        while let Ok(input) = self.receiver.recv() {
            if self.handle(input).is_break() {
                break;
            }
        }
        self.finish();
    }

    /// Runs these lines in order; each search and all work ends before the next line.
    pub fn run_lines<'a>(mut self, lines: impl IntoIterator<Item = &'a str>) {
        for line in lines {
            if self.handle(Input::Line(line.into())).is_break() {
                break;
            }
            while self.will_end()
                && let Ok(input) = self.receiver.recv()
            {
                // Only the running thread sends here, and never a reason to leave.
                let _ = self.handle(input);
            }
        }
        self.finish();
    }

    /// Ends the running search, with its answer; other work is left.
    fn finish(mut self) {
        self.stop();
        while matches!(self.running, Some(Running::Search(_)))
            && let Ok(input) = self.receiver.recv()
        {
            if let Input::Searched(report) = input {
                self.answer(&report);
            }
        }
    }

    fn handle(&mut self, input: Input) -> ControlFlow<()> {
        match input {
            Input::End => return ControlFlow::Break(()),
            Input::Searched(report) => {
                self.answer(&report);
                self.run_waiting();
            }
            Input::Worked => {
                self.running = None;
                self.run_waiting();
            }
            Input::Line(line) => match str::from_utf8(&line).map(str::parse) {
                Ok(Ok(Command::Quit)) => return ControlFlow::Break(()),
                Ok(Ok(Command::Stop)) => self.stop(),
                Ok(Ok(Command::PonderHit)) => self.ponder_hit(),
                Ok(Ok(Command::IsReady)) if !matches!(self.running, Some(Running::Work(_))) => {
                    self.say(&Message::ReadyOk);
                }
                Ok(Ok(command)) if self.running.is_some() => self.waiting.push_back(command),
                Ok(Ok(command)) => self.run_command(command),
                Ok(Err(uci::ParseError::Empty { .. })) => {}
                Ok(Err(error)) => self.note(error.to_string()),
                Err(_) => {
                    let start: String = String::from_utf8_lossy(&line).chars().take(80).collect();
                    self.note(format!("not text: {:?}; expected UTF-8", start.trim_end()));
                }
            },
        }
        ControlFlow::Continue(())
    }

    /// Whether what runs ends by itself.
    fn will_end(&self) -> bool {
        match &self.running {
            Some(Running::Search(search)) => !search.held,
            Some(Running::Work(_)) => true,
            None => false,
        }
    }

    /// Runs the commands that waited.
    fn run_waiting(&mut self) {
        while self.running.is_none()
            && let Some(command) = self.waiting.pop_front()
        {
            self.run_command(command);
        }
    }

    fn stop(&mut self) {
        match &mut self.running {
            Some(Running::Search(search)) => {
                search.stop.stop();
                search.held = false;
            }
            Some(Running::Work(stop)) => stop.stop(),
            None => {}
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(Running::Search(search)) = &mut self.running {
            search.stop.ponder_hit();
            search.held &= !search.pondering;
        }
    }

    /// The search is over before its answer is written, so the GUI's next command need not wait.
    fn answer(&mut self, report: &Report) {
        if let Some(Running::Search(search)) = self.running.take() {
            self.say(&search.reporter.best_move(report));
        }
    }

    /// Runs a command while nothing else runs.
    fn run_command(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::SetOption(option) => {
                let result = self.options.set(&mut self.engine.lock(), &option);
                match result {
                    Ok(None) => {}
                    Ok(Some(note)) => self.note(note),
                    Err(error) => self.note(format!("{:#}", anyhow::Error::from(error))),
                }
            }
            Command::UciNewGame => self.options.new_game(&mut self.engine.lock()),
            Command::Position(position) => match set_up(&position) {
                Ok(game) => self.game = game,
                Err(error) => self.note(error),
            },
            Command::Go(go) => self.go(&go),
            Command::Perft(depth) => self.perft(depth),
            Command::Display => self.print(&report::display(self.game.position())),
            Command::Eval => {
                let position = self.game.position();
                let score = self.options.settings.evaluator.evaluate(position);
                self.print(&format!("Evaluation: {score} for {}, the side to move", position.turn()));
            }
            Command::Bench(depth) => self.bench(depth.unwrap_or(bench::DEPTH)),
            Command::Flip => self.game = Game::new(self.game.position().flipped()),
            Command::Help => self.print(report::HELP),
            Command::GenFens(wish) => self.generate_openings(&wish),
            Command::IsReady => self.say(&Message::ReadyOk),
            // There is nothing to debug or to register; the others have run already.
            Command::Debug(_) | Command::Register(_) | Command::Stop | Command::PonderHit | Command::Quit => {
            }
        }
    }

    fn introduce(&self) {
        self.say(&Message::IdName(format!("Petteia {}", env!("PETTEIA_VERSION"))));
        self.say(&Message::IdAuthor("the Petteia authors".to_owned()));
        for option in Options::all() {
            self.say(&Message::Option(option));
        }
        self.say(&Message::UciOk);
    }

    fn go(&mut self, go: &Go) {
        let limits = limits(go, self.game.position());
        if !limits.infinite
            && !limits.ponder
            && let Some(mv) = self.options.book_move(self.game.position())
        {
            return self.answer_from_book(mv);
        }
        let reporter = Reporter::new(self.game.position(), &self.options);
        let stop = Stop::default();
        self.running = Some(Running::Search(Search {
            stop: stop.clone(),
            reporter,
            pondering: limits.ponder,
            held: limits.infinite || limits.ponder,
        }));
        let (engine, game, output) = (Arc::clone(&self.engine), self.game.clone(), Arc::clone(&self.output));
        let sender = self.sender.clone();
        thread::spawn(move || {
            let mut engine = engine.lock();
            let report = engine.search(&game, &limits, &stop, |info| {
                write_line(&output, &reporter.info(info).to_string());
            });
            if let Some(visits) = reporter.visits(engine.visits()) {
                write_line(&output, &visits.to_string());
            }
            drop(engine);
            sender.send(Input::Searched(report)).unwrap_or_default();
        });
    }

    fn answer_from_book(&self, mv: Move) {
        let mv = mv.to_uci(self.options.style);
        let score = BoundedScore { value: Score::DRAW.into(), bound: Bound::Exact };
        self.say(&Message::Info(Info {
            depth: Some(0),
            score: Some(score),
            pv: vec![mv],
            ..Info::default()
        }));
        self.say(&Message::BestMove(BestMove { best: Some(mv), ponder: None }));
    }

    /// Runs what takes long on a thread of its own.
    fn work(&mut self, work: impl FnOnce(&Stop, &Mutex<W>) + Send + 'static) {
        let stop = Stop::default();
        self.running = Some(Running::Work(stop.clone()));
        let (output, sender) = (Arc::clone(&self.output), self.sender.clone());
        thread::spawn(move || {
            work(&stop, &output);
            sender.send(Input::Worked).unwrap_or_default();
        });
    }

    fn bench(&mut self, depth: u32) {
        let (threads, evaluator) = (self.options.settings.threads, self.options.settings.evaluator.clone());
        self.work(move |stop, output| {
            let result = bench::run_until(depth, threads, evaluator, stop);
            if stop.is_stopped() {
                write_line(output, &Message::string("the bench was stopped").to_string());
            } else {
                write_line(output, &format!("{} nodes {} nps", result.nodes, result.speed()));
            }
        });
    }

    fn perft(&mut self, depth: u32) {
        let (threads, style) = (self.options.settings.threads, self.options.style);
        let position = self.game.position().clone();
        self.work(move |stop, output| {
            let counted = chess::perft::divide_while(&position, depth, threads, || !stop.is_stopped());
            let Some(moves) = counted else {
                return write_line(output, &Message::string("perft was stopped").to_string());
            };
            for (mv, nodes) in &moves {
                write_line(output, &format!("{}: {nodes}", mv.to_uci(style)));
            }
            let total: u64 = if depth == 0 { 1 } else { moves.iter().map(|(_, nodes)| nodes).sum() };
            write_line(output, &format!("\nNodes searched: {total}\n"));
        });
    }

    /// Random openings for data generation, in which neither side is lost.
    fn generate_openings(&mut self, wish: &GenFens) {
        if let Some(book) = &wish.book {
            return self.note(format!("genfens cannot begin from the book {book:?}; expected book None"));
        }
        let (mut rng, count) = (SplitMix64::new(wish.seed), wish.count);
        self.work(move |stop, output| {
            for _ in (0..count).take_while(|_| !stop.is_stopped()) {
                let position = engine::opening::random(&mut rng);
                write_line(output, &format!("info string genfens {position}"));
            }
        });
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

/// The limits of a `go` in a position.
pub fn limits(go: &Go, position: &Position) -> Limits {
    let turn = position.turn();
    // If a GUI sends only the opponent's clock, ours is assumed to show the same time.
    let clock = go.time(turn).or(go.time(!turn)).map(|remaining| Clock {
        remaining: millis(remaining),
        increment: millis(go.increment(turn).unwrap_or(0)),
        moves_to_go: go.movestogo,
    });
    let mut limits = Limits {
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        movetime: go.movetime.map(Duration::from_millis),
        clock,
        ponder: go.ponder,
        ..Limits::default()
    };
    // Without any limit a search runs until it is stopped.
    limits.infinite = go.infinite || limits == Limits::default();
    limits.searchmoves = go.searchmoves.iter().filter_map(|&mv| position.find(mv).ok()).collect();
    limits
}

/// The game of a `position`.
pub fn set_up(wanted: &uci::Position) -> Result<Game, String> {
    let start = match &wanted.start {
        Start::Initial => Position::initial(),
        Start::Fen(fen) => fen.parse().map_err(|error| format!("{error} in {fen:?}"))?,
    };
    let mut game = Game::new(start);
    for mv in &wanted.moves {
        let played = match mv {
            Some(mv) => {
                game.position().find(*mv).and_then(|mv| game.play(mv)).map_err(|error| error.to_string())
            }
            None => pass(game.position()).map(|position| game = Game::new(position)),
        };
        played.map_err(|error| format!("{error}; the position stays as it was"))?;
    }
    Ok(game)
}

/// The position after a null move. A new game begins there: no position before it can recur.
fn pass(position: &Position) -> Result<Position, String> {
    if position.in_check() {
        return Err(format!("illegal null move in check in {position}"));
    }
    let mut passed = position.clone();
    passed.make_null();
    Ok(passed)
}

/// Some GUIs send negative times.
fn millis(millis: i64) -> Duration {
    Duration::from_millis(millis.max(0) as u64)
}

/// Writes a line at once. If the GUI has closed the output, the line is lost.
pub fn write_line(output: &Mutex<impl Write>, line: &str) {
    let mut output = output.lock();
    writeln!(output, "{line}").and_then(|()| output.flush()).unwrap_or_default();
}

fn read_lines(input: impl BufRead, sender: &Sender<Input>) {
    let lines = input.split(b'\n').map_while(Result::ok).map(Input::Line);
    for line in lines.chain([Input::End]) {
        if sender.send(line).is_err() {
            return;
        }
    }
}
