//! Random conversations: every `go` gets one legal answer, every line is legal, and the engine ends
//! as it should.

use std::time::{Duration, Instant};

use arena::engine::EngineSpec;
use arena::process::{Event, Process};
use chess::{Game, Position, UciStyle, chess960};
use uci::Message;

use super::dice::{Dice, Rounds};

/// Tests ask what is answered, not how fast: they only do not wait for ever.
const PATIENCE: Duration = Duration::from_mins(1);

const OPTIONS: &[&str] = &[
    "Threads value 1",
    "Threads value 2",
    "Threads value 5",
    "Hash value 1",
    "Hash value 7",
    "MultiPV value 1",
    "MultiPV value 3",
    "MultiPV value 500",
    "UCI_ShowWDL value true",
    "UCI_LimitStrength value true",
    "UCI_LimitStrength value false",
    "UCI_Elo value 1500",
    "Searcher value MCTS",
    "Searcher value PVS",
    "Move Overhead value 100",
    "Clear Hash",
    "Ponder value true",
    "Threads value -1",
    "Hash value 99999999999",
    "EvalFile value /dev/zero",
    "NoSuchOption value 1",
];

const LIMITS: &[&str] = &[
    "depth 1",
    "depth 5",
    "depth 0",
    "nodes 1",
    "nodes 700",
    "nodes 0",
    "movetime 0",
    "movetime 20",
    "mate 2 nodes 3000",
    "wtime 30 btime 30",
    "wtime 100 btime 5 winc 1 binc 1 movestogo 1",
    "wtime -9223372036854775808 btime -1",
    "wtime 9223372036854775807 btime 9223372036854775807 depth 3",
    "infinite",
    "ponder wtime 50 btime 50",
    "",
    "searchmoves e2e4 d2d4 a1a1 depth 3",
    "depth 4294967295 movetime 5",
];

const NOISE: &[&str] = &[
    "",
    "isready",
    "stop",
    "ponderhit",
    "ucinewgame",
    "uci",
    "d",
    "eval",
    "flop",
    "position",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position startpos moves e2e5",
    "go perft 2",
    "genfens 2 seed 1 book None",
    "debug on",
    "register later",
    "setoption",
    "go perft",
    "\u{0}\u{1}",
];

/// A conversation, and the position of each `go` in it.
struct Script {
    lines: Vec<Vec<u8>>,
    searched: Vec<Position>,
}

/// A random game, and the command that sets it up.
fn position(dice: &mut Dice) -> (String, Position) {
    let is_chess960 = dice.once_in(3);
    let start = if is_chess960 {
        chess960::position(dice.below(960) as u16).expect("a number below 960")
    } else {
        Position::initial()
    };
    let mut game = Game::new(start.clone());
    for _ in 0..dice.below(60) {
        let moves = game.position().legal_moves();
        let Some(&mv) = moves.get(dice.below(moves.len().max(1))) else { break };
        game.play(mv).expect("a legal move");
    }
    let style = UciStyle::of(is_chess960);
    let moves: Vec<String> = game.moves().map(|mv| format!(" {}", mv.to_uci(style))).collect();
    let fen = start.setup().to_fen(chess::CastlingStyle::Files);
    let command = format!(
        "setoption name UCI_Chess960 value {is_chess960}\nposition fen {fen} moves{}",
        moves.concat()
    );
    (command, game.position().clone())
}

fn script(dice: &mut Dice) -> Script {
    let mut script = Script { lines: vec![b"uci".to_vec()], searched: Vec::new() };
    let mut current = Position::initial();
    for _ in 0..8 + dice.below(24) {
        let line = match dice.below(10) {
            0..3 => {
                let (command, position) = position(dice);
                current = position;
                command.into_bytes()
            }
            3..6 => {
                script.searched.push(current.clone());
                format!("go {}", dice.pick(LIMITS)).into_bytes()
            }
            6 => format!("setoption name {}", dice.pick(OPTIONS)).into_bytes(),
            7 if dice.once_in(8) => vec![b'x'; dice.below(300_000)],
            8 => noise(dice),
            _ => dice.pick(NOISE).as_bytes().to_vec(),
        };
        script.lines.push(line);
    }
    script
}

