//! What a session prints.

use chess::{Move, Position, UciStyle};
use engine::{Report, SearchInfo, wdl};
use uci::{BestMove, BoundedScore, Info, Message};

use super::options::Options;

pub const HELP: &str = "\
Petteia speaks UCI, the protocol of chess programs: a GUI starts it and talks to it.
By hand, try:
  position startpos moves e2e4     set up a position
  go depth 15                      search it; or: go movetime 1000, go infinite and stop
  d                                show the board
  eval                             show the evaluation
  go perft 5                       count legal moves
  bench                            search a fixed set of positions
  uci                              list the options; setoption name Threads value 2
  quit";

/// Turns the reports of a search into messages.
#[derive(Clone, Copy)]
pub struct Reporter {
    style: UciStyle,
    show_wdl: bool,
    material: i32,
}

impl Reporter {
    pub fn new(position: &Position, options: &Options) -> Self {
        Self { style: options.style, show_wdl: options.show_wdl, material: wdl::material(position) }
    }

    pub fn best_move(self, report: &Report) -> Message {
        Message::BestMove(BestMove {
            best: report.best.map(|mv| mv.to_uci(self.style)),
            ponder: report.ponder.map(|mv| mv.to_uci(self.style)),
        })
    }

    /// The most visited moves of a tree search; nothing after alpha-beta.
    pub fn visits(self, moves: &[(Move, u32)]) -> Option<Message> {
        const SHOWN: usize = 8;
        let shown: Vec<String> = moves
            .iter()
            .take(SHOWN)
            .map(|(mv, visits)| format!("{} {visits}", mv.to_uci(self.style)))
            .collect();
        (!shown.is_empty()).then(|| Message::string(format!("visits {}", shown.join(" "))))
    }

    pub fn info(self, info: &SearchInfo) -> Message {
        Message::Info(Info {
            depth: Some(info.depth),
            seldepth: Some(info.selective_depth as u32),
            multipv: Some(info.line as u32),
            score: Some(BoundedScore { value: info.score.into(), bound: info.bound }),
            wdl: self
                .show_wdl
                .then(|| info.chances.unwrap_or_else(|| wdl::chances(info.score, self.material))),
            nodes: Some(info.nodes),
            nps: Some((info.nodes as f64 / info.time.as_secs_f64().max(1e-6)) as u64),
            hashfull: Some(info.hashfull as u32),
            tbhits: Some(info.tablebase_hits),
            time: Some(info.time.as_millis() as u64),
            pv: info.moves.iter().map(|mv| mv.to_uci(self.style)).collect(),
            ..Info::default()
        })
    }
}

/// The answer to `d`.
pub fn display(position: &Position) -> String {
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    format!(
        "{}\n\nFen: {position}\nKey: {}\nCheckers: {}",
        position.board(),
        position.key(),
        checkers.join(" ")
    )
}
