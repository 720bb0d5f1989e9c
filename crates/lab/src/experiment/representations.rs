//! How fast moves are made on each board, and how large it is.

use chess::Position;

use super::{Experiment, ExperimentError, Findings, Settings, Table, timed};
use crate::board::bitboards::Bitboards;
use crate::board::compact::Compact;
use crate::board::eight_by_eight::EightByEight;
use crate::board::occupancy::magic::Magic;
use crate::board::occupancy::pext::Pext;
use crate::board::occupancy::rays::Rays;
use crate::board::occupancy::rotated::Rotated;
use crate::board::occupancy::walk::Walk;
use crate::board::ox88::Ox88;
use crate::board::piece_lists::PieceLists;
use crate::board::ten_by_twelve::TenByTwelve;
use crate::board::{Board, Squares, perft};

pub const EXPERIMENT: Experiment = Experiment {
    name: "representations",
    about: "Every way to hold a board counts the same trees; how fast, and with how many bytes a position?",
    original: "Athens claims that 10x12 gains nothing over four comparisons and 0x88 does, and that its mirrored \
               form needs 336 bits instead of 768.",
    run,
};

/// The initial position and the richest of the perft suites.
const FENS: [&str; 2] =
    [chess::fen::INITIAL, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"];

struct Measured {
    name: &'static str,
    bytes: usize,
    nodes: u64,
    speed: f64,
}

#[expect(clippy::unnecessary_wraps, reason = "all experiments have one type")]
fn run(settings: &Settings<'_>) -> Result<Findings, ExperimentError> {
    let depth = if settings.quick { 3 } else { 4 };
    let all: [fn(u32) -> Measured; 11] = [
        measure::<PieceLists>,
        measure::<EightByEight>,
        measure::<TenByTwelve>,
        measure::<Ox88>,
        measure::<Bitboards<Walk>>,
        measure::<Bitboards<Rays>>,
        measure::<Bitboards<Rotated>>,
        measure::<Bitboards<Magic>>,
        measure::<Bitboards<Pext>>,
        measure::<Compact>,
        measure::<chess::Board>,
    ];
    let measured: Vec<Measured> = all.iter().map(|measure| measure(depth)).collect();
    let plain = measured.iter().find(|row| row.name == EightByEight::NAME).map_or(1.0, |row| row.speed);
    let mut table =
        Table::new(&format!("Perft {depth} of two positions"), ["board", "bytes", "nodes", "Mnps", "to 8x8"]);
    for row in &measured {
        let speed = format!("{:.2}", row.speed / 1e6);
        let ratio = format!("{:.2}", row.speed / plain);
        table.push([row.name.to_owned(), row.bytes.to_string(), row.nodes.to_string(), speed, ratio]);
    }
    let notes = vec![
        "Bytes are those of the pieces alone; every board adds 24 for turn, rights, counters and key.".to_owned(),
        "Every move, the last one's too, is made on a copy and tested for check; the main engine's own generator, \
         which makes only legal moves and counts the last ply, is another order of magnitude faster \
         (`petteia perft 6`)."
            .to_owned(),
    ];
    Ok(Findings { tables: vec![table], chart: None, notes })
}

fn measure<S: Squares>(depth: u32) -> Measured {
    let boards = FENS.map(|fen| {
        let position: Position = fen.parse().expect("the positions are legal");
        Board::<S>::of(&position)
    });
    // Tables are made at their first use, which is not what is measured.
    perft(&boards[1], 1);
    let (nodes, time) = timed(|| boards.iter().map(|board| perft(board, depth)).sum::<u64>());
    Measured {
        name: S::NAME,
        bytes: size_of::<S>(),
        nodes,
        speed: nodes as f64 / time.as_secs_f64().max(1e-9),
    }
}
