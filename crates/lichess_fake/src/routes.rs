//! The requests that the server understands.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::json;
use tokio::time::sleep;

use crate::TOKEN;
use crate::house::House;

type Shared = State<Arc<House>>;

/// No form is longer.
const LONGEST_FORM: usize = 10_000;

pub fn router(house: Arc<House>) -> Router {
    Router::new()
        .route("/api/account", get(async |State(house): Shared| Json(house.account())))
        .route("/api/bot/account/upgrade", post(upgrade))
        .route("/api/stream/event", get(async |State(house): Shared| house.open_events()))
        .route("/api/bot/game/stream/{id}", get(game_stream))
        .route("/api/challenge/{id}/{answer}", post(respond))
        .route("/api/bot/game/{id}/move/{mv}", post(play))
        .route("/api/bot/game/{id}/{what}", post(act))
        .layer(middleware::from_fn_with_state(Arc::clone(&house), guard))
        .with_state(house)
}

/// Notes each request with its form, and fails those that shall fail.
async fn guard(State(house): Shared, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let form = to_bytes(body, LONGEST_FORM).await.unwrap_or_default();
    let call = format!("{} {} {}", parts.method, parts.uri, String::from_utf8_lossy(&form));
    let fault = house.note(call.trim_end());
    let token = parts.headers.get(AUTHORIZATION).and_then(|token| token.to_str().ok());
    if token != Some(&format!("Bearer {TOKEN}")) {
        return refusal(StatusCode::UNAUTHORIZED, "No such token");
    }
    match fault.and_then(|status| StatusCode::from_u16(status).ok()) {
        Some(status) => refusal(status, "a fault that was asked for"),
        None => next.run(Request::from_parts(parts, Body::from(form))).await,
    }
}

fn refusal(status: StatusCode, why: &str) -> Response {
    (status, Json(json!({"error": why}))).into_response()
}

fn answer(result: Result<(), String>, otherwise: StatusCode) -> Response {
    match result {
        Ok(()) => Json(json!({"ok": true})).into_response(),
        Err(why) => refusal(otherwise, &why),
    }
}

async fn upgrade(State(house): Shared) -> Response {
    house.upgrade();
    answer(Ok(()), StatusCode::BAD_REQUEST)
}

async fn game_stream(State(house): Shared, Path(id): Path<String>) -> Response {
    house.open_game(&id).unwrap_or_else(|| refusal(StatusCode::NOT_FOUND, "No such game"))
}

async fn respond(State(house): Shared, Path((id, word)): Path<(String, String)>) -> Response {
    answer(house.respond(&id, word == "accept"), StatusCode::NOT_FOUND)
}

#[derive(Deserialize)]
struct Draw {
    #[serde(rename = "offeringDraw", default)]
    offering: bool,
}

async fn play(
    State(house): Shared,
    Path((id, mv)): Path<(String, String)>,
    Query(draw): Query<Draw>,
) -> Response {
    sleep(house.settings.latency).await;
    let played = house.act(&id, |game| {
        let bot = game.terms.bot;
        if draw.offering {
            game.draw(bot);
        }
        if game.is_over() { Ok(()) } else { game.play(bot, &mv) }
    });
    answer(played, StatusCode::BAD_REQUEST)
}

async fn act(State(house): Shared, Path((id, what)): Path<(String, String)>) -> Response {
    let acted = match what.as_str() {
        "chat" => Ok(()),
        "resign" => house.act(&id, |game| {
            let winner = !game.terms.bot;
            let is_on = !game.is_over();
            is_on.then(|| game.end("resign", Some(winner))).ok_or_else(|| "The game is over".to_owned())
        }),
        "abort" => house.act(&id, |game| {
            let may_abort = game.plies() < 2 && !game.is_over();
            may_abort.then(|| game.end("aborted", None)).ok_or_else(|| "Too late to abort".to_owned())
        }),
        "claim-victory" => house.act(&id, |game| {
            let winner = game.terms.bot;
            let may_claim = game.is_deserted && !game.is_over();
            may_claim
                .then(|| game.end("timeout", Some(winner)))
                .ok_or_else(|| "The opponent is here".to_owned())
        }),
        _ => Err("No such request".to_owned()),
    };
    answer(acted, StatusCode::BAD_REQUEST)
}
