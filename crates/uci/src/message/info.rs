//! Progress of a search.

use std::fmt;

use crate::score::parse_chances;
use crate::tokens::{Tokens, one_line, write_field};
use crate::uci_move::{moves, next_move, write_moves};
use crate::{BoundedScore, Chances, ParseError, UciMove};

/// What an engine reports while it searches, as far as it does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The depth of the search in plies.
    pub depth: Option<u32>,
    /// The deepest line looked at.
    pub seldepth: Option<u32>,
    /// The rank of this line among several.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<BoundedScore>,
    /// The chances of the side to move.
    pub wdl: Option<Chances>,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions searched per second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in per mille.
    pub hashfull: Option<u32>,
    /// Positions found in tablebases.
    pub tbhits: Option<u64>,
    /// Positions found in Shredder's endgame databases.
    pub sbhits: Option<u64>,
    /// The time spent, in milliseconds.
    pub time: Option<u64>,
    /// How busy the processor is, in per mille.
    pub cpuload: Option<u32>,
    /// The root move being searched.
    pub currmove: Option<UciMove>,
    /// Its number, counted from one.
    pub currmovenumber: Option<u32>,
    /// The best line.
    pub pv: Vec<UciMove>,
    /// A move and the line that refutes it.
    pub refutation: Vec<UciMove>,
    /// The line being looked at.
    pub currline: Option<CurrentLine>,
    /// Free text.
    pub string: Option<String>,
}

/// The line that a processor is looking at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CurrentLine {
    /// The number of the processor, counted from one; absent if there is only one.
    pub cpu: Option<u32>,
    /// The line.
    pub moves: Vec<UciMove>,
}

impl Info {
    /// Reads what follows `info`. Unknown words are skipped; a list of moves ends at the first word
    /// that is not a move.
    pub(super) fn parse(mut tokens: Tokens) -> Result<Self, ParseError> {
        let mut info = Self::default();
        while let Some(token) = tokens.next() {
            match token {
                "depth" => info.depth = Some(tokens.number("depth")?),
                "seldepth" => info.seldepth = Some(tokens.number("seldepth")?),
                "multipv" => info.multipv = Some(tokens.number("multipv")?),
                "score" => info.score = Some(BoundedScore::parse(&mut tokens)?),
                "wdl" => info.wdl = Some(parse_chances(&mut tokens)?),
                "nodes" => info.nodes = Some(tokens.number("nodes")?),
                "nps" => info.nps = Some(tokens.number("nps")?),
                "hashfull" => info.hashfull = Some(tokens.number("hashfull")?),
                "tbhits" => info.tbhits = Some(tokens.number("tbhits")?),
                "sbhits" => info.sbhits = Some(tokens.number("sbhits")?),
                "time" => info.time = Some(tokens.number("time")?),
                "cpuload" => info.cpuload = Some(tokens.number("cpuload")?),
                "currmove" => info.currmove = next_move(&mut tokens),
                "currmovenumber" => info.currmovenumber = Some(tokens.number("currmovenumber")?),
                "pv" => info.pv = moves(&mut tokens),
                "refutation" => info.refutation = moves(&mut tokens),
                "currline" => {
                    let cpu = tokens.next_if_parses();
                    info.currline = Some(CurrentLine { cpu, moves: moves(&mut tokens) });
                }
                "string" => {
                    info.string = Some(tokens.text());
                    break;
                }
                _ => {}
            }
        }
        Ok(info)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "seldepth", self.seldepth)?;
        write_field(f, "multipv", self.multipv)?;
        write_field(f, "score", self.score)?;
        write_field(f, "wdl", self.wdl)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "nps", self.nps)?;
        write_field(f, "hashfull", self.hashfull)?;
        write_field(f, "tbhits", self.tbhits)?;
        write_field(f, "sbhits", self.sbhits)?;
        write_field(f, "time", self.time)?;
        write_field(f, "cpuload", self.cpuload)?;
        write_field(f, "currmove", self.currmove)?;
        write_field(f, "currmovenumber", self.currmovenumber)?;
        write_moves(f, "pv", &self.pv)?;
        write_moves(f, "refutation", &self.refutation)?;
        if let Some(line) = &self.currline {
            f.write_str(" currline")?;
            let cpu = line.cpu.iter().map(ToString::to_string);
            let words = cpu.chain(line.moves.iter().map(ToString::to_string));
            words.into_iter().try_for_each(|word| write!(f, " {word}"))?;
        }
        write_field(f, "string", self.string.as_deref().map(one_line))
    }
}
