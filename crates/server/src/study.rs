//! Analysis of Neighbours on the threads of the pool: positions by search and endgame tables, and
//! reviews of games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gamekit::{Color, Score, ScoreText};
use neighbours::search::{Info, Limits, Report, Searcher};
use neighbours::tables::{Tables, Verdict};
use neighbours::{Game, Move, Position, Weights};
use review::Class;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::analyse::{MOST_LINES, Pace};
use crate::app::App;
use crate::outbox::Outbox;
use crate::protocol::study::{
    JudgedMove, StudiedLine, StudiedMove, StudiedPosition, StudyEvent, StudyLine, StudyReview, StudyUpdate,
    TableVerdict,
};
use crate::protocol::{Event, Status};
use crate::refused::Refused;

/// Longest game that is read, in plies.
const MOST_MOVES: usize = 2000;
/// The table of a search.
const TABLE_ENTRIES: usize = 500_000;
/// The search goes on in slices, each twice as long as the one before, so that others get a turn.
const SLICE: Duration = Duration::from_millis(250);
const LONGEST_SLICE: Duration = Duration::from_secs(2);
/// Nobody is helped by a longer search.
const LONGEST: Duration = Duration::from_mins(2);
/// Moves of a line that are sent.
const SHOWN_MOVES: usize = 20;
/// Nodes for each position of a review.
const REVIEW_NODES: u64 = 50_000;

/// Reads a game: a position and the moves from there.
pub(crate) fn read_game(line: &StudyLine) -> Result<Game, Refused> {
    if line.moves.len() > MOST_MOVES {
        return Err(Refused::Bad(format!("{} moves; expected {MOST_MOVES} at most", line.moves.len())));
    }
    let mut game = match line.start.trim() {
        "" => Game::default(),
        start => Game::new(start.parse().map_err(Refused::bad)?),
    };
    for mv in &line.moves {
        game.play(mv.parse().map_err(Refused::bad)?).map_err(Refused::bad)?;
    }
    Ok(game)
}

/// Checks the number of lines.
pub(crate) fn check_lines(lines: u8) -> Result<usize, Refused> {
    if lines <= MOST_LINES {
        return Ok(lines.into());
    }
    Err(Refused::Bad(format!("{lines} lines; expected {MOST_LINES} at most")))
}

/// Tells what is known of a position, then searches it for some lines until the task is aborted.
pub(crate) async fn look(game: Game, lines: usize, app: Arc<App>, outbox: Outbox, pace: Arc<Pace>) {
    let send = |event| outbox.send(Event::Study(event));
    let known = known(&game, &app.config.neighbours_tables);
    let has_lines = lines > 0 && known.status == Status::Ongoing;
    send(StudyEvent::Position(known)).await;
    if has_lines && let Err(refused) = search(&game, lines, &app, &outbox, &pace).await {
        return outbox.refuse(&refused).await;
    }
    send(StudyEvent::Finished).await;
}

/// What is known of a position without a search.
fn known(game: &Game, tables: &Tables) -> StudiedPosition {
    let position = game.position();
    let turn = position.turn();
    let end = game.end();
    let after = |mv: Move| {
        let mut next = position.clone();
        next.make(mv);
        tables.verdict(&next).map(|verdict| verdict_for(verdict, &next))
    };
    let legal = position.legal_moves();
    let mut moves: Vec<StudiedMove> = legal
        .into_iter()
        .filter(|_| end.is_none())
        .map(|mv| StudiedMove { mv: mv.to_string(), verdict: after(mv) })
        .collect();
    moves.sort_by_key(|studied| rank(studied.verdict, turn));
    StudiedPosition {
        position: position.to_string(),
        turn,
        status: end.map_or(Status::Ongoing, |end| Status::over(end.result(), &end)),
        verdict: tables.verdict(position).map(|verdict| verdict_for(verdict, position)),
        moves,
    }
}

fn verdict_for(verdict: Verdict, position: &Position) -> TableVerdict {
    let winner = verdict.result(position.turn()).winner();
    let plies = match verdict {
        Verdict::Win(plies) | Verdict::Loss(plies) => plies,
        Verdict::Draw => 0,
    };
    TableVerdict { winner, plies }
}

/// Orders moves: quick wins, slow wins, unknown, draws, slow losses, quick losses.
fn rank(verdict: Option<TableVerdict>, mover: Color) -> (u8, i16) {
    match verdict {
        Some(TableVerdict { winner: Some(winner), plies }) if winner == mover => (0, plies.into()),
        None => (1, 0),
        Some(TableVerdict { winner: None, .. }) => (2, 0),
        Some(TableVerdict { plies, .. }) => (3, -i16::from(plies)),
    }
}

