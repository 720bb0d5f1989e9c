//! Games of Neighbours by invitation: people, spectators and agents that connect.

use std::io;
use std::sync::atomic::AtomicBool;
use std::thread;

use gamekit::{Color, GameResult};
use neighbours::Weights;
use neighbours::ngi::{self, Outcome, Settings};
use neighbours::search::{Search, Searcher};
use serde_json::{Value, json};

use super::page::{Page, Running, serve};

/// One move wins for White.
const WON: &str = "8/8/8/8/8/8/1b6/w7 w 0 1";

/// A game that this page begins as White, with a seat for somebody else; returns its id.
async fn invite(page: &mut Page, start: Value) -> String {
    let game =
        json!({"type": "new", "white": {"kind": "person"}, "black": {"kind": "invited"}, "start": start});
    page.ask(1, "neighbours", game).await;
    let state = page.wait_for(1, |event| event["type"] == "state").await;
    assert_eq!(state["black_holder"], json!({"kind": "nobody"}));
    state["id"].as_str().expect("an id").to_owned()
}

async fn arrive(page: &mut Page, id: &str) -> Value {
    page.ask(1, "neighbours", json!({"type": "resume", "id": id})).await;
    page.wait_for(1, |event| event["type"] == "state").await
}

async fn play(page: &mut Page, mv: &str) {
    page.ask(1, "neighbours", json!({"type": "move", "mv": mv})).await;
}

/// An agent that joins a game, on a thread of its own.
fn join(server: &Running, id: &str) -> thread::JoinHandle<io::Result<Outcome>> {
    let (address, id) = (server.agents, id.to_owned());
    thread::spawn(move || {
        let searcher = Searcher::new(&Weights::default(), 3000, 1).map_err(io::Error::other)?;
        let search: Box<dyn Search> = Box::new(searcher);
        ngi::join(address, &id, &Settings::default(), search, &AtomicBool::new(false))
    })
}

async fn outcome(agent: thread::JoinHandle<io::Result<Outcome>>) -> Outcome {
    let ended = tokio::task::spawn_blocking(|| agent.join().expect("no panic"));
    ended.await.expect("a thread").expect("a sound connection")
}

#[tokio::test]
async fn each_seat_belongs_to_who_took_it_and_others_watch() {
    let server = serve();
    let mut anna = server.page_of("anna").await;
    let id = invite(&mut anna, Value::Null).await;
    let mut bert = server.page_of("bert").await;
    let state = arrive(&mut bert, &id).await;
    assert_eq!(state["black_holder"]["kind"], "you");
    assert_eq!((&state["white_holder"]["kind"], &state["legal"]), (&json!("other"), &json!([])));
    let mut carl = server.page_of("carl").await;
    let state = arrive(&mut carl, &id).await;
    assert_eq!((&state["watching"], &state["black_holder"]["kind"]), (&json!(true), &json!("other")));
    assert!(!state.to_string().contains("anna"), "keys stay on the server");

    play(&mut bert, "a1a2").await;
    assert!(bert.refused(1).await.contains("White is played by somebody else"));
    play(&mut anna, "a1a2").await;
    let state = bert.wait_for(1, |event| event["moves"] == json!(["a1a2"])).await;
    assert!(state["legal"].as_array().is_some_and(|legal| legal.contains(&json!("h8h7"))));
    play(&mut carl, "h8h7").await;
    assert!(carl.refused(1).await.contains("Black is played by somebody else"));
    carl.ask(1, "neighbours", json!({"type": "sit", "side": "black", "seat": {"kind": "person"}})).await;
    assert!(carl.refused(1).await.contains("you watch this game"));
    anna.ask(1, "neighbours", json!({"type": "takeback"})).await;
    assert!(anna.refused(1).await.contains("between two people"));
    anna.ask(1, "neighbours", json!({"type": "sit", "side": "black", "seat": {"kind": "person"}})).await;
    assert!(anna.refused(1).await.contains("Black is played by somebody else"));
    play(&mut bert, "h8h7").await;
    carl.wait_for(1, |event| event["moves"] == json!(["a1a2", "h8h7"])).await;

    // A seat stays with its player, whatever happens to the page or the server.
    server.listed(&id).await;
    drop((anna, bert, carl));
    let server = server.restart();
    let mut carl = server.page_of("carl").await;
    assert_eq!(arrive(&mut carl, &id).await["watching"], true);
    let mut bert = server.page_of("bert").await;
    assert_eq!(arrive(&mut bert, &id).await["black_holder"]["kind"], "you");
}

