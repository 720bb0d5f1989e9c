//! The limits of a search.

use std::fmt;

use gamekit::Color;

use super::Command;
use crate::tokens::{Tokens, write_field};
use crate::uci_move::{parse_move, write_moves};
use crate::{ParseError, UciMove};

/// How long and where to search. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Search only these moves at the root; all of them if empty.
    pub searchmoves: Vec<UciMove>,
    /// Search in the opponent's time, after the move that is expected.
    pub ponder: bool,
    /// White's clock, which may have run below zero.
    pub wtime: Option<i64>,
    /// Black's clock, which may have run below zero.
    pub btime: Option<i64>,
    /// What White's clock gains per move.
    pub winc: Option<i64>,
    /// What Black's clock gains per move.
    pub binc: Option<i64>,
    /// Moves until the clocks gain time again.
    pub movestogo: Option<u32>,
    /// Search to this depth only.
    pub depth: Option<u32>,
    /// Search this many nodes only.
    pub nodes: Option<u64>,
    /// Search for a mate in this many moves.
    pub mate: Option<u32>,
    /// Search for exactly this time.
    pub movetime: Option<u64>,
    /// Search until `stop`.
    pub infinite: bool,
}

impl Go {
    /// What is left on the clock of one side.
    pub fn time(&self, color: Color) -> Option<i64> {
        match color {
            Color::White => self.wtime,
            Color::Black => self.btime,
        }
    }

    /// What the clock of one side gains per move.
    pub fn increment(&self, color: Color) -> Option<i64> {
        match color {
            Color::White => self.winc,
            Color::Black => self.binc,
        }
    }
}

/// Reads what follows `go`, in any order. Unknown words are skipped, also among the moves of
/// `searchmoves`.
pub(super) fn parse(mut tokens: Tokens) -> Result<Command, ParseError> {
    let mut go = Go::default();
    let mut in_searchmoves = false;
    while let Some(token) = tokens.next() {
        let was_in_searchmoves = std::mem::replace(&mut in_searchmoves, false);
        match token {
            "searchmoves" => in_searchmoves = true,
            "ponder" => go.ponder = true,
            "wtime" => go.wtime = Some(tokens.number("wtime")?),
            "btime" => go.btime = Some(tokens.number("btime")?),
            "winc" => go.winc = Some(tokens.number("winc")?),
            "binc" => go.binc = Some(tokens.number("binc")?),
            "movestogo" => go.movestogo = Some(tokens.number("movestogo")?),
            "depth" => go.depth = Some(tokens.number("depth")?),
            "nodes" => go.nodes = Some(tokens.number("nodes")?),
            "mate" => go.mate = Some(tokens.number("mate")?),
            "movetime" => go.movetime = Some(tokens.number("movetime")?),
            "infinite" => go.infinite = true,
            "perft" => return Ok(Command::Perft(tokens.number("perft")?)),
            other if was_in_searchmoves => {
                go.searchmoves.extend(parse_move(other));
                in_searchmoves = true;
            }
            _ => {}
        }
    }
    Ok(Command::Go(go))
}

/// `searchmoves` comes last: some engines take all that follows it for moves.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        write_field(f, "wtime", self.wtime)?;
        write_field(f, "btime", self.btime)?;
        write_field(f, "winc", self.winc)?;
        write_field(f, "binc", self.binc)?;
        write_field(f, "movestogo", self.movestogo)?;
        write_field(f, "depth", self.depth)?;
        write_field(f, "nodes", self.nodes)?;
        write_field(f, "mate", self.mate)?;
        write_field(f, "movetime", self.movetime)?;
        write_moves(f, "searchmoves", &self.searchmoves)
    }
}
