use super::*;

fn event(text: &str) -> Event {
    serde_json::from_str(text).unwrap()
}

#[test]
fn events_are_read() {
    let start = r#"{"type":"gameStart","game":{"fullId":"9NaCTu2vz1c4","gameId":"9NaCTu2v","id":"9NaCTu2v",
        "fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","color":"white","lastMove":"",
        "source":"friend","status":{"id":20,"name":"started"},"variant":{"key":"standard","name":"Standard"},
        "speed":"blitz","perf":"blitz","rated":false,"hasMoved":false,"isMyTurn":true,"secondsLeft":300,
        "opponent":{"id":"mary","username":"Mary","rating":1007},"compat":{"bot":false,"board":true}}}"#;
    assert!(matches!(event(start), Event::GameStart { game } if game.id == "9NaCTu2v" && !game.compat.bot));
    let short = r#"{"type":"gameStart","game":{"id":"abc"}}"#;
    assert!(matches!(event(short), Event::GameStart { game } if game.compat.bot));
    assert!(matches!(event(r#"{"type":"gameFinish","game":{"id":"abc"}}"#), Event::Other));
    assert!(matches!(event(r#"{"type":"somethingNew","else":[1]}"#), Event::Other));
    let canceled = r#"{"type":"challengeCanceled","challenge":{"id":"abc","rated":true}}"#;
    assert!(matches!(event(canceled), Event::ChallengeCanceled { challenge } if challenge.id == "abc"));
}

#[test]
fn challenges_are_read() {
    let text = r#"{"type":"challenge","challenge":{"id":"7pGLxJ4F","url":"https://lichess.org/7pGLxJ4F",
        "status":"created","challenger":{"id":"lovlas","name":"Lovlas","title":"IM","rating":2506,
        "provisional":true,"online":true,"lag":4},"destUser":{"id":"me","name":"Me","title":"BOT",
        "rating":1500},"variant":{"key":"fromPosition","name":"From Position","short":"FEN"},"rated":false,
        "speed":"rapid","timeControl":{"type":"clock","limit":600,"increment":5,"show":"10+5"},
        "color":"random","finalColor":"black","perf":{"icon":"x","name":"Rapid"},
        "initialFen":"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1","direction":"in"}}"#;
    let Event::Challenge { challenge } = event(text) else { panic!("a challenge") };
    assert_eq!(challenge.time_control, TimeControl::Clock { limit: 600, increment: 5 });
    let challenger = challenge.challenger.unwrap();
    assert_eq!((challenger.id.as_str(), challenger.rating), ("lovlas", Some(2506)));
    assert!(!challenger.is_bot());
    for slow in [r#"{"type":"correspondence","daysPerTurn":2}"#, r#"{"type":"unlimited"}"#] {
        assert_eq!(serde_json::from_str::<TimeControl>(slow).unwrap(), TimeControl::Slow);
    }
}

#[test]
fn games_are_read() {
    let text = r#"{"type":"gameFull","id":"5IrD6Gzz","rated":true,
        "variant":{"key":"standard","name":"Standard","short":"Std"},
        "clock":{"initial":1200000,"increment":10000},"speed":"classical","perf":{"name":"Classical"},
        "createdAt":1523825103562,"white":{"id":"lovlas","name":"lovlas","provisional":false,
        "rating":2500,"title":"IM"},"black":{"aiLevel":3},"initialFen":"startpos",
        "state":{"type":"gameState","moves":"e2e4 c7c5","wtime":7598040,"btime":8395220,"winc":10000,
        "binc":10000,"status":"started","bdraw":true,
        "expiration":{"idleMillis":245,"millisToMove":30000}}}"#;
    let GameLine::GameFull(game) = serde_json::from_str(text).unwrap() else { panic!("a game") };
    assert_eq!((game.white.shown().as_str(), game.black.shown().as_str()), ("lovlas", "Lichess AI level 3"));
    assert!(!game.state.is_over() && game.state.result().is_none());
    assert!(game.state.offers_draw(Color::Black) && !game.state.offers_draw(Color::White));
    assert_eq!(game.state.expiration.unwrap().millis_to_move, 30000);
    let gone = r#"{"type":"opponentGone","gone":true,"claimWinInSeconds":8}"#;
    let gone: GameLine = serde_json::from_str(gone).unwrap();
    assert!(matches!(gone, GameLine::OpponentGone { gone: true, claim_win_in_seconds: Some(8) }));
    let chat = r#"{"type":"chatLine","username":"x","text":"hi","room":"player"}"#;
    assert!(matches!(serde_json::from_str(chat).unwrap(), GameLine::Other));
}

#[test]
fn a_status_has_a_result() {
    let result = |status: &str, winner: &str| {
        let winner = if winner.is_empty() { String::new() } else { format!(r#","winner":"{winner}""#) };
        let text =
            format!(r#"{{"moves":"","wtime":1,"btime":1,"winc":0,"binc":0,"status":"{status}"{winner}}}"#);
        let state: GameState = serde_json::from_str(&text).unwrap();
        (state.is_over(), state.result())
    };
    assert_eq!(result("started", ""), (false, None));
    assert_eq!(result("aborted", ""), (true, None));
    assert_eq!(result("mate", "black"), (true, Some(GameResult::Win(Color::Black))));
    assert_eq!(result("outoftime", "white"), (true, Some(GameResult::Win(Color::White))));
    assert_eq!(result("outoftime", ""), (true, Some(GameResult::Draw)));
    assert_eq!(result("stalemate", ""), (true, Some(GameResult::Draw)));
    assert_eq!(result("noStart", ""), (true, None));
}
