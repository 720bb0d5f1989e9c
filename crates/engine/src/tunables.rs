//! The numbers of the search, each declared once.
//!
//! A tunable is a function of that name. In an ordinary build it returns a constant; with the cargo
//! feature `tune` it reads a value that the UCI option of the same name sets, for tuners such as
//! `petteia spsa`.

/// A tunable's name, default and range, for UCI options and tuners.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// The name of the function and of the UCI option.
    pub name: &'static str,
    /// The value in an ordinary build.
    pub default: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// A change large enough to show in matches.
    pub step: i32,
    /// Whether it is tuned only if named: games at fixed nodes say nothing about time management.
    pub by_name: bool,
}

/// Whether this build can change tunables.
pub const CAN_CHANGE: bool = cfg!(feature = "tune");

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal step $step:literal $($by_name:ident)?;)+) => {
        /// All tunables, in the order of declaration.
        pub const ALL: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
            by_name: false $(|| !stringify!($by_name).is_empty())?,
        }),+];

        #[cfg(feature = "tune")]
        mod values {
            $(#[expect(non_upper_case_globals, reason = "named like its function")]
            pub static $name: std::sync::atomic::AtomicI32 = std::sync::atomic::AtomicI32::new($default);)+
        }

        $($(#[$doc])*
        #[inline]
        pub fn $name() -> i32 {
            #[cfg(feature = "tune")]
            { values::$name.load(std::sync::atomic::Ordering::Relaxed) }
            #[cfg(not(feature = "tune"))]
            { $default }
        })+

        /// Sets a tunable; false if the name is unknown, the value is out of range or this build
        /// cannot change tunables.
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) if CAN_CHANGE && ($min..=$max).contains(&value) => {
                    #[cfg(feature = "tune")]
                    values::$name.store(value, std::sync::atomic::Ordering::Relaxed);
                    true
                })+
                _ => false,
            }
        }
    };
}

