//! The Lab as pages ask for it.

use serde_json::{Value, json};

use super::page::{Running, serve};

async fn refused(server: &Running, path: &str) -> (String, String) {
    let answer = server.raw("GET", path, "", "").await;
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    let refusal: Value = serde_json::from_str(body).expect("JSON");
    let status = head.split_whitespace().nth(1).expect("a status");
    (status.to_owned(), refusal["reason"].as_str().expect("a reason").to_owned())
}

#[tokio::test]
async fn searches_are_drawn() {
    let server = serve();
    let found = server.call("GET", "/api/lab/searches?depth=2", "").await;
    let names: Vec<_> = found.as_array().expect("a list").iter().map(|search| &search["name"]).collect();
    assert_eq!(names, ["minimax", "alpha-beta", "negascout"]);
    assert_eq!(found[0]["root"]["nodes"], 421);
    let part = server.call("GET", "/api/lab/searches/minimax?depth=2&path=3", "").await;
    assert_eq!(part["mv"], found[0]["root"]["children"][3]["mv"]);
    assert_eq!(part["children"].as_array().map(Vec::len), Some(20));
}

#[tokio::test]
async fn bad_requests_for_searches_are_refused() {
    let server = serve();
    for (path, status, reason) in [
        ("searches?depth=5", "400", "depth 5; expected 1 to 4"),
        ("searches?depth=2&fen=nonsense", "400", "nonsense"),
        ("searches?depth=2&fen=8/8/8/8/8/8/8/8%20w%20-%20-%200%201", "400", "king"),
        ("searches", "400", "depth"),
        ("searches/alphabet?depth=2", "404", "there is no search \"alphabet\""),
        ("searches/minimax?depth=2&path=99", "404", "there is no node"),
        ("bitboards?square=i9&slider=rook", "400", "i9"),
        ("bitboards?square=d4&slider=knight", "400", "knight"),
    ] {
        let (found, why) = refused(&server, &format!("/api/lab/{path}")).await;
        assert_eq!(found, status, "{path}");
        assert!(why.contains(reason), "{path}: {why}");
    }
}

#[tokio::test]
async fn bitboards_and_results_are_answered() {
    let server = serve();
    let found = server.call("GET", "/api/lab/bitboards?square=a1&slider=rook", "").await;
    assert_eq!(found["attacks"]["squares"], json!(["b1", "a2"]));
    let results = server.call("GET", "/api/lab/results", "").await;
    assert!(
        results.as_array().is_some_and(|sections| sections.iter().any(|section| section["title"] == "kinds"))
    );
}

#[tokio::test]
async fn a_tree_grows_and_stops() {
    let server = serve();
    let mut page = server.page().await;
    page.ask(1, "lab", json!({"type": "grow", "fen": "", "simulations": 8})).await;
    for simulations in 1..=8 {
        let tree = page.next(1).await;
        assert_eq!((&tree["type"], &tree["simulations"]), (&json!("tree"), &json!(simulations)));
        assert_eq!(tree["finished"], simulations == 8);
        let visits = tree["moves"].as_array().expect("moves").iter().filter_map(|mv| mv["visits"].as_u64());
        assert_eq!(visits.sum::<u64>(), simulations);
    }
    page.ask(1, "lab", json!({"type": "grow", "fen": "", "simulations": 20_000})).await;
    page.next(1).await;
    page.ask(1, "lab", json!({"type": "stop"})).await;
    // The channel is free again, and its last tree is not much older than the request.
    page.ask(1, "lab", json!({"type": "grow", "fen": "8/8/8/8/8/8/8/8 w - - 0 1", "simulations": 1})).await;
    assert!(page.refused(1).await.contains("king"));
    page.ask(1, "lab", json!({"type": "grow", "fen": "", "simulations": 0})).await;
    assert_eq!(page.refused(1).await, "0 simulations; expected 1 to 20000");
}

#[tokio::test]
async fn a_position_without_moves_has_a_tree_without_moves() {
    let server = serve();
    let mut page = server.page().await;
    let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    page.ask(1, "lab", json!({"type": "grow", "fen": mated, "simulations": 100})).await;
    let tree = page.next(1).await;
    assert_eq!((&tree["finished"], &tree["moves"]), (&json!(true), &json!([])));
}
