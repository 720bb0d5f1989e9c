//! The server as pages meet it: over real connections.

#[path = "serve/engines.rs"]
mod engines;
#[path = "serve/invitation.rs"]
mod invitation;
#[path = "serve/lab.rs"]
mod lab;
#[path = "serve/library.rs"]
mod library;
#[path = "serve/page.rs"]
mod page;

use std::time::Duration;

use page::{Page, refusal, serve, serve_with};
use serde_json::{Value, json};
use server::Limits;

fn new_game(color: &str) -> Value {
    json!({
        "type": "new", "color": color, "strength": {"kind": "elo", "elo": 800},
        "start": {"kind": "initial"}, "clock": null,
    })
}

/// The state once it is the player's turn or the game is over.
async fn players_turn(page: &mut Page, channel: u32, moves: usize) -> Value {
    page.wait_for(channel, |event| {
        event["type"] == "state"
            && event["moves"].as_array().is_some_and(|all| all.len() >= moves)
            && event["thinking"] == false
    })
    .await
}

#[tokio::test]
async fn a_game_is_played_and_kept() {
    let server = serve();
    let mut page = server.page().await;
    page.ask(1, "play", new_game("white")).await;
    let state = players_turn(&mut page, 1, 0).await;
    assert_eq!(state["dests"]["e2"], json!(["e3", "e4"]));
    page.ask(1, "play", json!({"type": "move", "uci": "e2e4"})).await;
    let state = players_turn(&mut page, 1, 2).await;
    assert_eq!(state["moves"][0]["san"], "e4");
    page.ask(1, "play", json!({"type": "takeback"})).await;
    let state = page.wait_for(1, |event| event["moves"] == json!([])).await;
    assert_eq!(state["can_take_back"], false);
    page.ask(1, "play", json!({"type": "move", "uci": "d2d4"})).await;
    players_turn(&mut page, 1, 2).await;
    page.ask(1, "play", json!({"type": "offerDraw"})).await;
    page.wait_for(1, |event| event["type"] == "drawDeclined").await;
    page.ask(1, "play", json!({"type": "resign"})).await;
    let over = page.wait_for(1, |event| event["status"]["kind"] == "over").await;
    assert_eq!(over["status"]["result"], "0-1");
    assert_eq!(over["status"]["reason"], "Black wins by resignation");
    page.ask(1, "play", json!({"type": "move", "uci": "e2e4"})).await;
    assert!(page.refused(1).await.contains("the game is over"));

    let id = over["id"].as_str().expect("an id");
    let kept = server.kept(id).await;
    assert_eq!(kept["entry"]["result"], "0-1");
    assert!(kept["text"].as_str().is_some_and(|text| text.contains("1. d4")), "{kept}");
}

#[tokio::test]
async fn a_dropped_connection_resumes_its_game() {
    let server = serve();
    let mut page = server.page().await;
    page.ask(3, "play", new_game("black")).await;
    let state = players_turn(&mut page, 3, 1).await;
    let id = state["id"].clone();
    drop(page);
    let mut page = server.page().await;
    page.ask(9, "play", json!({"type": "resume", "id": id})).await;
    let resumed = players_turn(&mut page, 9, 1).await;
    assert_eq!(resumed["moves"], state["moves"]);
    page.ask(9, "play", json!({"type": "resume", "id": "nothing"})).await;
    assert_eq!(page.refused(9).await, "there is no kept game \"nothing\"");
}

#[tokio::test]
async fn games_survive_a_restart() {
    let server = serve();
    let mut page = server.page().await;
    let mut game = new_game("black");
    game["start"] = json!({"kind": "chess960", "number": 0});
    game["clock"] = json!({"base_ms": 600_000, "increment_ms": 1000});
    page.ask(1, "play", game).await;
    let chess = players_turn(&mut page, 1, 1).await;
    let seats =
        json!({"type": "new", "white": {"kind": "person"}, "black": {"kind": "person"}, "start": null});
    page.ask(2, "neighbours", seats).await;
    page.ask(2, "neighbours", json!({"type": "move", "mv": "a1a2"})).await;
    let neighbours = page.wait_for(2, |event| event["moves"] == json!(["a1a2"])).await;
    for id in [&chess["id"], &neighbours["id"]] {
        server.listed(id.as_str().expect("an id")).await;
    }

    let server = server.restart();
    let mut page = server.page().await;
    page.ask(1, "play", json!({"type": "resume", "id": chess["id"]})).await;
    let resumed = players_turn(&mut page, 1, 1).await;
    for field in ["start_fen", "fen", "color", "strength", "chess960", "dests"] {
        assert_eq!(resumed[field], chess[field], "{field}");
    }
    assert!(resumed["clocks"]["black_ms"].as_u64().is_some_and(|left| left > 500_000), "{resumed}");
    page.ask(2, "neighbours", json!({"type": "resume", "id": neighbours["id"]})).await;
    let resumed = page.wait_for(2, |event| event["type"] == "state").await;
    assert_eq!(resumed["moves"], neighbours["moves"]);
}

