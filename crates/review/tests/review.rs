//! Reviews of games whose mistakes are known.

use chess::pgn::{Game, Nag, Reader};
use gamekit::Color;
use review::{Accuracy, Class, Report, Review, Reviewer, annotate, review_all};

const NODES: u64 = 4_000;

fn game(text: &str) -> Game {
    Reader::new(text.as_bytes()).next().expect("a game").expect("a good one")
}

fn reviewed(game: &Game) -> Review {
    Reviewer::new(NODES).expect("a small table").review(game, |_, _| true).expect("it was not interrupted")
}

const SCHOLARS_MATE: &str =
    "[White \"A\"]\n[Black \"B <&> C\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 {[%clk 0:01:00] oh} 4. Qxf7# 1-0\n";
/// Black gives the queen for nothing on the seventh move.
const LOST_QUEEN: &str =
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Nbd7 5. cxd5 exd5 6. e3 c6 7. Bd3 Qa5 8. Nge2 Qxa2 9. Rxa2 *";

#[test]
fn known_blunders_are_found_and_good_moves_are_not_blamed() {
    let review = reviewed(&game(SCHOLARS_MATE));
    let classes: Vec<Class> = review.moves.iter().map(|played| played.class).collect();
    assert_eq!(classes[5], Class::Blunder, "3... Nf6 allows mate");
    assert_eq!(classes[6], Class::Best, "4. Qxf7#");
    assert!(classes[..2].iter().all(|class| !class.is_slip()), "1. e4 e5");
    let review = reviewed(&game(LOST_QUEEN));
    assert_eq!(review.moves[15].class, Class::Blunder, "8... Qxa2");
    assert!(review.moves[..10].iter().all(|played| !played.class.is_slip()), "a Queen's Gambit");
    let [white, black] = Color::ALL.map(|color| Accuracy::of(&review, color, None).expect("moves"));
    assert!(white.per_cent > black.per_cent && white.centipawn_loss < black.centipawn_loss);
    assert_eq!(black.slips[2], 1);
}

#[test]
fn a_review_can_be_repeated() {
    let game = game(LOST_QUEEN);
    let mut reviewer = Reviewer::new(NODES).expect("a small table");
    let first = reviewer.review(&game, |_, _| true);
    assert_eq!(first, reviewer.review(&game, |_, _| true), "what was searched before does not matter");
    assert_eq!(reviewer.review(&game, |done, _| done < 3), None, "it was interrupted");
}

#[test]
fn an_annotated_game_reads_as_one_and_is_annotated_once() {
    let mut annotated = game(SCHOLARS_MATE);
    let review = reviewed(&annotated);
    annotate(&mut annotated, &review);
    let text = annotated.to_string();
    assert_eq!(game(&text), annotated);
    let slip = &annotated.line.moves[5];
    assert_eq!(slip.nags, [Nag::BLUNDER]);
    assert_eq!(slip.variations.len(), 1);
    assert!(slip.evaluation().is_some() && slip.clock().is_some(), "other comments stay");
    assert_eq!(annotated.tags.get("ECO"), Some("C20"));
    assert!(annotated.tags.get("BlackAccuracy").is_some());
    annotate(&mut annotated, &review);
    assert_eq!(annotated.to_string(), text);
}

#[test]
fn a_report_shows_a_board_at_every_slip() {
    let game = game(SCHOLARS_MATE);
    let review = reviewed(&game);
    let mut report = Report::default();
    report.add(&game, &review);
    let page = report.to_string();
    let slips = review.moves.iter().filter(|played| played.class.is_slip()).count();
    assert_eq!(page.matches("class=\"board\"").count(), slips);
    assert!(page.contains("B &lt;&amp;&gt; C") && page.contains("class=\"graph\""));
    assert!(!page.contains("http"), "it needs nothing from elsewhere");
}

#[test]
fn games_come_in_order_whatever_the_number_of_threads() {
    let texts = [LOST_QUEEN, SCHOLARS_MATE, "1. e4 *", LOST_QUEEN, "1. d4 d5 *"];
    let run = |threads: usize| {
        let reviewers = (0..threads).map(|_| Reviewer::new(500).expect("a small table")).collect();
        let mut done = Vec::new();
        review_all(texts.into_iter().map(game), reviewers, &false.into(), |game, review| {
            done.push((game, review));
            true
        });
        done
    };
    let one = run(1);
    assert_eq!(one.iter().map(|(done, _)| done.clone()).collect::<Vec<_>>(), texts.map(game));
    assert_eq!(run(3), one);
}
