//! What goes wrong on the way to Lichess and back.

use std::time::Duration;

use gamekit::{Color, Tally};
use lichess::{BotError, News, Token};
use lichess_fake::{Fake, Opponent, Settings, Terms};

use crate::common::{Running, assert_all_kept, setup};

async fn until_plies(fake: &Fake, id: &str, plies: usize) {
    fake.until(&format!("{plies} half-moves"), |fake| fake.status(id).plies == plies).await;
}

#[tokio::test]
async fn a_stream_that_drops_is_opened_again() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut bot = Running::start(setup(&fake, folder.path()));
    let id = fake.challenge(Terms::default());
    until_plies(&fake, &id, 1).await;
    for (reply, last_words) in [("e7e5", ""), ("d7d6", "{\"type\":\"gameState\",\"mov")] {
        let plies = fake.status(&id).plies;
        fake.cut("/game/stream", last_words);
        fake.play(&id, reply);
        bot.hear_trouble("the stream ended").await;
        until_plies(&fake, &id, plies + 2).await;
    }
    fake.cut("/stream/event", "");
    bot.hear_trouble("events: the stream ended").await;
    let other = fake.challenge(Terms::default());
    until_plies(&fake, &other, 1).await;
    assert_eq!(fake.count("POST /api/bot/game/game0001/chat"), 1, "one greeting");
}

#[tokio::test]
async fn malformed_lines_do_no_harm() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut bot = Running::start(setup(&fake, folder.path()));
    let id = fake.challenge(Terms::default());
    until_plies(&fake, &id, 1).await;
    for (stream, incomplete) in [("/stream/event", "gameStart"), ("/game/stream", "gameState")] {
        for line in ["no JSON\n", "[]\n", "\u{0}\n", &format!("{{\"type\":\"{incomplete}\"}}\n")] {
            fake.cut(stream, line);
            bot.hear_trouble("malformed line").await;
            fake.until("a new stream", |fake| fake.streams(stream) == 1).await;
        }
    }
    fake.write("/stream/", "\n\n{\"type\":\"somethingNew\"}\n");
    fake.play(&id, "e7e5");
    until_plies(&fake, &id, 3).await;
}

#[tokio::test]
async fn too_many_requests_wait_and_are_repeated() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    for part in ["/api/account", "/stream/event", "/game/stream", "/move/"] {
        fake.fail(part, 429, 2);
    }
    let mut bot = Running::start(setup(&fake, folder.path()));
    bot.hear_trouble("/api/account: too many requests").await;
    let id = fake.challenge(Terms::default());
    bot.hear_trouble("/move/").await;
    until_plies(&fake, &id, 1).await;
    assert_eq!(fake.count("/move/"), 3);
}

#[tokio::test]
async fn a_server_in_trouble_is_asked_again() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    for part in ["/api/account", "/stream/event", "/game/stream", "/move/"] {
        fake.fail(part, 503, 2);
    }
    let _bot = Running::start(setup(&fake, folder.path()));
    let id = fake.challenge(Terms::default());
    until_plies(&fake, &id, 1).await;
}

#[tokio::test]
async fn a_move_that_is_refused_is_thought_over() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    fake.fail("/move/", 400, 2);
    let mut bot = Running::start(setup(&fake, folder.path()));
    let id = fake.challenge(Terms::default());
    bot.hear_trouble("our answer is refused").await;
    until_plies(&fake, &id, 1).await;
}

#[tokio::test]
async fn a_challenge_that_is_gone_takes_no_place() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut setup = setup(&fake, folder.path());
    setup.config.challenges.at_once = 1.try_into().unwrap();
    let mut bot = Running::start(setup);
    fake.fail("/accept", 404, 1);
    fake.challenge(Terms::default());
    bot.hear_trouble("the challenge is left open").await;
    let id = fake.challenge(Terms::default());
    until_plies(&fake, &id, 1).await;
}

#[tokio::test]
async fn silence_is_a_lost_connection() {
    let settings = Settings { keep_alive: Duration::from_hours(1), ..Settings::default() };
    let (fake, folder) = (Fake::with(settings, 0).await.unwrap(), tempfile::tempdir().unwrap());
    let mut setup = setup(&fake, folder.path());
    setup.waits.silence = Duration::from_millis(100);
    let mut bot = Running::start(setup);
    bot.hear_trouble("events: no answer in time").await;
    fake.until("a second stream", |fake| fake.count("/stream/event") >= 2).await;
}

#[tokio::test]
async fn a_game_goes_on_after_the_process_was_ended() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut bot = Running::start(setup(&fake, folder.path()));
    let pausing = Opponent::Search { nodes: 1, pause: 3 };
    let id = fake.challenge(Terms { opponent: pausing, ..Terms::default() });
    for plies in [6, 14] {
        fake.until("some moves", |fake| fake.status(&id).plies >= plies).await;
        bot.kill().await;
        assert!(!fake.status(&id).is_over());
        bot = Running::start(setup(&fake, folder.path()));
        let goes_on = bot.hear(|news| matches!(news, News::Playing { .. })).await;
        assert!(matches!(goes_on, News::Playing { plies: seen, .. } if seen >= plies));
    }
    fake.until_over(&id).await;
    bot.ask_to_end();
    assert_eq!(bot.ended().await.unwrap().games(), 1);
    assert_all_kept(&fake, folder.path());
    assert_eq!(fake.count("/chat"), 1, "one greeting");
}

#[tokio::test]
async fn who_is_asked_to_end_finishes_games_and_takes_no_new_ones() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut bot = Running::start(setup(&fake, folder.path()));
    let id = fake.challenge(Terms::default());
    until_plies(&fake, &id, 1).await;
    bot.ask_to_end();
    bot.hear(|news| *news == News::Ending { games: 1 }).await;
    let late = fake.challenge(Terms::default());
    bot.hear(|news| matches!(news, News::Declined { id, .. } if *id == late)).await;
    fake.play(&id, "e7e5");
    until_plies(&fake, &id, 3).await;
    assert!(!bot.is_finished());
    fake.end(&id, "resign", Some(Color::Black));
    assert_eq!(bot.ended().await.unwrap(), Tally::new(0, 0, 1));
    assert_all_kept(&fake, folder.path());
}

#[tokio::test]
async fn who_is_asked_to_end_before_all_began_ends() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    fake.fail("/api/account", 503, usize::MAX);
    let mut bot = Running::start(setup(&fake, folder.path()));
    bot.hear_trouble("/api/account: status 503").await;
    bot.ask_to_end();
    assert_eq!(bot.ended().await.unwrap(), Tally::default());
}

#[tokio::test]
async fn only_bots_play_and_only_on_request_does_one_become_a_bot() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    fake.downgrade();
    let refused = Running::start(setup(&fake, folder.path())).ended().await.unwrap_err();
    assert!(matches!(&refused, BotError::NotABot(name) if name == lichess_fake::NAME), "{refused}");
    assert_eq!(fake.count("upgrade"), 0);
    let mut setup = setup(&fake, folder.path());
    setup.upgrade = true;
    let mut bot = Running::start(setup);
    bot.hear(|news| matches!(news, News::Online { .. })).await;
    assert_eq!(fake.count("POST /api/bot/account/upgrade"), 1);
}

#[tokio::test]
async fn a_wrong_token_is_refused_and_not_shown() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut setup = setup(&fake, folder.path());
    setup.token = Token::new("lip_wrong").unwrap();
    let error = Running::start(setup).ended().await.unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(text.contains("No such token (401)") && !text.contains("lip_wrong"), "{text}");
}
