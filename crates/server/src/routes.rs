//! Requests over HTTP, as [`crate::protocol::library`] lists them.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use chess::chess960;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::blocking::blocking;
use crate::engines::{Engines, MOST_HASH};
use crate::guard::Local;
use crate::lab::searches::Task;
use crate::lab::{bitboards, results};
use crate::notation::fen;
use crate::protocol::explore::Explored;
use crate::protocol::lab::{LabSearch, LookUpView, ResultSection, SearchNode, SliderKind};
use crate::protocol::library::{
    About, EngineList, EngineReport, GameKind, GameList, GameQuery, Imported, KeptGame, LearnOverview,
    MatchEntry, PositionView, Table,
};
use crate::protocol::puzzles::{PuzzleStatistics, PuzzleTask, PuzzleTry};
use crate::refused::Refused;
use crate::{analyse, import, learn, position_view};

/// The routes below `/api`.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/about", get(about))
        .route("/games", get(list_games).post(import_games))
        .route("/games.pgn", get(export_games))
        .route("/games/{id}", get(open_game).delete(delete_game))
        .route("/position", get(view_position))
        .route("/explore", get(explore))
        .route("/puzzles/next", get(next_puzzle))
        .route("/puzzles/{id}", post(note_puzzle))
        .route("/chess960", get(chess960_start))
        .route("/engines", get(list_engines).post(add_engine))
        .route("/engines/try", post(try_engine))
        .route("/engines/{name}", delete(remove_engine))
        .route("/matches", get(list_matches))
        .route("/matches/{id}/games/{number}", get(match_game))
        .route("/learn", get(overview))
        .route("/learn/table", get(learn_table))
        .route("/lab/searches", get(lab_searches))
        .route("/lab/searches/{name}", get(lab_search))
        .route("/lab/bitboards", get(lab_bitboards))
        .route("/lab/results", get(lab_results))
        .fallback(async || Refused::Missing("such request".to_owned()))
}

type Answer<T> = Result<Json<T>, Refused>;

/// The parameters of a request. Bad ones are refused in JSON, like everything else.
struct Parameters<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let query = Query::from_request_parts(parts, state).await;
        query.map(|Query(query)| Self(query)).map_err(|rejection| Refused::Bad(rejection.body_text()))
    }
}

async fn about(State(app): State<Arc<App>>) -> Json<About> {
    Json(About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        least_elo: engine::LEAST_ELO,
        most_elo: engine::MOST_ELO,
        most_lines: analyse::MOST_LINES,
        neighbours_levels: neighbours::Level::all().count() as u8,
        engines: app.pool.workers() as u32,
        agent_port: app.config.agent_port,
    })
}

async fn list_games(
    State(app): State<Arc<App>>,
    Parameters(query): Parameters<GameQuery>,
) -> Answer<GameList> {
    Ok(Json(app.store.list(query).await?))
}

async fn open_game(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer<KeptGame> {
    Ok(Json(app.store.get(&id).await?))
}

async fn delete_game(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<(), Refused> {
    app.store.delete(&id).await
}

async fn import_games(State(app): State<Arc<App>>, text: String) -> Answer<Imported> {
    let entries = blocking(move || import::read(&text)).await??;
    let ids = entries.iter().map(|entry| entry.summary.id.clone()).collect();
    app.store.keep(entries).await?;
    Ok(Json(Imported { ids }))
}

#[derive(Deserialize)]
struct ExportQuery {
    game: Option<GameKind>,
}

async fn export_games(
    State(app): State<Arc<App>>,
    Parameters(query): Parameters<ExportQuery>,
) -> Result<impl IntoResponse, Refused> {
    let kind = query.game.unwrap_or(GameKind::Chess);
    let name = match kind {
        GameKind::Chess => "attachment; filename=\"petteia.pgn\"",
        GameKind::Neighbours => "attachment; filename=\"neighbours.txt\"",
    };
    let mut parts = Box::pin(app.store.export(kind));
    // A database that cannot be read at all is an error, not a broken download.
    let first = parts.try_next().await?;
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, Body::from_stream(stream::iter(first.map(Ok)).chain(parts))))
}

#[derive(Deserialize)]
struct PositionQuery {
    fen: String,
}

async fn view_position(
    State(app): State<Arc<App>>,
    Parameters(query): Parameters<PositionQuery>,
) -> Answer<PositionView> {
    Ok(Json(position_view::of(&query.fen.parse().map_err(Refused::bad)?, app.pool.evaluator())))
}

