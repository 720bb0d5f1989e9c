//! Finished games as PGN.

use std::time::Duration;

use chess::eco;
use chess::pgn::{AnnotatedMove, Comment, Evaluation, Game, Remark, Tags};
use gamekit::Color;
use jiff::Timestamp;

use crate::config::MatchConfig;
use crate::game::PlayedMove;
use crate::runner::Finished;

/// A game with its opening, clocks, evaluations, depths and the reason of its end.
pub fn annotate(config: &MatchConfig, finished: &Finished, time: Timestamp) -> Game {
    let record = &finished.record;
    let mut game = Game::new(record.start.clone());
    let position_tags = std::mem::take(&mut game.tags);
    game.tags = tags(config, finished, time);
    for (name, value) in position_tags.iter() {
        game.tags.set(name, value);
    }
    let mut side = record.start.turn();
    for played in &record.moves {
        let mut annotated = AnnotatedMove::new(played.mv);
        annotated.after.extend(comment(played, side));
        game.line.moves.push(annotated);
        side = !side;
    }
    game.line.closing.push(Comment::parse(&record.outcome.to_string()));
    game.result = Some(record.outcome.result);
    game
}

fn tags(config: &MatchConfig, finished: &Finished, time: Timestamp) -> Tags {
    let pairing = &finished.pairing;
    let engine = |color: Color| &config.engines[pairing.engines[color]];
    let record = &finished.record;
    let outcome = &record.outcome;
    let mut tags = Tags::new();
    tags.set("Event", "petteia match");
    tags.set("Site", "?");
    tags.set("Date", &time.strftime("%Y.%m.%d").to_string());
    tags.set("Round", &format!("{}.{}", pairing.pair + 1, pairing.number % 2 + 1));
    tags.set("White", &engine(Color::White).name);
    tags.set("Black", &engine(Color::Black).name);
    tags.set("Result", outcome.result.as_str());
    tags.set("UTCTime", &time.strftime("%H:%M:%S").to_string());
    if config.chess960 {
        tags.set("Variant", "Chess960");
    }
    let [white, black] = Color::ALL.map(|color| engine(color).limits(config.limits()).to_string());
    if white == black {
        tags.set("TimeControl", &white);
    } else {
        tags.set("WhiteTimeControl", &white);
        tags.set("BlackTimeControl", &black);
    }
    tags.set("Termination", &outcome.termination().to_string());
    tags.set("PlyCount", &record.moves.len().to_string());
    if let Some(opening) = eco::of_moves(&record.start, record.moves.iter().map(|played| played.mv)) {
        tags.set("ECO", opening.code);
        tags.set("Opening", opening.name);
    }
    tags
}

/// `[%eval 0.31,12] [%clk 0:00:07.9] 0.081 s, 45321 nodes`, or `None` for a move of the opening.
fn comment(played: &PlayedMove, side: Color) -> Option<Comment> {
    let thought = played.thought.as_ref()?;
    let evaluation =
        thought.score.map(|score| Evaluation { score: side.for_white(score.value), depth: thought.depth });
    let clock = played.clock.map(|clock| Duration::from_millis(clock.as_millis() as u64));
    let nodes = thought.nodes.map_or(String::new(), |nodes| format!(", {nodes} nodes"));
    let text = format!("{:.3} s{nodes}", thought.elapsed.as_secs_f64());
    let remarks = [evaluation.map(Remark::Evaluation), clock.map(Remark::Clock), Some(Remark::Text(text))];
    Some(remarks.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use gamekit::ByColor;
    use uci::{BoundedScore, ScoreText};

    use super::*;
    use crate::engine::EngineSpec;
    use crate::game::GameRecord;
    use crate::outcome::{Outcome, Reason};
    use crate::player::Thought;

    fn match_of_two() -> MatchConfig {
        MatchConfig {
            tc: Some("8+0.08".parse().unwrap()),
            engines: vec![
                EngineSpec { name: "a \"quoted\" name".to_owned(), ..EngineSpec::default() },
                EngineSpec { name: "b".to_owned(), ..EngineSpec::default() },
            ],
            ..MatchConfig::default()
        }
    }

    fn won_by_black(start: chess::Position, moves: Vec<PlayedMove>) -> GameRecord {
        GameRecord {
            start,
            moves,
            outcome: Outcome::win(Color::Black, Reason::TimeForfeit(Duration::from_millis(63))),
            broken: ByColor::default(),
            wrong_lines: ByColor::default(),
            overhead: Duration::ZERO,
        }
    }

    /// The fourth game of the match as text.
    fn written(record: GameRecord) -> String {
        let config = match_of_two();
        let pairing = config.schedule().pairing(3);
        annotate(&config, &Finished { pairing, record }, Timestamp::now()).to_string()
    }

    fn read(text: &str) -> Game {
        chess::pgn::Reader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    fn opening(game: &Game) -> (Option<&str>, Option<&str>) {
        (game.tags.get("ECO"), game.tags.get("Opening"))
    }

    #[test]
    fn a_game_reads_back_with_its_clocks_and_evaluations() {
        let start: chess::Position = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1".parse().unwrap();
        let mv = start.parse_uci("e8d7").unwrap();
        let thought = Thought {
            elapsed: Duration::from_millis(81),
            depth: Some(12),
            score: Some(BoundedScore::exact(ScoreText::Cp(-31))),
            nodes: Some(45_321),
            ..Thought::default()
        };
        let clock = Some(Duration::from_millis(7999));
        let text = written(won_by_black(start, vec![PlayedMove { mv, thought: Some(thought), clock }]));
        let game = read(&text);
        assert_eq!(game.tags.get("White"), Some("b"));
        assert_eq!(game.tags.get("Black"), Some("a \"quoted\" name"));
        assert_eq!(game.tags.get("Round"), Some("2.2"));
        assert_eq!(game.tags.get("Termination"), Some("time forfeit"));
        assert_eq!(game.tags.get("TimeControl"), Some("8+0.08"));
        assert_eq!(game.line.moves[0].clock(), clock);
        let evaluation = game.line.moves[0].evaluation().unwrap();
        assert_eq!((evaluation.depth, evaluation.score), (Some(12), ScoreText::Cp(31)));
        let last_words = game.line.moves[0].after.last().map(ToString::to_string);
        assert_eq!(last_words.as_deref(), Some("White loses on time, 63 ms late"));
        assert!(text.contains("45321 nodes"), "{text}");
        assert!(text.trim_end().ends_with("0-1"), "{text}");
    }

    #[test]
    fn the_opening_is_named_where_it_has_a_name() {
        let mut played = chess::Game::default();
        for san in "Nf3 d5 d4 Nf6 c4 e6 Nc3 c6 h4".split(' ') {
            played.play(played.position().parse_san(san).unwrap()).unwrap();
        }
        let moves = played.moves().map(|mv| PlayedMove { mv, thought: None, clock: None }).collect();
        let game = read(&written(won_by_black(chess::Position::initial(), moves)));
        assert_eq!(opening(&game), (Some("D43"), Some("Semi-Slav Defense")));

        let endgame = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
        let game = read(&written(won_by_black(endgame, Vec::new())));
        assert_eq!(opening(&game), (None, None));
    }
}