#[tokio::test]
async fn an_agent_joins_plays_and_is_told_the_result() {
    let server = serve();
    let mut anna = server.page_of("anna").await;
    let id = invite(&mut anna, Value::Null).await;
    let agent = join(&server, &id);
    let state = anna.wait_for(1, |event| event["black_holder"]["kind"] == "agent").await;
    assert!(
        state["black_holder"]["name"].as_str().is_some_and(|name| name.starts_with("Petteia")),
        "{state}"
    );
    play(&mut anna, "a1a2").await;
    anna.wait_for(1, |event| event["moves"].as_array().is_some_and(|moves| moves.len() == 2)).await;
    let late = outcome(join(&server, &id)).await;
    assert!(late.refused.is_some_and(|why| why.contains("no seat in this game is free")));
    // Its seat is given to another: the connection ends without a result.
    let level = json!({"type": "sit", "side": "black", "seat": {"kind": "agent", "level": 1}});
    anna.ask(1, "neighbours", level).await;
    assert_eq!(outcome(agent).await, Outcome { seat: Some(Color::Black), ..Outcome::default() });

    let mut anna = server.page_of("anna").await;
    let id = invite(&mut anna, json!(WON)).await;
    let agent = join(&server, &id);
    anna.wait_for(1, |event| event["black_holder"]["kind"] == "agent").await;
    play(&mut anna, "a1b2").await;
    anna.wait_for(1, |event| event["status"]["kind"] == "over").await;
    let told = outcome(agent).await;
    assert_eq!((told.seat, told.result), (Some(Color::Black), Some(GameResult::Win(Color::White))));
    let kept = server.kept(&id).await;
    assert!(kept["entry"]["black"].as_str().is_some_and(|name| name.starts_with("Petteia")), "{kept}");
}

#[tokio::test]
async fn two_agents_play_while_nobody_looks() {
    let server = serve();
    let mut host = server.page_of("host").await;
    let seats =
        json!({"type": "new", "white": {"kind": "invited"}, "black": {"kind": "invited"}, "start": WON});
    host.ask(1, "neighbours", seats).await;
    let id = host.wait_for(1, |event| event["type"] == "state").await["id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    let first = join(&server, &id);
    host.wait_for(1, |event| event["white_holder"]["kind"] == "agent").await;
    drop(host);
    let (first, second) = (outcome(first), outcome(join(&server, &id)));
    let (first, second) = tokio::join!(first, second);
    // White may have won before the second came.
    assert_eq!((first.seat, first.result), (Some(Color::White), Some(GameResult::Win(Color::White))));
    assert!(second.refused.is_some() || second.result == first.result, "{second:?}");
}

#[tokio::test]
async fn agents_without_a_game_are_refused() {
    let server = serve();
    let told = outcome(join(&server, "nowhere")).await;
    assert!(told.refused.is_some_and(|why| why.contains("nowhere")));
}

#[tokio::test]
async fn positions_and_games_are_analysed() {
    let server = serve();
    let mut page = server.page().await;
    let line = json!({"start": "8/8/8/8/8/8/w7/wb6 w 0 1", "moves": []});
    page.ask(1, "study", json!({"type": "position", "line": line, "lines": 2})).await;
    let known = page.wait_for(1, |event| event["type"] == "position").await;
    assert_eq!(known["verdict"], json!({"winner": "white", "plies": 3}));
    let update = page.wait_for(1, |event| event["type"] == "update").await;
    assert_eq!(update["lines"][0]["score"], json!({"kind": "mate", "value": 2}));
    page.wait_for(1, |event| event["type"] == "finished").await;

    let line = json!({"start": "", "moves": ["a1a2", "h8h7"]});
    page.ask(1, "study", json!({"type": "review", "line": line})).await;
    let review = page.wait_for(1, |event| event["type"] == "reviewed").await;
    assert_eq!(review["scores"].as_array().map(Vec::len), Some(3));
    assert_eq!(review["moves"].as_array().map(Vec::len), Some(2));
    page.ask(1, "study", json!({"type": "position", "line": {"start": "x", "moves": []}, "lines": 1})).await;
    assert!(page.refused(1).await.contains("four fields"));
}
