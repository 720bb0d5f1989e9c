//! `petteia data positions`: positions with evaluations, in a database.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{Context, Result};
use chess::pgn::{Evaluation, Game};
use chess::{Move, MoveKind, Position, Setup, pgn};
use gamekit::{ScoreText, Square};
use indicatif::{HumanCount, ProgressBar};
use lab::dense::store::Evaluated;
use lab::dense::{MOST_PAWNS, Store};
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use trainer::data::{self, RecordedGame};

use crate::cli::{interrupt, progress};

#[derive(clap::Args)]
pub struct Args {
    /// PGN with evaluations after the moves (`[%eval ...]`), as Lichess writes it; may be packed (.zst).
    #[arg(long, value_name = "FILE", required_unless_present = "from_games", conflicts_with = "from_games")]
    from_pgn: Option<PathBuf>,
    /// Games of `petteia datagen`.
    #[arg(long, value_name = "FILE")]
    from_games: Option<PathBuf>,
    /// Database; an existing one is continued.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Positions after which it is enough.
    #[arg(long)]
    most: Option<u64>,
}

/// Games that are added at once.
const GAMES_AT_ONCE: u64 = 200;

pub fn run(args: &Args) -> Result<()> {
    for source in [&args.from_pgn, &args.from_games].into_iter().flatten() {
        fs::metadata(source).with_context(|| source.display().to_string())?;
    }
    let stop = interrupt::watch()?;
    let named = || args.out.display().to_string();
    let mut filler = Filler {
        store: Store::open(&args.out).with_context(named)?,
        most: args.most.unwrap_or(u64::MAX),
        stop: &stop,
    };
    let before = filler.store.len();
    match (&args.from_pgn, &args.from_games) {
        (Some(path), _) => filler.add_pgn(path)?,
        (None, Some(path)) => filler.add_games(path)?,
        (None, None) => {}
    }
    let after = filler.store.len();
    println!("{}: {} positions, {} of them new", named(), HumanCount(after), HumanCount(after - before));
    Ok(())
}

struct Filler<'a> {
    store: Store,
    most: u64,
    stop: &'a AtomicBool,
}

impl Filler<'_> {
    fn add_pgn(&mut self, path: &Path) -> Result<()> {
        let named = || path.display().to_string();
        let file = File::open(path).with_context(named)?;
        let bar = progress::reading(file.metadata().with_context(named)?.len());
        let reader = pgn::Reader::new(open(bar.wrap_read(file))?);
        // A game that cannot be read has no positions; those after it have.
        let games = reader.map(|game| game.map(|game| of_pgn(&game)).unwrap_or_default());
        self.add(path, games, &bar)
    }

    fn add_games(&mut self, path: &Path) -> Result<()> {
        let named = || path.display().to_string();
        let file = File::open(path).with_context(named)?;
        let bar = progress::reading(file.metadata().with_context(named)?.len());
        let reader = data::Reader::new(BufReader::new(bar.wrap_read(file))).with_context(named)?;
        let mut broken = None;
        let blocks = reader.map_while(|block| {
            block.and_then(|block| block.games()).map_err(|error| broken = Some(error)).ok()
        });
        self.add(path, blocks.flatten().map(|game| of_recorded(&game)), &bar)?;
        broken.map_or(Ok(()), |error| Err(error).with_context(named))
    }

    /// Adds the positions of games, from the first that is not in.
    fn add(
        &mut self,
        path: &Path,
        games: impl Iterator<Item = Vec<Evaluated>>,
        bar: &ProgressBar,
    ) -> Result<()> {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let mut done = self.store.games_of(&name)?;
        let mut positions = Vec::new();
        let mut waiting = 0;
        for game in games.skip(done as usize) {
            positions.extend(game);
            waiting += 1;
            let is_enough = self.store.len() + positions.len() as u64 >= self.most || self.stop.load(Relaxed);
            if waiting == GAMES_AT_ONCE || is_enough {
                done += std::mem::take(&mut waiting);
                self.store.add(&name, done, &std::mem::take(&mut positions))?;
            }
            if is_enough {
                break;
            }
        }
        self.store.add(&name, done + waiting, &positions)?;
        bar.finish_and_clear();
        Ok(())
    }
}

/// The text of a file, unpacked if it is packed.
fn open(file: impl Read + Send + 'static) -> Result<Box<dyn Read>> {
    let mut file = BufReader::new(file);
    if file.fill_buf()?.starts_with(&ZSTANDARD) {
        Ok(Box::new(Unpacked::new(file)?))
    } else {
        Ok(Box::new(file))
    }
}

/// The first bytes of Zstandard's format.
const ZSTANDARD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The frames of a packed file, one after another.
struct Unpacked<R: BufRead> {
    /// The current frame; none after the last.
    frame: Option<StreamingDecoder<R, FrameDecoder>>,
}

impl<R: BufRead> Unpacked<R> {
    fn new(file: R) -> io::Result<Self> {
        Ok(Self { frame: Some(StreamingDecoder::new(file).map_err(io::Error::other)?) })
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(frame) = &mut self.frame {
            let read = frame.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if let Some(mut file) = self.frame.take().map(StreamingDecoder::into_inner)
                && !file.fill_buf()?.is_empty()
            {
                *self = Self::new(file)?;
            }
        }
        Ok(0)
    }
}

/// The positions after the moves of a game, with the evaluation that follows each.
fn of_pgn(game: &Game) -> Vec<Evaluated> {
    let mut position = game.start.clone();
    let mut positions = Vec::new();
    for played in &game.line.moves {
        position = position.play(played.mv);
        if let Some(evaluation) = played.evaluation() {
            positions.push(Evaluated { setup: after(&position, played.mv), pawns: pawns(evaluation) });
        }
    }
    positions
}

/// The position after a move, with the square that a pawn passed whether or not it can be taken.
fn after(position: &Position, mv: Move) -> Setup {
    let passed = || Square::wrap((mv.from() as u8).midpoint(mv.to() as u8));
    Setup { en_passant: (mv.kind() == MoveKind::DoublePush).then(passed), ..position.setup() }
}

fn pawns(evaluation: Evaluation) -> f32 {
    match evaluation.score {
        ScoreText::Cp(centipawns) => centipawns as f32 / 100.0,
        ScoreText::Mate(moves) => {
            if moves > 0 {
                MOST_PAWNS
            } else {
                -MOST_PAWNS
            }
        }
    }
}

/// The searched positions of a game, with the scores of the searches.
fn of_recorded(game: &RecordedGame) -> Vec<Evaluated> {
    let mut last = game.opening.last().copied();
    let moments = game.moments().map(|moment| {
        let setup = last.map_or_else(|| moment.position.setup(), |mv| after(&moment.position, mv));
        last = Some(moment.mv);
        let score = moment.score;
        let pawns = if score.is_win() {
            MOST_PAWNS
        } else if score.is_loss() {
            -MOST_PAWNS
        } else {
            score.raw() as f32 / 100.0
        };
        Evaluated { setup, pawns }
    });
    moments.collect()
}