#[tokio::test]
async fn mate_ends_a_game_from_anywhere() {
    let server = serve();
    let mut page = server.page().await;
    let mut game = new_game("white");
    game["start"] = json!({"kind": "position", "fen": "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "moves": [], "chess960": false});
    game["clock"] = json!({"base_ms": 60000, "increment_ms": 0});
    page.ask(1, "play", game).await;
    players_turn(&mut page, 1, 0).await;
    page.ask(1, "play", json!({"type": "move", "uci": "a1a8"})).await;
    let over = page.wait_for(1, |event| event["status"]["kind"] == "over").await;
    assert_eq!(over["status"]["reason"], "White wins by checkmate");
    assert_eq!(over["clocks"]["running"], Value::Null);
}

#[tokio::test]
async fn analysis_tells_lines_and_stops() {
    let server = serve();
    let mut page = server.page().await;
    let line = json!({"fen": "", "moves": ["e2e4"], "chess960": false});
    page.ask(1, "analyse", json!({"type": "position", "line": line, "lines": 3, "threat": false})).await;
    let first = page.next(1).await;
    assert_eq!(first["type"], "position");
    let update = page
        .wait_for(1, |event| {
            event["type"] == "update" && event["lines"].as_array().is_some_and(|lines| lines.len() == 3)
        })
        .await;
    assert_eq!(update["turn"], "black");
    let chances = &update["lines"][0]["chances"];
    let sum: u64 = ["win", "draw", "loss"].iter().filter_map(|name| chances[name].as_u64()).sum();
    assert_eq!(sum, 1000);
    page.ask(1, "analyse", json!({"type": "stop"})).await;
}

#[tokio::test]
async fn a_review_is_that_of_the_command_line_and_tried_moves_are_judged() {
    let server = serve();
    let mut page = server.page().await;
    let moves = ["e2e4", "e7e5", "d1h5", "e8e7"];
    let line = json!({"fen": "", "moves": moves, "chess960": false});
    page.ask(1, "analyse", json!({"type": "review", "line": line})).await;
    let begun = page.wait_for(1, |event| event["type"] == "reviewing").await;
    assert_eq!((&begun["done"], &begun["total"]), (&json!(0), &json!(5)));
    let found = page.wait_for(1, |event| event["type"] == "reviewed").await;

    let text = "1. e4 e5 2. Qh5 Ke7 *";
    let game = chess::pgn::Reader::new(text.as_bytes()).next().expect("a game").expect("a good one");
    let mut reviewer = review::Reviewer::new(100_000).expect("a small table");
    let expected = reviewer.review(&game, |_, _| true).expect("it was not interrupted");
    let classes: Vec<String> = expected.moves.iter().map(|played| played.class.to_string()).collect();
    for (played, class) in classes.iter().enumerate() {
        assert_eq!(found["moves"][played]["class"], json!(class), "{found}");
    }
    assert_eq!(classes[3], "blunder");
    let accuracy = review::Accuracy::of(&expected, gamekit::Color::Black, None).expect("moves");
    assert_eq!(found["black"]["whole"]["per_cent"], json!(accuracy.per_cent));
    assert_eq!(found["black"]["opening"]["slips"], json!([0, 0, 1]));
    assert_eq!(found["black"]["endgame"], json!(null));
    let chances = &found["positions"][4]["chances"];
    assert_eq!(chances["win"], 1000, "a mate in one: {found}");
    assert!(found["tags"].as_array().is_some_and(|tags| tags.iter().any(|tag| tag[0] == "BlackAccuracy")));

    let before = json!({"fen": "", "moves": moves[..3], "chess960": false});
    for (tried, is_right) in [("b8c6", true), ("e8e7", false)] {
        page.ask(1, "analyse", json!({"type": "judge", "line": before, "tried": tried})).await;
        let judged = page.wait_for(1, |event| event["type"] == "judged").await;
        assert_eq!(
            ["best", "good"].contains(&judged["class"].as_str().expect("a class")),
            is_right,
            "{judged}"
        );
    }
    page.ask(1, "analyse", json!({"type": "judge", "line": before, "tried": "e8e6"})).await;
    assert!(page.refused(1).await.contains("e8e6"));
}

#[tokio::test]
async fn neighbours_is_played_with_hints_and_changing_seats() {
    let server = serve();
    let mut page = server.page().await;
    let seats = json!({"type": "new", "white": {"kind": "person"}, "black": {"kind": "agent", "level": 1}, "start": null});
    page.ask(1, "neighbours", seats).await;
    let state = page.wait_for(1, |event| event["type"] == "state").await;
    let mv = state["legal"][0].clone();
    page.ask(1, "neighbours", json!({"type": "hint"})).await;
    let hint = page.wait_for(1, |event| event["type"] == "hint").await;
    assert!(state["legal"].as_array().is_some_and(|legal| legal.contains(&hint["mv"])));
    page.ask(1, "neighbours", json!({"type": "move", "mv": mv})).await;
    let state =
        page.wait_for(1, |event| event["moves"].as_array().is_some_and(|moves| moves.len() == 2)).await;
    let sit = json!({"type": "sit", "side": "black", "seat": {"kind": "person"}});
    page.ask(1, "neighbours", sit).await;
    page.ask(1, "neighbours", json!({"type": "takeback"})).await;
    let back =
        page.wait_for(1, |event| event["moves"].as_array().is_some_and(|moves| moves.len() == 1)).await;
    assert_eq!(back["turn"], "black");
    let load = json!({"type": "load", "text": state["saved"], "white": {"kind": "person"}, "black": {"kind": "person"}});
    page.ask(2, "neighbours", load).await;
    let loaded = page.wait_for(2, |event| event["type"] == "state").await;
    assert_eq!(loaded["moves"], state["moves"]);
    let won = json!({"type": "new", "white": {"kind": "person"}, "black": {"kind": "person"}, "start": "8/8/8/8/8/8/w7/wb6 w 0 1"});
    page.ask(3, "neighbours", won).await;
    page.ask(3, "neighbours", json!({"type": "hint"})).await;
    let hint = page.wait_for(3, |event| event["type"] == "hint").await;
    assert_eq!(hint["verdict"], "White wins in 3 plies");
    let nobody =
        json!({"type": "sit", "side": "white", "seat": {"kind": "network", "address": "127.0.0.1:1"}});
    page.ask(2, "neighbours", nobody).await;
    let trouble = page.wait_for(2, |event| event["trouble"].is_string()).await;
    assert_eq!(trouble["paused"], true);
}

#[tokio::test]
async fn bad_messages_are_refused_and_the_talk_goes_on() {
    let server = serve();
    let mut page = server.page().await;
    for text in
        ["", "{", "[]", "{\"channel\":1}", "\u{0}", "{\"channel\":1,\"topic\":\"play\",\"request\":{}}"]
    {
        page.send(text).await;
        assert!(refusal(&page.receive().await).is_some(), "{text:?}");
    }
    for (topic, request, named) in [
        ("play", json!({"type": "move", "uci": "e2e4"}), "no game on this channel"),
        ("play", json!({"type": "takeback"}), "no game on this channel"),
        ("watch", json!({"type": "stop"}), "no match on this channel"),
        ("watch", json!({"type": "open", "id": "../../etc/passwd"}), "there is no match"),
        ("neighbours", json!({"type": "hint"}), "no game on this channel"),
        (
            "analyse",
            json!({"type": "position", "line": {"fen": "x", "moves": [], "chess960": false}, "lines": 1, "threat": false}),
            "\"x\"",
        ),
    ] {
        page.ask(5, topic, request).await;
        let reason = page.refused(5).await;
        assert!(reason.contains(named), "{reason}");
    }
    page.send(&"x".repeat(100_000)).await;
    assert!(refusal(&page.receive().await).is_some_and(|reason| reason.contains("100000 bytes")));
    page.ask(1, "play", new_game("white")).await;
    players_turn(&mut page, 1, 0).await;

    // Far too long: the connection ends, the server does not.
    page.send(&"x".repeat(3_000_000)).await;
    page.drain().await;
    let mut page = server.page().await;
    page.ask(1, "play", new_game("white")).await;
    players_turn(&mut page, 1, 0).await;
}

#[tokio::test]
async fn a_page_has_so_many_channels_and_no_more() {
    let server = serve_with(Limits { channels: 2, ..page::limits() });
    let mut page = server.page().await;
    for channel in 1..=3 {
        page.ask(channel, "play", new_game("white")).await;
    }
    assert!(page.refused(3).await.contains("more than 2 channels"));
    page.say(json!({"channel": 1, "topic": "close"})).await;
    page.ask(3, "play", new_game("white")).await;
    players_turn(&mut page, 3, 0).await;
}

#[tokio::test]
async fn other_sites_and_names_are_refused() {
    let server = serve();
    let address = server.address;
    let origin = |origin: &str| format!("Host: {address}\r\nOrigin: {origin}\r\n");
    for headers in [origin("http://evil.example"), origin("null"), "Host: evil.example\r\n".to_owned()] {
        for path in ["/", "/api/about", "/ws"] {
            let answer = server.raw("GET", path, &headers, "").await;
            assert!(answer.starts_with("HTTP/1.1 403"), "{path}: {answer}");
            assert!(answer.contains("reason"), "{answer}");
        }
        let answer = server.raw("DELETE", "/api/games/x", &headers, "").await;
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
    let answer = server.raw("GET", "/api/about", &origin(&format!("http://{address}")), "").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn games_are_imported_listed_exported_and_deleted() {
    let server = serve();
    let pgn = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n\n1. e4 e5 2. f4 exf4 1-0\n";
    let imported = server.call("POST", "/api/games", pgn).await;
    let id = imported["ids"][0].as_str().expect("an id").to_owned();
    let list = server.call("GET", "/api/games?player=anders&result=1-0", "").await;
    assert_eq!((&list["total"], &list["games"][0]["id"]), (&json!(1), &json!(id)));
    assert_eq!(server.call("GET", "/api/games?player=nobody", "").await["total"], 0);
    let export = server.raw("GET", "/api/games.pgn", "", "").await;
    assert!(export.contains("2. f4 exf4 1-0"), "{export}");
    server.raw("DELETE", &format!("/api/games/{id}"), "", "").await;
    let gone = server.raw("GET", &format!("/api/games/{id}"), "", "").await;
    assert!(gone.starts_with("HTTP/1.1 404"), "{gone}");
    let refused = server.raw("POST", "/api/games", "", "1. e4 Ke4 *").await;
    assert!(refused.starts_with("HTTP/1.1 400") && refused.contains("Ke4"), "{refused}");
    for (path, status) in [
        ("/api/games?limit=x", "400"),
        ("/api/position?fen=x", "400"),
        ("/api/position", "400"),
        ("/api/games.pgn?game=go", "400"),
        ("/api/chess960?number=960", "400"),
        ("/api/nothing", "404"),
        ("/api/matches/x/games/1", "404"),
        ("/api/learn/table?file=/etc/passwd", "404"),
    ] {
        let answer = server.raw("GET", path, "", "").await;
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")) && answer.contains("reason"),
            "{path}: {answer}"
        );
    }
}

#[tokio::test]
async fn the_first_page_is_small_and_everything_is_listed() {
    let server = serve();
    let page = server.raw("GET", "/", "Accept-Encoding: gzip\r\n", "").await;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("content-encoding: gzip"), "no page");
    assert_eq!(server.call("GET", "/api/engines", "").await["engines"][0]["id"], "petteia");
    assert_eq!(server.call("GET", "/api/matches", "").await, json!([]));
    assert!(server.call("GET", "/api/learn", "").await["weights"].is_array());
    let view = server.call("GET", "/api/position?fen=4k3/8/8/8/8/8/8/Q3K3%20w%20-%20-%200%201", "").await;
    assert!(view["evaluation"].as_i64() > Some(500), "{view}");
    let start = server.call("GET", "/api/chess960?number=0", "").await;
    assert_eq!(start, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
}

/// Two hundred pages that play and analyse at once: each request is answered or refused with a
/// reason, memory stays bounded, and the server keeps serving.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_pages_are_served_at_once() {
    const PAGES: usize = 200;
    let limits = Limits { engines: 2, waiting: 300, ..page::limits() };
    let server = serve_with(limits);
    let before = page::resident_megabytes();
    let mut tasks = Vec::new();
    for number in 0..PAGES {
        let mut page = server.page().await;
        tasks.push(tokio::spawn(async move {
            let line = json!({"fen": "", "moves": [], "chess960": false});
            page.ask(1, "play", new_game("white")).await;
            page.ask(2, "analyse", json!({"type": "position", "line": line, "lines": 1, "threat": false}))
                .await;
            players_turn(&mut page, 1, 0).await;
            let mv = if number % 2 == 0 { "e2e4" } else { "g1f3" };
            page.ask(1, "play", json!({"type": "move", "uci": mv})).await;
            players_turn(&mut page, 1, 2).await;
            let told =
                page.wait_for(2, |event| event["type"] == "update" || event["reason"].is_string()).await;
            (told["reason"].is_string(), page)
        }));
    }
    let mut refused = 0;
    let mut pages = Vec::new();
    for task in tasks {
        let (was_refused, page) = task.await.expect("every page is answered");
        refused += usize::from(was_refused);
        pages.push(page);
    }
    assert!(refused < PAGES, "some analyses are served");
    let grown = page::resident_megabytes().saturating_sub(before);
    println!("{PAGES} pages: {refused} analyses refused, {grown} MB more than before");
    assert!(grown < 400, "{grown} MB more than before");
    drop(pages);
    let mut page = server.page().await;
    page.ask(1, "play", new_game("black")).await;
    players_turn(&mut page, 1, 1).await;
}

/// From sending a move to seeing the reply, at a level that takes no time to think.
#[tokio::test]
#[ignore = "a measurement"]
async fn measure_the_time_to_a_reply() {
    let server = serve();
    let mut page = server.page().await;
    page.ask(1, "play", new_game("white")).await;
    let mut state = players_turn(&mut page, 1, 0).await;
    let mut times = Vec::new();
    while times.len() < 50 && state["status"]["kind"] == "ongoing" {
        let dests = state["dests"].as_object().expect("moves");
        let (from, to) = dests.iter().nth(times.len() % dests.len()).expect("a move");
        let uci = format!("{from}{}", to[0].as_str().expect("a square"));
        let sent = std::time::Instant::now();
        page.ask(1, "play", json!({"type": "move", "uci": uci})).await;
        state = players_turn(&mut page, 1, 2 * times.len() + 2).await;
        times.push(sent.elapsed());
    }
    times.sort();
    println!(
        "{} replies: median {:.1?}, slowest {:.1?}",
        times.len(),
        times[times.len() / 2],
        times[times.len() - 1]
    );
}

#[tokio::test]
async fn too_many_pages_are_refused_with_a_reason() {
    let server = serve_with(Limits { connections: 1, ..page::limits() });
    let first = server.page().await;
    let answer = server.raw("GET", "/ws", page::UPGRADE, "").await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("too many pages"), "{answer}");
    drop(first);
    server.wait_for_place().await;
}

#[tokio::test]
async fn who_says_nothing_is_shown_out() {
    let limits = Limits { head_time: Duration::from_millis(100), ..page::limits() };
    let server = serve_with(limits);
    for beginning in ["", "GET / HTTP/1.1\r\nHost: 127"] {
        assert_eq!(server.say_and_wait(beginning).await, "", "{beginning:?}");
    }
}

#[tokio::test]
async fn unfinished_requests_do_not_lock_others_out() {
    let limits = Limits { http_connections: 4, head_time: Duration::from_mins(10), ..page::limits() };
    let server = serve_with(limits);
    let mut unfinished = Vec::new();
    for _ in 0..20 {
        unfinished.push(server.connect("GET / HTTP/1.1\r\nHost: ").await);
    }
    assert!(server.call("GET", "/api/about", "").await["version"].is_string());
    let mut page = server.page().await;
    page.ask(1, "play", new_game("white")).await;
    players_turn(&mut page, 1, 0).await;
}

#[tokio::test]
async fn a_page_that_is_silent_for_long_is_gone() {
    let limits = Limits { silence: Duration::from_millis(300), connections: 1, ..page::limits() };
    let server = serve_with(limits);
    let deaf = format!("GET /ws HTTP/1.1\r\nHost: {}\r\n{}\r\n", server.address, page::UPGRADE);
    let said = server.say_and_wait(&deaf).await;
    assert!(said.starts_with("HTTP/1.1 101"), "{said}");
    server.wait_for_place().await.pinged().await;
}

#[tokio::test]
async fn games_that_nobody_looks_at_make_room() {
    let server = serve_with(Limits { games: 3, ..page::limits() });
    let mut page = server.page().await;
    let seats =
        json!({"type": "new", "white": {"kind": "person"}, "black": {"kind": "person"}, "start": null});
    let mut ids = Vec::new();
    for _ in 0..8 {
        page.ask(1, "neighbours", seats.clone()).await;
        page.ask(1, "neighbours", json!({"type": "move", "mv": "a1a2"})).await;
        let event =
            page.wait_for(1, |event| event["moves"] == json!(["a1a2"]) || event["type"].is_null()).await;
        let id = event["id"].as_str().unwrap_or_else(|| panic!("{event}")).to_owned();
        if !ids.contains(&id) {
            server.listed(&id).await;
            ids.push(id);
        }
    }
    assert_eq!(ids.len(), 8);
    page.ask(1, "neighbours", json!({"type": "resume", "id": ids[0]})).await;
    let resumed = page.wait_for(1, |event| event["id"] == ids[0] || event["type"].is_null()).await;
    assert_eq!(resumed["moves"], json!(["a1a2"]), "{resumed}");
}

#[tokio::test]
async fn a_player_is_told_that_the_game_is_not_kept() {
    let server = serve();
    let database = rusqlite::Connection::open(server.data.path().join("games.sqlite")).expect("a database");
    database
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON game \
             BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END",
        )
        .expect("a trigger");
    let mut page = server.page().await;
    page.ask(1, "play", new_game("white")).await;
    players_turn(&mut page, 1, 0).await;
    page.ask(1, "play", json!({"type": "move", "uci": "e2e4"})).await;
    let seats =
        json!({"type": "new", "white": {"kind": "person"}, "black": {"kind": "person"}, "start": null});
    page.ask(2, "neighbours", seats).await;
    page.ask(2, "neighbours", json!({"type": "move", "mv": "a1a2"})).await;
    for channel in [1, 2] {
        let told = page.wait_for(channel, |event| event["trouble"].is_string()).await;
        assert_eq!(told["trouble"], "the game cannot be kept: database or disk is full");
    }
    database.execute_batch("DROP TRIGGER full").expect("room again");
    page.ask(2, "neighbours", json!({"type": "move", "mv": "h8h7"})).await;
    page.wait_for(2, |event| event["trouble"].is_null() && event["moves"] == json!(["a1a2", "h8h7"])).await;
}

