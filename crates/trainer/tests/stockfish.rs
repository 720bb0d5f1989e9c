//! Evaluations of Stockfish's own net, here and by Stockfish: `make test-stockfish`.

use std::io::Write;
use std::process::{Command, Stdio};

use chess::Position;
use nnue::halfka::{BUCKETS, PAWN};
use nnue::{HalfKa, Net};
use trainer::datagen::{Player, Recipe};

/// Where Debian's package installs it.
const STOCKFISH: &str = "/usr/games/stockfish";

/// Positions of Petteia's games against itself.
fn positions() -> Vec<Position> {
    let mut player = Player::new(&Recipe { nodes: 60, ..Recipe::default() }).unwrap();
    let games = (0..).map(|number| player.play(number));
    let positions = games.flat_map(|game| game.moments().map(|moment| moment.position).collect::<Vec<_>>());
    // Stockfish does not evaluate positions in check.
    positions.filter(|position| !position.in_check()).step_by(7).take(500).collect()
}

/// The output of Stockfish for these commands.
fn ask(commands: &str) -> String {
    let mut child = Command::new(STOCKFISH)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Debian's package stockfish is installed");
    child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

/// The numbers of the rows `|  3  |  +  0.06   |  -  0.23   |  -  0.17   |`, bucket by bucket.
fn rows(table: &str) -> Vec<[String; 3]> {
    let rows = table.lines().filter_map(|line| {
        let cells: Vec<String> = line.split('|').map(|cell| cell.replace(' ', "")).collect();
        let is_row = cells.len() > 4 && cells[1].len() == 1 && cells[1].parse::<usize>().is_ok();
        is_row.then(|| [2, 3, 4].map(|cell| cells[cell].clone()))
    });
    rows.collect()
}

/// A value as the table shows it.
fn shown(value: i32) -> String {
    let sign = ["-", "", "+"][(value.signum() + 1) as usize];
    format!("{sign}{:.2}", f64::from(value.abs()) / f64::from(PAWN))
}

#[test]
#[ignore = "needs Debian's stockfish 15.1 (make test-stockfish)"]
fn every_part_of_every_bucket_is_what_stockfish_prints() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("net.nnue");
    ask(&format!("export_net {}\nquit\n", file.display()));
    let net = Net::open(&file).unwrap();
    let Net::HalfKa(net) = net else { panic!("{net:?}") };
    let net: HalfKa = net;

    let positions = positions();
    let commands = positions.iter().map(|position| format!("position fen {position}\neval\n"));
    let answers = ask(&(commands.collect::<String>() + "quit\n"));
    let tables: Vec<&str> = answers.split("NNUE network contributions").skip(1).collect();
    assert_eq!(tables.len(), positions.len());
    for (position, table) in positions.iter().zip(tables) {
        let found: Vec<[String; 3]> = (0..BUCKETS)
            .map(|bucket| {
                let parts = net.parts(position.board(), position.turn(), bucket);
                let [material, positional] = [parts.material / 16, parts.positional / 16];
                [material, positional, material + positional].map(shown)
            })
            .collect();
        assert_eq!(found, rows(table), "{position}");
    }
}
