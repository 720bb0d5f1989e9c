//! The explorer and the puzzles as pages ask for them.

use chess::Position;
use serde_json::{Value, json};

use super::page::{Running, serve};

const GAMES: &str = "[White \"Ada\"]\n[WhiteElo \"2000\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
    [White \"Bob\"]\n[WhiteElo \"1500\"]\n\n1. e4 c5 1/2-1/2\n\n\
    [White \"Eve\"]\n\n1. d4 d5 0-1\n\n[White \"Tom\"]\n\n1. c4 *\n";
const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201";

async fn explored(server: &Running) -> Value {
    server.call("GET", &format!("/api/explore?fen={INITIAL}"), "").await
}

#[tokio::test]
async fn kept_games_are_explored_at_once() {
    let server = serve();
    assert_eq!(explored(&server).await, json!({"games": 0, "moves": [], "problems": []}));
    let imported = server.call("POST", "/api/games", GAMES).await;
    let found = explored(&server).await;
    assert_eq!(found["games"], 3, "the unfinished one does not count");
    let e4 = json!({
        "uci": "e2e4", "san": "e4", "white": 1, "draws": 1, "black": 0, "rating": 1750, "tables": null
    });
    assert_eq!(found["moves"][0], e4);
    assert_eq!((&found["moves"][1]["san"], &found["moves"][1]["black"]), (&json!("d4"), &json!(1)));
    assert_eq!(found["moves"].as_array().map(Vec::len), Some(2));

    // A second server finds them in what is kept.
    let server = server.restart();
    assert_eq!(explored(&server).await, found);
    let first = imported["ids"][0].as_str().expect("an id");
    server.raw("DELETE", &format!("/api/games/{first}"), "", "").await;
    let found = explored(&server).await;
    assert_eq!((&found["games"], &found["moves"][0]["white"]), (&json!(2), &json!(0)));
    let refused = server.raw("GET", "/api/explore?fen=nonsense", "", "").await;
    assert!(refused.starts_with("HTTP/1.1 400"), "{refused}");
}

#[tokio::test]
async fn indexes_in_the_data_folder_are_explored_too() {
    use explorer::{IndexError, Paths, PlayedGame, Settings, merge, sort_games};
    let server = serve();
    let folder = server.data.path().join("explorer");
    std::fs::create_dir(&folder).expect("a folder");
    let games =
        chess::pgn::Reader::new(GAMES.as_bytes()).map(|game| Ok::<_, IndexError>(game.expect("a game")));
    let played = |game| Ok(PlayedGame::of_pgn(&game).into_iter().collect());
    let runs = sort_games(&folder, Settings::default(), games, played).expect("sorted games");
    merge(&Paths { old: None, out: &folder.join("my.index") }, &runs, &[]).expect("an index");
    server.call("POST", "/api/games", GAMES).await;
    let found = explored(&server).await;
    assert_eq!((&found["games"], &found["moves"][0]["white"]), (&json!(6), &json!(2)));
    std::fs::write(folder.join("bad.index"), "nonsense").expect("a file");
    let found = explored(&server).await;
    assert_eq!(found["games"], 6, "a bad index hides nothing");
    assert!(found["problems"][0].as_str().is_some_and(|why| why.contains("not an index")), "{found}");
}

#[tokio::test]
async fn puzzles_are_offered_noted_and_remembered() {
    let server = serve();
    let task = server.call("GET", "/api/puzzles/next", "").await;
    let total = task["statistics"]["puzzles"].as_u64();
    assert!(total >= Some(500), "{task}");
    assert_eq!((&task["waited_in"], &task["statistics"]["rating"]), (&Value::Null, &json!(1200)));
    let position: Position = task["fen"].as_str().expect("a position").parse().expect("a position");
    let first = task["line"][0]["uci"].as_str().expect("a move");
    assert!(position.parse_uci(first).is_ok(), "{task}");

    let id = task["id"].as_str().expect("an id");
    let after = server.call("POST", &format!("/api/puzzles/{id}"), "{\"solved\":true}").await;
    assert_eq!((&after["solved"], &after["streak"], &after["seen"]), (&json!(1), &json!(1), &json!(1)));
    assert!(after["rating"].as_u64() > Some(1200), "{after}");
    let server = server.restart();
    let next = server.call("GET", "/api/puzzles/next", "").await;
    assert_ne!(next["id"], task["id"], "it waits for a day");
    assert_eq!(next["statistics"], after);
    let own = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; pv Rd8#; c0 \"rating 800\";\n";
    std::fs::create_dir(server.data.path().join("puzzles")).expect("a folder");
    std::fs::write(server.data.path().join("puzzles/mine.epd"), own).expect("a file");
    let next = server.call("GET", "/api/puzzles/next", "").await;
    assert_eq!(next["statistics"]["puzzles"].as_u64(), total.map(|total| total + 1));
    for (path, body, status) in [("none", "{\"solved\":true}", "404"), (id, "{}", "400")] {
        let answer = server.raw("POST", &format!("/api/puzzles/{path}"), "", body).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
}
