//! Reviews of games whose mistakes are known.

use chess::pgn::{Game, Nag, Reader};
use gamekit::{Color, ScoreText};
use review::{Accuracy, Class, Examination, Report, Review, Reviewer, annotate, review_all};

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
    let by_phase = annotated.tags.get("BlackCentipawnLossByPhase").expect("a tag");
    assert!(by_phase.starts_with("opening ") && !by_phase.contains("endgame"), "{by_phase}");
    annotate(&mut annotated, &review);
    assert_eq!(annotated.to_string(), text);
}

#[test]
fn a_review_step_by_step_is_the_same_review() {
    let game = game(LOST_QUEEN);
    let mut reviewer = Reviewer::new(NODES).expect("a small table");
    let mut examination = Examination::new(&game);
    assert_eq!((examination.done(), examination.total()), (0, 18));
    while examination.step(&mut reviewer) {}
    assert_eq!(examination.done(), 18);
    assert_eq!(examination.finish(), Some(reviewed(&game)));
    let mut broken_off = Examination::new(&game);
    broken_off.step(&mut reviewer);
    assert_eq!(broken_off.finish(), None);
}

#[test]
fn a_tried_move_is_judged_as_a_review_would() {
    let mut played = chess::Game::default();
    for mv in game(LOST_QUEEN).moves().take(15) {
        played.play(mv).expect("a legal move");
    }
    let mut reviewer = Reviewer::new(NODES).expect("a small table");
    let position = played.position().clone();
    let mut judged = |san: &str| reviewer.judge(&played, position.parse_san(san).expect("a move"));
    assert_eq!(judged("Qxa2").map(|tried| tried.class), Some(Class::Blunder));
    let better = judged("Be7").expect("a legal move");
    assert!(!better.class.is_slip(), "{better:?}");
    assert_eq!(judged("Be7"), Some(better), "the same answer every time");
    let illegal = game("1. e4 *").moves().next().expect("a move");
    assert_eq!(reviewer.judge(&played, illegal), None);
}

#[test]
fn a_mate_is_counted_in_moves_of_the_side_that_mates() {
    let mut annotated = game("1. f3 e5 2. g4 Qh4# 0-1");
    let review = reviewed(&annotated);
    annotate(&mut annotated, &review);
    let evaluation = annotated.line.moves[2].evaluation().expect("Black mates in one");
    assert_eq!(evaluation.score, ScoreText::Mate(-1));
    assert_eq!(annotated.line.moves[3].evaluation(), None, "it is mate");
    let mut report = Report::default();
    report.add(&annotated, &review);
    assert!(report.to_string().contains("title=\"#-1\">g4??"), "{report}");
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
