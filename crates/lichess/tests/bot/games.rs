//! Games from their start to their end, against a stand-in for Lichess.

use std::time::Duration;

use chess::chess960;
use gamekit::{Color, Tally};
use lichess::{News, Reason};
use lichess_fake::{Fake, Opponent, Terms};

use crate::common::{Running, assert_all_kept, setup};

const RANDOM: Opponent = Opponent::Random(7);

#[tokio::test]
async fn a_challenge_becomes_a_game_that_is_won_and_kept() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let bot = Running::start(setup(&fake, folder.path()));
    for color in Color::ALL {
        let id = fake.challenge(Terms { bot: color, opponent: RANDOM, ..Terms::default() });
        let status = fake.until_over(&id).await;
        assert_eq!((status.name, status.winner), ("mate", Some(color)));
        assert_eq!(fake.count(&format!("{id}/chat room=player&text=Good+luck%2C+Mary%21")), 1);
    }
    bot.ask_to_end();
    assert_eq!(bot.ended().await.unwrap(), Tally::new(2, 0, 0));
    assert_all_kept(&fake, folder.path());
}

#[tokio::test]
async fn chess960_and_other_positions_are_played() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let bot = Running::start(setup(&fake, folder.path()));
    let shuffled = chess960::position(692).unwrap().to_string();
    let open = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 4 8".to_owned();
    for (variant, fen) in [("chess960", shuffled), ("fromPosition", open)] {
        for color in Color::ALL {
            let (variant, fen) = (variant.to_owned(), Some(fen.clone()));
            let terms = Terms { variant, fen, bot: color, opponent: RANDOM, ..Terms::default() };
            assert!(fake.until_over(&fake.challenge(terms)).await.winner == Some(color));
        }
    }
    bot.ask_to_end();
    bot.ended().await.unwrap();
    assert_all_kept(&fake, folder.path());
}

#[tokio::test]
async fn games_are_played_side_by_side_and_no_more_than_agreed() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut bot = Running::start(setup(&fake, folder.path()));
    let by_hand = || fake.challenge(Terms { opponent: Opponent::ByHand, ..Terms::default() });
    let ids = [by_hand(), by_hand(), by_hand(), by_hand()];
    for id in &ids {
        fake.until("a first move in each game", |fake| fake.status(id).plies == 1).await;
    }
    let one_too_many = fake.challenge(Terms::default());
    let declined = bot.hear(|news| matches!(news, News::Declined { .. })).await;
    let News::Declined { id, reason, .. } = declined else { unreachable!() };
    assert_eq!((id, reason), (one_too_many.clone(), Reason::Later));
    assert_eq!(fake.count(&format!("{one_too_many}/decline reason=later")), 1);
    for id in &ids {
        fake.play(id, "a7a6");
    }
    for id in &ids {
        fake.until("a second move in each game", |fake| fake.status(id).plies == 3).await;
        fake.end(id, "resign", Some(Color::White));
    }
    bot.ask_to_end();
    assert_eq!(bot.ended().await.unwrap(), Tally::new(4, 0, 0));
    assert_all_kept(&fake, folder.path());
}

#[tokio::test]
async fn a_variant_that_is_not_played_is_declined_and_left() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut bot = Running::start(setup(&fake, folder.path()));
    let atomic = || Terms { variant: "atomic".to_owned(), ..Terms::default() };
    fake.challenge(atomic());
    bot.hear(|news| matches!(news, News::Declined { reason: Reason::Variant, .. })).await;
    let id = fake.begin(atomic());
    assert_eq!(fake.until_over(&id).await.name, "aborted");
}

#[tokio::test]
async fn a_game_that_does_not_begin_is_aborted() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut setup = setup(&fake, folder.path());
    setup.waits.first_move = Duration::from_millis(20);
    let bot = Running::start(setup);
    let id = fake.challenge(Terms { bot: Color::Black, ..Terms::default() });
    assert_eq!(fake.until_over(&id).await.name, "aborted");
    bot.ask_to_end();
    assert_eq!(bot.ended().await.unwrap(), Tally::default());
    assert_all_kept(&fake, folder.path());
}

#[tokio::test]
async fn a_game_that_the_opponent_aborts_is_over() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let bot = Running::start(setup(&fake, folder.path()));
    let id = fake.challenge(Terms::default());
    fake.until("a first move", |fake| fake.status(&id).plies == 1).await;
    fake.end(&id, "aborted", None);
    bot.ask_to_end();
    assert_eq!(bot.ended().await.unwrap(), Tally::default());
    assert_all_kept(&fake, folder.path());
}

#[tokio::test]
async fn who_stays_away_loses() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let _bot = Running::start(setup(&fake, folder.path()));
    let id = fake.challenge(Terms::default());
    fake.until("a first move", |fake| fake.status(&id).plies == 1).await;
    fake.play(&id, "e7e5");
    fake.until("a second move", |fake| fake.status(&id).plies == 3).await;
    fake.go_away(&id, 0);
    let status = fake.until_over(&id).await;
    assert_eq!((status.name, status.winner), ("timeout", Some(Color::White)));
}

#[tokio::test]
async fn a_draw_is_accepted_when_the_rules_say_so() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    for (accept_below, expected) in [(-5000, "started"), (5000, "draw")] {
        let mut setup = setup(&fake, folder.path());
        setup.config.draws.accept_below = accept_below;
        let bot = Running::start(setup);
        let id = fake.challenge(Terms::default());
        fake.until("a first move", |fake| fake.status(&id).plies == 1).await;
        fake.offer_draw(&id);
        fake.play(&id, "e7e5");
        fake.until("an answer", |fake| fake.status(&id).plies == 3 || fake.status(&id).is_over()).await;
        assert_eq!(fake.status(&id).name, expected);
        assert_eq!(fake.count("offeringDraw=true"), usize::from(expected == "draw"));
        fake.end(&id, "aborted", None);
        bot.ask_to_end();
        bot.ended().await.unwrap();
    }
}

#[tokio::test]
async fn a_lost_game_is_given_up() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut setup = setup(&fake, folder.path());
    setup.config.resignation.after = 2;
    let bot = Running::start(setup);
    let terms = Terms {
        variant: "fromPosition".to_owned(),
        fen: Some("3qk3/pppppppp/8/8/8/8/8/4K3 w - - 0 1".to_owned()),
        opponent: RANDOM,
        ..Terms::default()
    };
    let status = fake.until_over(&fake.challenge(terms)).await;
    assert_eq!((status.name, status.winner, status.plies), ("resign", Some(Color::Black), 2));
    bot.ask_to_end();
    assert_eq!(bot.ended().await.unwrap(), Tally::new(0, 0, 1));
}

/// Full strength with pondering: forced replies are always those that it expects.
#[tokio::test]
async fn thinking_on_the_opponents_time_leads_to_the_same_mate() {
    let (fake, folder) = (Fake::start().await, tempfile::tempdir().unwrap());
    let mut setup = setup(&fake, folder.path());
    setup.config.engine.elo = None;
    setup.config.engine.move_overhead = 0;
    let _bot = Running::start(setup);
    let terms = Terms {
        variant: "fromPosition".to_owned(),
        fen: Some("k7/8/2K5/8/8/8/8/7R w - - 0 1".to_owned()),
        initial: Duration::from_mins(1),
        increment: Duration::ZERO,
        opponent: RANDOM,
        ..Terms::default()
    };
    assert_eq!(fake.until_over(&fake.challenge(terms)).await.name, "mate");
}