/// Searches slice by slice and sends the lines, until nothing more is to be found.
async fn search(game: &Game, lines: usize, app: &App, outbox: &Outbox, pace: &Pace) -> Result<(), Refused> {
    let tables = Arc::clone(&app.config.neighbours_tables);
    let new = Searcher::new(&Weights::default(), TABLE_ENTRIES, 1).map_err(Refused::internal)?;
    let mut agent = new.with_tables(tables);
    let mut found = Found::new(game.position().turn(), lines);
    let mut slice = SLICE;
    while found.time < LONGEST {
        let (sender, mut infos) = unbounded_channel();
        let limits = Limits { lines, ..Limits::time(slice) };
        let (game, before) = (game.clone(), found.time);
        let mut work = app.pool.run_patiently(move |cancelled| {
            let report = run_slice(&agent, &game, &limits, cancelled, &sender);
            (agent, report)
        })?;
        while let Some(info) = infos.recv().await {
            if found.take(&info, before) && pace.allows() {
                outbox.send(Event::Study(StudyEvent::Update(found.update()))).await;
            }
        }
        let failed = || Refused::internal("the search failed");
        let report;
        (agent, report) = work.result().await.ok_or_else(failed)?;
        found.time = before + report.time;
        found.finished_nodes += report.nodes;
        outbox.send(Event::Study(StudyEvent::Update(found.update()))).await;
        if report.time < slice / 2 {
            // It went as deep as there is anything to see.
            break;
        }
        slice = (2 * slice).min(LONGEST_SLICE);
    }
    Ok(())
}

fn run_slice(
    agent: &Searcher,
    game: &Game,
    limits: &Limits,
    cancelled: &AtomicBool,
    infos: &UnboundedSender<Info>,
) -> Report {
    agent.search(game, limits, cancelled, |info| {
        // The page may have gone on to another position.
        let _ = infos.send(info.clone());
    })
}

/// The best lines so far. Each slice begins at depth 1; its lines replace the old ones only once they
/// are as deep.
struct Found {
    turn: Color,
    most: usize,
    depth: u8,
    lines: Vec<StudiedLine>,
    /// The lines of an iteration that is not complete.
    next: Vec<StudiedLine>,
    finished_nodes: u64,
    nodes: u64,
    time: Duration,
}

impl Found {
    fn new(turn: Color, most: usize) -> Self {
        Self {
            turn,
            most,
            depth: 0,
            lines: Vec::new(),
            next: Vec::new(),
            finished_nodes: 0,
            nodes: 0,
            time: Duration::ZERO,
        }
    }

    /// Takes a line; returns whether there is an iteration to show that is as deep as any before.
    fn take(&mut self, info: &Info, before: Duration) -> bool {
        self.nodes = self.finished_nodes + info.nodes;
        self.time = before + info.time;
        if info.rank == 1 {
            self.next.clear();
        }
        let moves = info.line.iter().take(SHOWN_MOVES).map(ToString::to_string).collect();
        self.next.push(StudiedLine { score: for_white(info.score, self.turn), moves });
        if info.depth < self.depth {
            return false;
        }
        let is_whole = self.next.len() >= self.most.min(self.lines.len().max(1));
        if is_whole {
            self.depth = info.depth;
            self.lines.clone_from(&self.next);
        }
        is_whole
    }

    fn update(&self) -> StudyUpdate {
        StudyUpdate {
            depth: self.depth,
            nodes: self.nodes,
            time_ms: self.time.as_millis() as u64,
            lines: self.lines.clone(),
        }
    }
}

fn for_white(score: Score, turn: Color) -> ScoreText {
    turn.for_white(score.into())
}

/// Reviews a game and tells how far it is, until the task is aborted.
pub(crate) async fn review(game: Game, app: Arc<App>, outbox: Outbox, pace: Arc<Pace>) {
    match examine(&game, &app, &outbox, &pace).await {
        Ok(review) => outbox.send(Event::Study(StudyEvent::Reviewed(review))).await,
        Err(refused) => outbox.refuse(&refused).await,
    }
}