/// Bytes that are no command: none begins with the name of one.
fn noise(dice: &mut Dice) -> Vec<u8> {
    let mut bytes = b"?xyzzy plugh ".to_vec();
    bytes.extend((0..dice.below(200)).map(|_| dice.below(256) as u8));
    bytes.retain(|&byte| byte != b'\n');
    bytes
}

/// A running engine that is watched.
struct Watched {
    process: Process,
    seed: u64,
    lines: Vec<String>,
}

impl Watched {
    fn start(seed: u64) -> Self {
        let cmd = env!("CARGO_BIN_EXE_petteia").to_owned();
        let spec = EngineSpec { cmd, name: "petteia".to_owned(), ..EngineSpec::default() };
        Self { process: Process::start(&spec).expect("the binary is built"), seed, lines: Vec::new() }
    }

    fn send(&mut self, line: &[u8]) {
        self.process.send([line, b"\n"].concat()).unwrap_or_else(|error| self.fail(&error.to_string()));
    }

    /// The next line, unless there is none for a moment.
    fn next(&mut self, moment: Duration) -> Option<String> {
        match self.process.receive(Instant::now() + moment) {
            Event::Line(line) => {
                self.lines.push(line.text.clone());
                Some(line.text)
            }
            Event::Silence => None,
            Event::Closed => self.fail("the engine ended"),
        }
    }

    fn fail(&mut self, why: &str) -> ! {
        let last = self.lines.len().saturating_sub(20);
        let (seed, end) = (self.seed, self.process.obituary());
        panic!("seed {seed}: {why}; {end}\n{}", self.lines[last..].join("\n"))
    }

    /// Checks the answer to one `go`: legal lines, the last of which begins with the move.
    fn check_answer(&mut self, position: &Position) {
        let deadline = Instant::now() + PATIENCE;
        let mut first = None;
        loop {
            let Some(line) = self.next(Duration::from_millis(20)) else {
                if Instant::now() > deadline {
                    self.fail("no answer");
                }
                // What has no end of its own is stopped; more than one may wait.
                self.send(b"stop");
                continue;
            };
            match line.parse() {
                Ok(Message::Info(info)) if !info.pv.is_empty() => {
                    let mut game = Game::new(position.clone());
                    for &mv in &info.pv {
                        let played = game.position().find(mv).and_then(|mv| game.play(mv));
                        if let Err(error) = played {
                            self.fail(&format!("{error} in {line}"));
                        }
                    }
                    if info.multipv.is_none_or(|number| number == 1) {
                        first = info.pv.first().copied();
                    }
                }
                Ok(Message::BestMove(answer)) => {
                    let is_legal = answer.best.is_none_or(|mv| position.find(mv).is_ok());
                    let is_missing = answer.best.is_none() && position.count_legal_moves() > 0;
                    if !is_legal || is_missing || answer.best != first {
                        self.fail(&format!("{line} in {position}"));
                    }
                    return;
                }
                _ => {}
            }
        }
    }

    /// Nothing is answered any more, and the engine leaves in order.
    fn check_end(mut self, by_quit: bool) {
        self.send(b"isready");
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.next(PATIENCE) {
                Some(line) if line == "readyok" => break,
                Some(line) if line.starts_with("bestmove") => self.fail("one answer too many"),
                _ if Instant::now() > deadline => self.fail("not ready"),
                _ => {}
            }
        }
        if by_quit {
            self.send(b"quit");
        }
        self.process.close_input();
        if !self.process.wait(PATIENCE) {
            self.fail("it does not end");
        }
        let end = self.process.obituary();
        assert_eq!(end, "exit status: 0", "seed {}", self.seed);
    }
}

#[test]
fn random_conversations_are_answered() {
    for mut dice in Rounds::new("conversations", 25) {
        let script = script(&mut dice);
        let mut engine = Watched::start(dice.seed);
        for line in &script.lines {
            engine.send(line);
        }
        for position in &script.searched {
            engine.check_answer(position);
        }
        engine.check_end(dice.once_in(2));
    }
}