#[tokio::test]
async fn absurd_times_are_refused_and_leave_no_match() {
    let server = serve();
    let mut page = server.page().await;
    let players = json!([{"engine": "petteia"}, {"engine": "petteia"}]);
    for time in ["307445734561825860:0", "307445734561825860:16", "1e300", "99999999999999999999"] {
        let new = json!({"type": "start", "players": players, "games": 2, "boards": 1, "time": time, "chess960": false});
        page.ask(1, "watch", new).await;
        assert!(page.refused(1).await.contains("bad time control"), "{time}");
    }
}

#[tokio::test]
async fn other_sites_cannot_make_a_browser_ask_for_data() {
    let server = serve();
    for (path, site, status) in [
        ("/api/games.pgn", "cross-site", "403"),
        ("/api/about", "same-site", "403"),
        ("/ws", "cross-site", "403"),
        ("/", "cross-site", "200"),
        ("/api/about", "same-origin", "200"),
    ] {
        let answer = server.raw("GET", path, &format!("Sec-Fetch-Site: {site}\r\n"), "").await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path} {site}: {answer}");
        assert!(answer.contains("x-content-type-options: nosniff"), "{path} {site}: {answer}");
    }
}

#[tokio::test]
async fn a_folder_has_one_server() {
    let server = serve();
    let mut config = server::Config::new(server.data.path().to_owned(), "petteia".into());
    config.port = 0;
    let error = server::Server::bind(config).err().expect("the folder is taken").to_string();
    assert!(error.contains("another server uses this folder"), "{error}");
}

/// Malformed messages cost something, too.
#[tokio::test]
async fn a_flood_of_bad_messages_is_answered_slowly() {
    let server = serve_with(Limits { messages_per_second: 10, ..page::limits() });
    let mut page = server.page().await;
    let mut refusals = Vec::new();
    for _ in 0..30 {
        page.send("{").await;
    }
    for _ in 0..30 {
        refusals.push(refusal(&page.receive().await).expect("a refusal"));
    }
    assert!(
        refusals.iter().any(|reason| reason.contains("more than 10 messages in a second")),
        "{refusals:?}"
    );
}