/// Searches one position after the other; each waits its turn in the pool.
async fn examine(game: &Game, app: &App, outbox: &Outbox, pace: &Pace) -> Result<StudyReview, Refused> {
    let moves: Vec<Move> = game.moves().collect();
    let total = moves.len() as u32 + 1;
    let _place = app.reviews.acquire().await;
    let new = Searcher::new(&Weights::default(), TABLE_ENTRIES, 1).map_err(Refused::internal)?;
    let mut agent = new.with_tables(Arc::clone(&app.config.neighbours_tables));
    let mut searched: Vec<Searched> = Vec::with_capacity(moves.len() + 1);
    let mut position = Game::new(game.start().clone());
    for done in 0..=moves.len() {
        let here = position.clone();
        let mut work = app.pool.run_patiently(move |cancelled| {
            let result = Searched::of(&agent, &here, cancelled);
            (agent, result)
        })?;
        let result;
        (agent, result) = work.result().await.ok_or_else(|| Refused::internal("the review failed"))?;
        searched.push(result);
        if let Some(&mv) = moves.get(done) {
            position.play(mv).map_err(Refused::internal)?;
        }
        if pace.allows() {
            let event = StudyEvent::Reviewing { done: done as u32 + 1, total };
            outbox.send(Event::Study(event)).await;
        }
    }
    Ok(judge(&moves, &searched))
}

/// A searched position.
struct Searched {
    turn: Color,
    score: Score,
    best: Vec<Move>,
}

impl Searched {
    fn of(agent: &Searcher, game: &Game, stop: &AtomicBool) -> Self {
        let turn = game.position().turn();
        if let Some(end) = game.end() {
            let score = if end.result().winner().is_some() { -Score::MATE } else { Score::DRAW };
            return Self { turn, score, best: Vec::new() };
        }
        let report = agent.search(game, &Limits::nodes(REVIEW_NODES), stop, |_| ());
        let best = report.lines.first().map_or(Vec::new(), |(_, line)| line.to_vec());
        Self { turn, score: report.score(), best }
    }
}

/// The scores of the positions and how good the moves between them are.
fn judge(moves: &[Move], searched: &[Searched]) -> StudyReview {
    let judged = moves.iter().zip(searched.windows(2)).map(|(mv, pair)| {
        let class = if pair[0].best.first() == Some(mv) {
            Class::Best
        } else {
            Class::of(pair[0].score, -pair[1].score)
        };
        let shown = if class.is_slip() { SHOWN_MOVES } else { 1 };
        let best = pair[0].best.iter().take(shown).map(ToString::to_string).collect();
        JudgedMove { class: class.into(), best }
    });
    StudyReview {
        nodes: REVIEW_NODES,
        scores: searched.iter().map(|at| for_white(at.score, at.turn)).collect(),
        moves: judged.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::review::MoveClass;

    fn game(start: &str, moves: &[&str]) -> Game {
        let moves = moves.iter().map(ToString::to_string).collect();
        read_game(&StudyLine { start: start.to_owned(), moves }).expect("a game")
    }

    #[test]
    fn tables_judge_the_position_and_its_moves() {
        let known = known(&game("8/8/8/8/8/8/w7/wb6 w 0 1", &[]), &Tables::embedded());
        assert_eq!(known.verdict, Some(TableVerdict { winner: Some(Color::White), plies: 3 }));
        let best = known.moves.first().expect("a move");
        assert_eq!(best.verdict, Some(TableVerdict { winner: Some(Color::White), plies: 2 }));
        let ranks: Vec<_> = known.moves.iter().map(|studied| rank(studied.verdict, Color::White)).collect();
        assert!(ranks.is_sorted(), "{ranks:?}");
        assert_eq!(super::known(&Game::default(), &Tables::embedded()).verdict, None);
    }

    #[test]
    fn a_missed_win_is_a_blunder() {
        let start = "8/8/8/8/8/8/w7/wb6 w 0 1";
        let agent = Searcher::new(&Weights::default(), 10_000, 1).expect("memory");
        let agent = agent.with_tables(Tables::embedded());
        let stop = AtomicBool::new(false);
        let first = game(start, &[]);
        let known = known(&first, &Tables::embedded());
        let worst = known.moves.last().expect("a move");
        assert_ne!(worst.verdict.and_then(|verdict| verdict.winner), Some(Color::White), "not all win");
        let after = game(start, &[&worst.mv]);
        let searched = [Searched::of(&agent, &first, &stop), Searched::of(&agent, &after, &stop)];
        let moves: Vec<Move> = after.moves().collect();
        let review = judge(&moves, &searched);
        assert_eq!(review.moves[0].class, MoveClass::Blunder);
        assert_eq!(review.scores[0], ScoreText::Mate(2));
    }

    #[test]
    fn bad_games_are_refused_by_name() {
        let line = |start: &str, mv: &str| StudyLine { start: start.to_owned(), moves: vec![mv.to_owned()] };
        assert!(
            read_game(&line("x", "a1a2")).is_err_and(|refused| refused.to_string().contains("four fields"))
        );
        assert!(read_game(&line("", "a1a3")).is_err_and(|refused| refused.to_string().contains("a1a3")));
        assert!(check_lines(0).is_ok() && check_lines(5).is_ok() && check_lines(6).is_err());
    }
}
