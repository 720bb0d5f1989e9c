//! Other engines: added, analysing, playing, removed.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::page::{Running, serve};

/// An engine that knows one move, and the option that changes it.
const SCRIPT: &str = r#"#!/bin/sh
mv=e2e4
while read -r line; do
    case "$line" in
        uci) echo "id name Scripted 1"; echo "option name Move type string default e2e4"
            echo "option name MultiPV type spin default 1 min 1 max 5"; echo uciok ;;
        "setoption name Move value "*) mv=${line##* } ;;
        isready) echo readyok ;;
        "go infinite") echo "info depth 7 score cp 31 nodes 99 time 5 pv $mv" ;;
        go*) echo "info depth 7 score cp 31 nodes 99 time 5 pv $mv"; echo "bestmove $mv" ;;
        stop) echo "bestmove $mv" ;;
        quit) exit ;;
    esac
done
"#;

fn script(server: &Running) -> PathBuf {
    let path = server.data.path().join("scripted");
    fs::write(&path, SCRIPT).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    path
}

fn names(list: &Value) -> Vec<&str> {
    list["engines"].as_array().expect("a list").iter().filter_map(|engine| engine["name"].as_str()).collect()
}

#[tokio::test]
async fn an_engine_is_tried_added_used_and_removed() {
    let server = serve();
    let list = server.call("GET", "/api/engines", "").await;
    assert_eq!((names(&list), &list["may_add"]), (vec!["Petteia"], &json!(true)));

    let new = json!({"command": script(&server), "options": {"Move": "d2d4", "Colour": "red"}}).to_string();
    let tried = server.call("POST", "/api/engines/try", &new).await;
    assert_eq!((&tried["name"], &tried["options"][0]["kind"]), (&json!("Scripted 1"), &json!("text")));
    assert_eq!(tried["remarks"], json!(["has no option \"Colour\""]));
    assert_eq!(names(&server.call("GET", "/api/engines", "").await), ["Petteia"], "trying adds nothing");
    server.call("POST", "/api/engines", &new).await;
    let again = server.call("POST", "/api/engines", &new).await;
    assert!(again["reason"].as_str().is_some_and(|why| why.contains("already")), "{again}");
    let server = server.restart();
    let list = server.call("GET", "/api/engines", "").await;
    assert_eq!(names(&list), ["Petteia", "Scripted 1"], "it is kept");

    let mut page = server.page().await;
    let line = json!({"fen": "", "moves": [], "chess960": false});
    let engine = json!({"id": "Scripted 1", "threads": null, "hash_megabytes": null});
    let asked = json!({"type": "position", "line": line, "lines": 1, "threat": false, "engine": engine,
        "depth": 7});
    page.ask(1, "analyse", asked).await;
    let who = page.wait_for(1, |event| event["type"] == "engine").await;
    assert_eq!(who["name"], "Scripted 1");
    let update = page.wait_for(1, |event| event["type"] == "update").await;
    assert_eq!(update["lines"][0]["moves"][0]["san"], "d4");
    page.wait_for(1, |event| event["type"] == "limitReached").await;

    let game = json!({"type": "new", "color": "black", "engine": "Scripted 1", "strength": {"kind": "full"},
        "start": {"kind": "initial"}, "clock": {"base_ms": 60_000, "increment_ms": 0}});
    page.ask(2, "play", game).await;
    let state = page.wait_for(2, |event| event["moves"][0]["san"] == "d4").await;
    assert_eq!(state["engine"], "Scripted 1");
    // Its only move is illegal now: that is said, and the game stays.
    page.ask(2, "play", json!({"type": "move", "uci": "d7d5"})).await;
    page.wait_for(2, |event| event["trouble"].is_string()).await;

    server.raw("DELETE", "/api/engines/Scripted%201", "", "").await;
    assert_eq!(names(&server.call("GET", "/api/engines", "").await), ["Petteia"]);
}

#[tokio::test]
async fn programs_that_are_no_engines_are_refused() {
    let server = serve();
    let reason = |answer: Value| answer["reason"].as_str().unwrap_or_default().to_owned();
    let missing = json!({"command": "/no/such/engine"}).to_string();
    assert!(reason(server.call("POST", "/api/engines", &missing).await).contains("No such file"));
    let other = json!({"command": "/bin/true"}).to_string();
    let why = reason(server.call("POST", "/api/engines", &other).await);
    assert!(why.contains("/bin/true") && why.contains("handshake"), "{why}");
    assert_eq!(names(&server.call("GET", "/api/engines", "").await), ["Petteia"]);
}

#[tokio::test]
async fn an_analysis_ends_at_its_limit() {
    let server = serve();
    let mut page = server.page().await;
    let line = json!({"fen": "", "moves": [], "chess960": false});
    page.ask(
        1,
        "analyse",
        json!({"type": "position", "line": line, "lines": 2, "threat": false, "depth": 5}),
    )
    .await;
    let who = page.wait_for(1, |event| event["type"] == "engine").await;
    assert!(who["name"].as_str().is_some_and(|name| name.starts_with("Petteia")), "{who}");
    let mut last = Value::Null;
    loop {
        let event = page.next(1).await;
        match event["type"].as_str() {
            Some("update") => last = event,
            Some("limitReached") => break,
            _ => {}
        }
    }
    assert!(last["lines"].as_array().is_some_and(|lines| lines.len() == 2), "{last}");
    assert!(last["depth"].as_u64() >= Some(5), "{last}");
    let asked = json!({"type": "position", "line": line, "lines": 1, "threat": false, "seconds": 1});
    page.ask(1, "analyse", asked).await;
    page.wait_for(1, |event| event["type"] == "limitReached").await;
}