tunables! {
    /// Half the first aspiration window, in centipawns.
    aspiration_width = 14 in 5..=50 step 3;
    /// How much wider a failed window gets, in per cent.
    aspiration_growth = 130 in 20..=200 step 15;
    /// Aspiration: least depth.
    aspiration_depth = 4 in 2..=8 step 1 by_name;
    /// Aspiration: most plies taken off after failing high again and again.
    aspiration_reductions_max = 3 in 0..=6 step 1 by_name;

    /// Table cut-offs: only below this half-move clock.
    table_halfmove_limit = 90 in 50..=100 step 5 by_name;
    /// Tablebases: by how many plies their results are stored deeper than the node.
    tablebase_depth_bonus = 6 in 0..=20 step 2 by_name;
    /// Table cut-offs: up to this depth only where they are expected.
    table_kind_depth = 5 in 0..=12 step 1;
    /// Internal iterative reductions: least depth.
    iir_depth = 4 in 2..=10 step 1;

    /// Reverse futility: margin per ply of depth.
    reverse_futility_margin = 44 in 40..=150 step 8;
    /// Reverse futility: margin taken off when the position improves.
    reverse_futility_improving = 30 in 0..=120 step 8;
    /// Futility: share of the evaluation's correction that widens the margins, in per cent.
    margin_correction = 50 in 0..=200 step 10;
    /// Reverse futility: greatest depth.
    reverse_futility_depth = 9 in 4..=12 step 1;

    /// Razoring: margin at depth zero.
    razoring_base = 260 in 100..=500 step 25;
    /// Razoring: margin per ply of depth, squared.
    razoring_margin = 164 in 80..=400 step 20;
    /// Razoring: greatest depth.
    razoring_depth = 4 in 1..=8 step 1;

    /// Null move: least reduction.
    null_move_base = 4 in 2..=6 step 1;
    /// Null move: plies of depth for one more ply of reduction.
    null_move_divisor = 3 in 2..=8 step 1;
    /// Null move: centipawns above beta for one more ply of reduction.
    null_move_eval_divisor = 180 in 100..=400 step 20;
    /// Null move: most plies of reduction by the evaluation.
    null_move_eval_max = 3 in 1..=6 step 1;
    /// Null move: how far below beta the static evaluation may be at depth zero.
    null_move_slack = 137 in 0..=300 step 20;
    /// Null move: how much of that is taken off per ply of depth.
    null_move_slack_per_ply = 20 in 0..=60 step 4;
    /// Null move: least depth.
    null_move_depth = 3 in 1..=6 step 1;
    /// Null move: depth from which a cut-off is verified.
    null_move_verification_depth = 17 in 8..=20 step 1;
    /// Null move: the part of a verification search that does without null moves, in per cent.
    null_move_verification_share = 75 in 0..=100 step 5 by_name;

    /// `ProbCut`: how far above beta a capture must score.
    probcut_margin = 243 in 80..=350 step 20;
    /// `ProbCut`: least depth.
    probcut_depth = 5 in 3..=8 step 1;
    /// `ProbCut`: how much shallower its search is.
    probcut_reduction = 4 in 2..=6 step 1;

    /// Futility: margin at depth zero.
    futility_base = 94 in 20..=250 step 15;
    /// Futility: margin per ply of reduced depth.
    futility_margin = 55 in 40..=200 step 10;
    /// Futility: greatest reduced depth.
    futility_depth = 8 in 3..=12 step 1;
    /// Futility of captures: margin at depth zero.
    capture_futility_base = 126 in 50..=400 step 20;
    /// Futility of captures: margin per ply of depth.
    capture_futility_margin = 85 in 80..=350 step 20;
    /// Futility of captures: greatest reduced depth.
    capture_futility_depth = 6 in 3..=12 step 1;
    /// Pruning of captures: history that counts like a centipawn.
    capture_history_divisor = 32 in 8..=128 step 4;
    /// Late move pruning: number of moves at depth zero.
    late_move_base = 8 in 1..=16 step 1;
    /// SEE of captures: margin per ply of depth.
    see_capture_margin = 121 in 40..=200 step 10;
    /// SEE of quiet moves: margin per ply of reduced depth, squared.
    see_quiet_margin = 20 in 8..=60 step 4;
    /// SEE: greatest depth, for quiet moves the reduced one.
    see_depth = 10 in 4..=16 step 1;
    /// History pruning: the margin per ply of depth.
    history_pruning_margin = 6500 in 1000..=8000 step 400;
    /// History pruning: greatest reduced depth.
    history_pruning_depth = 4 in 1..=8 step 1;

    /// Singular extensions: margin per ply of depth, in 64ths.
    singular_margin = 87 in 20..=200 step 10;
    /// Singular extensions: least depth.
    singular_depth = 7 in 4..=10 step 1;
    /// Singular extensions: by how many plies the table's entry may be shallower.
    singular_table_depth = 3 in 1..=6 step 1;
    /// Singular extensions: how far below the margin for two plies.
    double_extension_margin = 10 in 5..=80 step 5;
    /// Singular extensions: most double extensions on a path.
    double_extensions_max = 8 in 2..=20 step 1;

    /// Late move reductions: at depth and move one, in 1024ths.
    reduction_base = 959 in 200..=1600 step 80;
    /// Late move reductions: divisor of the product of logarithms, in hundredths.
    reduction_divisor = 263 in 150..=350 step 12;
    /// Late move reductions: history for one ply less.
    reduction_history = 11362 in 4000..=20000 step 800;
    /// Late move reductions: less for captures, in 1024ths.
    reduction_capture = 800 in -1024..=2048 step 128;
    /// Late move reductions: less where the position was on a principal variation.
    reduction_was_pv = 973 in 0..=2560 step 128;
    /// Late move reductions: less on the principal variation.
    reduction_pv = 779 in -512..=2048 step 128;
    /// Late move reductions: more at expected cut nodes.
    reduction_cut = 2900 in 512..=3584 step 160;
    /// Late move reductions: more if the evaluation does not improve.
    reduction_not_improving = 900 in -512..=1536 step 128;
    /// Late move reductions: less for checks.
    reduction_check = 700 in 0..=2048 step 128;
    /// Late move reductions: more if the table's move is a capture.
    reduction_table_capture = 923 in -512..=2048 step 128;
    /// Late move reductions: less for each centipawn that the evaluation is above alpha, in 1024ths.
    reduction_evaluation = 3 in 0..=16 step 1;
    /// Late move reductions: more if many children were cut.
    reduction_cutoffs = 1114 in 0..=2560 step 128;
    /// Late move reductions: how many cut children are not yet many.
    reduction_cutoffs_from = 3 in 1..=8 step 1;
    /// Pruning by reduced depth: history for one 1024th of a ply.
    reduced_history = 8 in 4..=32 step 2;
    /// After a reduced search that far above the best score: a ply more.
    deeper_margin = 29 in 10..=150 step 10;
    /// After a reduced search not even that far above the best score: a ply less.
    shallower_margin = 15 in 0..=40 step 4;

    /// Histories: bonus per ply of depth.
    history_bonus = 218 in 100..=500 step 25;
    /// Histories: greatest bonus.
    history_bonus_max = 2068 in 800..=4000 step 200;
    /// Histories: malus per ply of depth.
    history_malus = 340 in 100..=500 step 25;
    /// Histories: greatest malus.
    history_malus_max = 1900 in 800..=4000 step 200;

    /// Histories: what each move that was tried before takes off the malus, in per cent.
    history_malus_fade = 6 in 0..=20 step 1;
    /// Histories: bonus for each centipawn that a move gained.
    history_evaluation = 8 in 1..=32 step 2;
    /// Histories: greatest bonus for that.
    history_evaluation_max = 1200 in 100..=4000 step 150;

    /// Move ordering: what a capture may lose in the exchange and still come before quiet moves.
    good_capture_slack = 40 in 0..=200 step 10;
    /// Move ordering: the bonus of a check beside the histories.
    check_bonus = 9987 in 0..=32000 step 1000;

    /// Exchanges: value of a pawn.
    exchange_pawn = 89 in 50..=150 step 5;
    /// Exchanges: value of a knight.
    exchange_knight = 320 in 200..=450 step 15;
    /// Exchanges: value of a bishop.
    exchange_bishop = 311 in 200..=450 step 15;
    /// Exchanges: value of a rook.
    exchange_rook = 514 in 350..=700 step 20;
    /// Exchanges: value of a queen.
    exchange_queen = 987 in 700..=1300 step 30;

    /// Quiescence: what a capture may lose in the exchange.
    quiescence_slack = 40 in 0..=200 step 10;
    /// Quiescence: futility margin beside the captured piece.
    quiescence_margin = 212 in 50..=350 step 20;
    /// Correction history: share of the correction that is applied, in 1024ths.
    correction_weight = 1500 in 256..=2048 step 128;
    /// Fifty-move rule: half-moves without progress after which an evaluation would fade to zero.
    fifty_move_fade = 220 in 150..=400 step 16;
    /// Threads: the weight of a vote beside the score's.
    vote_margin = 14 in 0..=50 step 4;

    /// Time for a move: the share of the remaining time at the start of a game, in ten-thousandths.
    time_share_opening = 385 in 50..=600 step 25 by_name;
    /// Time for a move: the share of the remaining time that late moves approach, in
    /// ten-thousandths.
    time_share_late = 385 in 200..=1000 step 25 by_name;
    /// Time for a move: after how many moves two thirds of the way between them are gone.
    time_share_moves = 26 in 10..=60 step 3 by_name;
    /// Time for a move: the share of the increment, in per cent.
    time_increment = 75 in 40..=100 step 4 by_name;
    /// Time for a move: the hard limit, in per cent of the soft one.
    time_hard = 450 in 150..=3000 step 50 by_name;
    /// Time for a move: the hard limit, in per cent of the remaining time.
    time_hard_share = 60 in 20..=80 step 4 by_name;
    /// Time for a move: what no move may exceed, in per cent of the remaining time.
    time_safety = 95 in 50..=98 step 3 by_name;
    /// The same with moves to go: most moves that count.
    time_to_go_max = 50 in 20..=100 step 5 by_name;
    /// The same with moves to go: reserve, in hundredths of a move.
    time_to_go_reserve = 50 in 0..=200 step 10 by_name;
    /// The same with moves to go: increment, in per cent.
    time_to_go_increment = 80 in 40..=100 step 4 by_name;
    /// The same with moves to go: the hard limit, in per cent of the soft one.
    time_to_go_hard = 400 in 150..=800 step 25 by_name;
    /// The same with moves to go: the hard limit, in per cent of the remaining time.
    time_to_go_hard_share = 70 in 20..=90 step 4 by_name;
    /// The last move before the time control: the hard limit, in per cent of the remaining time.
    time_last_move = 90 in 50..=95 step 3 by_name;
    /// The soft limit's factor after a change of the best move, in thousandths.
    time_unstable = 1350 in 1000..=2000 step 50 by_name;
    /// What each iteration with the same best move takes off that factor, in thousandths.
    time_stable_iteration = 90 in 20..=150 step 8 by_name;
    /// Iterations with the same best move that count.
    time_stable_max = 8 in 4..=14 step 1 by_name;
    /// The soft limit's factor if no node was spent on the best move, in thousandths.
    time_effort = 1900 in 1200..=2600 step 80 by_name;
    /// What the best move's share of the nodes takes off that factor, in thousandths.
    time_effort_share = 1350 in 600..=2000 step 80 by_name;
    /// The least factor by effort, in thousandths.
    time_effort_min = 550 in 300..=900 step 40 by_name;
    /// The soft limit's growth for each centipawn that the score fell, in thousandths.
    time_score_drop = 8 in 2..=20 step 1 by_name;
    /// Most centipawns of a rising score that count.
    time_rise_max = 20 in 0..=60 step 5 by_name;
    /// Most centipawns of a falling score that count.
    time_drop_max = 80 in 30..=150 step 10 by_name;
}
