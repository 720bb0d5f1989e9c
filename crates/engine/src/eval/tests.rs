use chess::{CastlingRights, Position};
use gamekit::{Color, Score, SplitMix64};

use super::{Blend, Breakdown, Evaluator, Group, Pair, Sample, WEIGHTS};

const EVALUATORS: [Evaluator; 2] = [Evaluator::PieceSquare, Evaluator::Classical];

fn position(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// The classical evaluation in centipawns for the side to move.
fn eval(fen: &str) -> i32 {
    Evaluator::Classical.evaluate(&position(fen)).raw()
}

/// Calls `look` with every position of some random games.
fn along_random_games(games: usize, mut look: impl FnMut(&Position)) {
    let mut rng = SplitMix64::new(21);
    for _ in 0..games {
        Position::initial().random_walk(&mut rng).take(200).for_each(|(_, position)| look(&position));
    }
}

#[test]
fn the_other_color_sees_the_same() {
    along_random_games(60, |position| {
        let flipped = position.flipped();
        for evaluator in EVALUATORS {
            let (here, there) = (evaluator.evaluate(position), evaluator.evaluate(&flipped));
            assert_eq!(here, there, "{evaluator:?} {position}");
        }
    });
}

#[test]
fn a_mirror_shows_the_same() {
    along_random_games(60, |position| {
        let mirrored = position.mirrored();
        for evaluator in EVALUATORS {
            let (here, there) = (evaluator.evaluate(position), evaluator.evaluate(&mirrored));
            assert_eq!(here, there, "{evaluator:?} {position}");
        }
    });
}

#[test]
fn the_breakdown_adds_up_to_the_evaluation() {
    along_random_games(40, |position| {
        let breakdown = Breakdown::of(position);
        let score = Evaluator::Classical.evaluate(position);
        assert_eq!(breakdown.score(), score, "{position}");
        if Sample::of(position).is_some() {
            let white = breakdown.blend().apply(breakdown.sum());
            let white = position.turn().for_white(white);
            assert_eq!(Score::cp(white), score, "{position}");
        }
    });
}

#[test]
fn a_sample_times_the_weights_is_the_evaluation() {
    along_random_games(40, |position| {
        let Some(sample) = Sample::of(position) else { return };
        let sum = sample
            .counts
            .iter()
            .fold(Pair::ZERO, |sum, &(weight, count)| sum + WEIGHTS[weight as usize] * count.into());
        let white = Score::cp(sample.blend.apply(sum));
        let score = position.turn().for_white(white);
        assert_eq!(score, Evaluator::Classical.evaluate(position), "{position}");
    });
}

#[test]
fn every_group_of_weights_is_used() {
    let mut used = [false; Group::WEIGHTS];
    along_random_games(100, |position| {
        let Some(sample) = Sample::of(position) else { return };
        for (weight, _) in sample.counts {
            used[weight as usize] = true;
        }
    });
    // Rare enough that random games do not show it.
    let won: Position = position("8/P7/8/8/8/7k/8/K7 w - - 0 1");
    for (weight, _) in Sample::of(&won).unwrap().counts {
        used[weight as usize] = true;
    }
    for group in Group::ALL {
        assert!(used[group.range()].contains(&true), "{group:?}");
    }
}

#[test]
fn more_material_is_better() {
    let missing = ["", "P", "N", "R", "Q"].map(|piece| {
        let squares = [("P", "e2"), ("N", "b1"), ("R", "a1"), ("Q", "d1")];
        let mut setup = Position::initial().setup();
        setup.castling = CastlingRights::NONE;
        if let Some((_, square)) = squares.iter().find(|(letter, _)| *letter == piece) {
            setup.board.take(square.parse().unwrap());
        }
        Position::new(setup).unwrap()
    });
    for evaluator in EVALUATORS {
        let scores = missing.each_ref().map(|position| evaluator.evaluate(position));
        assert!(scores.is_sorted_by(|a, b| a > b), "{evaluator:?} {scores:?}");
    }
}

#[test]
fn the_initial_position_is_worth_the_move_only() {
    let breakdown = Breakdown::of(&Position::initial());
    for group in Group::ALL.iter().filter(|&&group| group != Group::Tempo) {
        let [white, black] = Color::ALL.map(|color| breakdown.group(*group, color));
        assert_eq!(white, black, "{group:?}");
    }
    assert_eq!(breakdown.sum(), WEIGHTS[Group::Tempo.offset()]);
    assert_eq!(breakdown.blend().phase, Blend::OPENING);
}

#[test]
fn a_passed_pawn_is_better_the_further_it_is() {
    let scores = [
        "4k3/8/8/8/8/1P6/5ppp/4KR1R w - - 0 1",
        "4k3/8/8/8/1P6/8/5ppp/4KR1R w - - 0 1",
        "4k3/8/8/1P6/8/8/5ppp/4KR1R w - - 0 1",
        "4k3/8/1P6/8/8/8/5ppp/4KR1R w - - 0 1",
        "4k3/1P6/8/8/8/8/5ppp/4KR1R w - - 0 1",
    ]
    .map(eval);
    assert!(scores.is_sorted_by(|a, b| a < b), "{scores:?}");
}

#[test]
fn pawns_like_company() {
    let together = "4k3/pp3ppp/8/8/8/8/PP3PPP/4K3 w - - 0 1";
    let scattered = "4k3/pp3ppp/8/8/8/8/P1P1P1P1/4K3 w - - 0 1";
    let doubled = "4k3/pp3ppp/8/8/8/P6P/P6P/4K3 w - - 0 1";
    let endgame = |fen, group| Breakdown::of(&position(fen)).group(group, Color::White).endgame();
    assert!(endgame(scattered, Group::PawnIsolated) < 0 && endgame(doubled, Group::PawnDoubled) < 0);
    assert_eq!(endgame(together, Group::PawnIsolated) + endgame(together, Group::PawnDoubled), 0);
    assert!(eval(together) > eval(doubled));
}

#[test]
fn a_king_behind_its_pawns_is_safer() {
    let sheltered = eval("r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1");
    let exposed = eval("r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPPPP3/R2Q1RK1 w - - 0 1");
    assert!(sheltered > exposed, "{sheltered} {exposed}");
}

#[test]
fn drawish_endings_count_little() {
    let drawn = [
        // No pawns and too small a lead: a minor piece, two knights, rook against bishop.
        ("8/8/3k4/8/8/3K4/8/7B w - - 0 1", 0),
        ("8/8/3k4/8/8/3K4/8/6NN w - - 0 1", 0),
        ("8/8/3k4/5b2/8/3K4/8/7R w - - 0 1", 40),
        ("8/8/3k4/5r2/8/3K4/8/5B1R w - - 0 1", 120),
        // The bishop does not cover the corner of its pawn.
        ("k7/8/8/P7/8/3K4/8/4B3 w - - 0 1", 0),
        ("1k6/8/8/P7/8/3K4/8/8 w - - 0 1", 0),
    ];
    for (fen, most) in drawn {
        assert!(eval(fen).abs() <= most, "{fen}: {}", eval(fen));
    }
    let right_corner = eval("k7/8/8/P7/8/3K4/8/5B2 w - - 0 1");
    assert!(right_corner > 200, "{right_corner}");
}

#[test]
fn opposite_bishops_scale_a_lead_down() {
    // The same pawns; only the color of Black's bishop differs.
    let [same, opposite] = ["3b4", "2b5"].map(|rank| {
        let fen = format!("8/5pk1/6p1/{rank}/4B3/6P1/5PKP/8 w - - 0 1");
        Breakdown::of(&position(&fen)).blend().scale[Color::White]
    });
    assert!(opposite < same, "{opposite} {same}");
}

#[test]
fn mating_endings_drive_the_king_away() {
    let better_and_worse = [
        // Rook: the king at the edge, then the other king near.
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/4k3/8/8/4K3/8/R7 w - - 0 1"),
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "7k/8/8/8/8/K7/8/R7 w - - 0 1"),
        // Bishop and knight: the corner of the bishop's color.
        ("7k/5K2/8/8/8/4N3/8/2B5 w - - 0 1", "k7/2K5/8/8/8/4N3/8/2B5 w - - 0 1"),
        ("k7/2K5/8/8/8/4N3/8/5B2 w - - 0 1", "7k/5K2/8/8/8/4N3/8/5B2 w - - 0 1"),
    ];
    for (better, worse) in better_and_worse {
        assert!(eval(better) > eval(worse), "{better} {} {worse} {}", eval(better), eval(worse));
    }
    let queen_and_pawn = eval("8/8/4k3/8/8/4K3/P7/Q7 w - - 0 1");
    assert!(queen_and_pawn > eval("8/8/4k3/8/8/4K3/8/Q7 w - - 0 1"));
    assert!(!Score::cp(queen_and_pawn).is_decisive());
}

#[test]
fn the_largest_legal_lead_is_still_an_estimate() {
    let nine_queens = position("7k/8/8/Q1Q5/Q1Q1QQ2/3Q4/3Q4/KRNBQNBR b - - 0 1");
    let against_a_pawn = position("7k/p7/8/Q1Q5/Q1Q1QQ2/3Q4/3Q4/KRNBQNBR b - - 0 1");
    for evaluator in EVALUATORS {
        for position in [&nine_queens, &against_a_pawn] {
            let score = evaluator.evaluate(position);
            assert!(score < Score::cp(-5000) && !score.is_decisive(), "{evaluator:?} {score:?}");
        }
    }
}

#[test]
fn the_table_names_what_counts() {
    let table = Breakdown::of(&position("4k3/pppp1ppp/8/8/8/8/PPPPPPPP/2B1KB2 w - - 0 1")).to_string();
    for words in ["Bishop pair", "Knight mobility", "blend", "evaluation", "for White, White to move"] {
        assert_eq!(table.contains(words), words != "Knight mobility", "{words}\n{table}");
    }
}
