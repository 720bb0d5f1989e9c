//! `soak PROGRAM MINUTES GAMES`: `PROGRAM lichess` plays so many games at a time for so many minutes,
//! over a network that is slow and breaks. Fails if the bot loses on time, if a game is not kept move
//! by move, or if it needs a tenth more memory in the last quarter of the time than in the second.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, ExitCode};
use std::time::Duration;

use chess::{UciStyle, chess960, pgn};
use gamekit::{Color, SplitMix64, Tally};
use lichess_fake::{Fake, Kept, Opponent, Settings, TOKEN, Terms};
use tokio::time::sleep;

/// How long a move takes to arrive.
const LATENCY: Duration = Duration::from_millis(50);

/// How often a connection breaks.
const BREAK: Duration = Duration::from_secs(10);

/// How often its memory is measured while games are played, a multiple of four. What ten games need at
/// one moment varies with how far each has come, so means are compared; in the first quarter the games
/// fill their tables.
const SAMPLES: usize = 60;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, minutes, games] = arguments.as_slice() else {
        eprintln!("expected PROGRAM MINUTES GAMES");
        return ExitCode::from(2);
    };
    let time = Duration::from_mins(minutes.parse().expect("minutes"));
    let games: usize = games.parse().expect("a number of games");
    let folder = tempfile::tempdir().expect("a folder");
    let settings = Settings { latency: LATENCY, ..Settings::default() };
    let fake = Fake::with(settings, 0).await.expect("a free port");
    let mut bot = start(program, games, folder.path(), &fake.url());
    let process = bot.id();
    let measure = async {
        let mut samples = Vec::new();
        for _ in 0..SAMPLES {
            sleep(time / SAMPLES as u32).await;
            samples.push(memory(process));
        }
        samples
    };
    let play = async {
        tokio::select! {
            () = fake.host(games, time, terms) => {}
            () = break_connections(&fake) => {}
        }
    };
    let (samples, ()) = tokio::join!(measure, play);
    println!("memory: {} MB after the last game", memory(process));
    let interrupted = Command::new("kill").args(["-INT", &process.to_string()]).status();
    assert!(interrupted.expect("kill").success());
    let ended = bot.wait().expect("its end").success();
    let is_well = report(&fake.finished(), &folder.path().join("games"), &samples);
    if ended && is_well {
        return ExitCode::SUCCESS;
    }
    eprint!("{}", fs::read_to_string(folder.path().join("errors")).unwrap_or_default());
    ExitCode::FAILURE
}

/// Starts the bot; what it says goes to files of the folder.
fn start(program: &str, games: usize, folder: &Path, url: &str) -> Child {
    let config = format!("[challenges]\nat_once = {games}\n[engine]\nhash = 4\n");
    let file = |name: &str| folder.join(name);
    fs::write(file("token"), TOKEN).and_then(|()| fs::write(file("bot.toml"), config)).expect("files");
    Command::new(program)
        .args(["lichess", "--url", url])
        .arg("--token-file")
        .arg(file("token"))
        .arg("--config")
        .arg(file("bot.toml"))
        .arg("--games")
        .arg(file("games"))
        .stdout(File::create(file("output")).expect("a file"))
        .stderr(File::create(file("errors")).expect("a file"))
        .spawn()
        .expect("the program starts")
}

/// All variants, both sides, short and longer games in turn.
fn terms(number: usize) -> Terms {
    let (variant, fen) = match number % 3 {
        0 => ("standard", None),
        1 => {
            ("chess960", Some(chess960::position((number * 37 % 960) as u16).expect("a number").to_string()))
        }
        _ => {
            let mut rng = SplitMix64::new(number as u64);
            ("fromPosition", Some(engine::opening::random(&mut rng).to_string()))
        }
    };
    Terms {
        variant: variant.to_owned(),
        fen,
        bot: Color::ALL[number / 3 % 2],
        initial: Duration::from_mins(if number.is_multiple_of(2) { 1 } else { 2 }),
        increment: Duration::from_secs(u64::from(!number.is_multiple_of(5))),
        rated: false,
        opponent: Opponent::Search { nodes: 500, pause: 1000 },
    }
}

/// Breaks the connections of all games and of the events in turn, for ever.
async fn break_connections(fake: &Fake) {
    for number in 0.. {
        sleep(BREAK).await;
        fake.cut(["/game/stream", "/stream/event"][number % 2], "");
    }
}

/// The memory of a process, in megabytes.
fn memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("a process that runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
}

/// Prints the figures, and says whether all is well.
fn report(finished: &[Kept], folder: &Path, memory: &[u64]) -> bool {
    let quarter = SAMPLES / 4;
    let mean = |samples: &[u64]| samples.iter().sum::<u64>() as f64 / samples.len() as f64;
    let [before, after] = [&memory[quarter..2 * quarter], &memory[3 * quarter..]].map(mean);
    let mut tally = Tally::default();
    for game in finished {
        if let Some(result) = game.result {
            tally.count(result.half_points(game.bot));
        }
    }
    let is_late = |game: &&Kept| game.status.name == "outoftime" && game.status.winner == Some(!game.bot);
    let late = finished.iter().filter(is_late).count();
    let kept = finished.iter().filter(|game| is_kept(game, folder)).count();
    println!("games: {}, {}", finished.len(), tally.in_words());
    println!("losses on time: {late}");
    println!("memory: {before:.1} MB in the second quarter of the time, {after:.1} MB in the last");
    println!("games kept: {kept}");
    late == 0 && kept == finished.len() && after <= 1.1 * before
}

fn is_kept(game: &Kept, folder: &Path) -> bool {
    let text = fs::read_to_string(folder.join(format!("{}.pgn", game.id))).unwrap_or_default();
    let Some(Ok(kept)) = pgn::Reader::new(text.as_bytes()).next() else { return false };
    let moves: Vec<String> = kept.moves().map(|mv| mv.to_uci(UciStyle::Chess960).to_string()).collect();
    (moves, kept.result) == (game.moves.clone(), game.result)
}