async fn explore(
    State(app): State<Arc<App>>,
    Parameters(query): Parameters<PositionQuery>,
) -> Answer<Explored> {
    let position = query.fen.parse().map_err(Refused::bad)?;
    let kept = app.store.played(&position).await?;
    Ok(Json(blocking(move || app.explorer.ask(&position, kept)).await?))
}

async fn next_puzzle(State(app): State<Arc<App>>) -> Answer<PuzzleTask> {
    let progress = app.store.progress().await?;
    Ok(Json(blocking(move || app.puzzles.next(&progress)).await??))
}

async fn note_puzzle(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    text: String,
) -> Answer<PuzzleStatistics> {
    let PuzzleTry { solved } = read_json(&text)?;
    let rating = app.puzzles.rating(&id)?;
    let progress = app.store.note_try(id, rating, solved).await?;
    Ok(Json(app.puzzles.statistics(&progress)))
}

#[derive(Deserialize)]
struct Chess960Query {
    number: u16,
}

async fn chess960_start(Parameters(query): Parameters<Chess960Query>) -> Answer<String> {
    Ok(Json(fen(&chess960::position(query.number).map_err(Refused::bad)?, true)))
}

async fn list_engines(State(app): State<Arc<App>>, local: Result<Local, Refused>) -> Answer<EngineList> {
    let may_add = local.is_ok();
    let list = move || EngineList {
        engines: app.engines.list(),
        may_add,
        most_threads: app.config.limits.engines as u32,
        most_hash_megabytes: MOST_HASH,
        problem: app.engines.problem(),
    };
    Ok(Json(blocking(list).await?))
}

async fn try_engine(_: Local, text: String) -> Answer<EngineReport> {
    let new = read_json(&text)?;
    Ok(Json(blocking(move || Engines::try_out(&new)).await??))
}

async fn add_engine(State(app): State<Arc<App>>, _: Local, text: String) -> Answer<EngineReport> {
    let new = read_json(&text)?;
    Ok(Json(blocking(move || app.engines.add(&new)).await??))
}

async fn remove_engine(
    State(app): State<Arc<App>>,
    _: Local,
    Path(name): Path<String>,
) -> Result<(), Refused> {
    blocking(move || app.engines.remove(&name)).await?
}

fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, Refused> {
    serde_json::from_str(text).map_err(Refused::bad)
}

async fn list_matches(State(app): State<Arc<App>>) -> Answer<Vec<MatchEntry>> {
    Ok(Json(blocking(move || app.matches.list()).await?))
}

async fn match_game(
    State(app): State<Arc<App>>,
    Path((id, number)): Path<(String, usize)>,
) -> Result<String, Refused> {
    blocking(move || app.matches.pgn(&id, number)).await?
}

async fn overview(State(app): State<Arc<App>>) -> Answer<LearnOverview> {
    Ok(Json(blocking(move || learn::overview(&app.config)).await?))
}

#[derive(Deserialize)]
struct TableQuery {
    file: String,
}

async fn learn_table(
    State(app): State<Arc<App>>,
    Parameters(TableQuery { file }): Parameters<TableQuery>,
) -> Answer<Table> {
    Ok(Json(blocking(move || learn::table(&app.config, &file)).await??))
}

#[derive(Deserialize)]
struct SearchQuery {
    #[serde(default)]
    fen: String,
    depth: u32,
    #[serde(default)]
    path: String,
}

async fn lab_searches(
    State(app): State<Arc<App>>,
    Parameters(query): Parameters<SearchQuery>,
) -> Answer<Vec<LabSearch>> {
    let SearchQuery { fen, depth, .. } = query;
    in_turn(&app, move || Task::new(&fen, depth)?.all()).await
}

async fn lab_search(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Parameters(query): Parameters<SearchQuery>,
) -> Answer<SearchNode> {
    let SearchQuery { fen, depth, path } = query;
    in_turn(&app, move || Task::new(&fen, depth)?.part(&name, &path)).await
}

/// Computes an answer in a thread of the pool, in line with the analyses.
async fn in_turn<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Answer<T> {
    let mut work = app.pool.run_patiently(move |_| work())?;
    let failed = || Refused::internal("the search failed");
    Ok(Json(work.result().await.ok_or_else(failed)??))
}

#[derive(Deserialize)]
struct LookUpQuery {
    #[serde(default)]
    fen: String,
    square: String,
    slider: SliderKind,
}

async fn lab_bitboards(Parameters(query): Parameters<LookUpQuery>) -> Answer<LookUpView> {
    let look_up = move || bitboards::look_up(&query.fen, &query.square, query.slider);
    Ok(Json(blocking(look_up).await??))
}

async fn lab_results() -> Json<Vec<ResultSection>> {
    Json(results::sections())
}
