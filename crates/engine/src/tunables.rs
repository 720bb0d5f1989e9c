//! Every number of the search that could be another one, declared once.
//!
//! A tunable is a function of its name. In the usual build it returns a constant; with the cargo
//! feature `tune` it reads a value that UCI options of the same name change, so that a tuner can
//! play with it.

/// A tunable's name, default and range, for UCI options and tuners.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// The name of the function and of the option.
    pub name: &'static str,
    /// The value of the usual build.
    pub default: i32,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    /// A change that can be expected to show.
    pub step: i32,
}

/// Whether this build can change them.
pub const CAN_CHANGE: bool = cfg!(feature = "tune");

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal..=$max:literal step $step:literal;)+) => {
        /// All of them, in the order of declaration.
        pub const ALL: &[Tunable] = &[$(Tunable {
            name: stringify!($name),
            default: $default,
            min: $min,
            max: $max,
            step: $step,
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

        /// Changes a tunable; false if there is none of this name or the value is out of range.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) if ($min..=$max).contains(&value) => {
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
    aspiration_growth = 60 in 20..=200 step 15;

    /// Reverse futility: margin per ply of depth.
    reverse_futility_margin = 78 in 40..=150 step 8;
    /// Reverse futility: margin taken off when the position improves.
    reverse_futility_improving = 60 in 0..=120 step 8;
    /// Reverse futility: greatest depth.
    reverse_futility_depth = 8 in 4..=12 step 1;

    /// Razoring: margin at depth zero.
    razoring_base = 230 in 100..=500 step 25;
    /// Razoring: margin per ply of depth, squared.
    razoring_margin = 190 in 80..=400 step 20;

    /// Null move: least reduction.
    null_move_base = 4 in 2..=6 step 1;
    /// Null move: plies of depth for one more ply of reduction.
    null_move_divisor = 4 in 2..=8 step 1;
    /// Null move: centipawns above beta for one more ply of reduction.
    null_move_eval_divisor = 190 in 100..=400 step 20;
    /// Null move: how far below beta the static evaluation may be at depth zero.
    null_move_slack = 150 in 0..=300 step 20;
    /// Null move: depth from which the cut is verified.
    null_move_verification_depth = 14 in 8..=20 step 1;

    /// `ProbCut`: how far above beta a capture must come out.
    probcut_margin = 180 in 80..=350 step 20;
    /// `ProbCut` by the table alone: how far above beta its bound must be.
    small_probcut_margin = 350 in 150..=600 step 25;

    /// Futility: margin at depth zero.
    futility_base = 100 in 20..=250 step 15;
    /// Futility: margin per ply of reduced depth.
    futility_margin = 95 in 40..=200 step 10;
    /// Futility of captures: margin at depth zero.
    capture_futility_base = 200 in 50..=400 step 20;
    /// Futility of captures: margin per ply of depth.
    capture_futility_margin = 160 in 80..=350 step 20;
    /// Late moves: count at depth zero.
    late_move_base = 3 in 1..=8 step 1;
    /// SEE of captures: margin per ply of depth.
    see_capture_margin = 95 in 40..=200 step 10;
    /// SEE of quiet moves: margin per ply of reduced depth, squared.
    see_quiet_margin = 24 in 8..=60 step 4;
    /// History: below this per ply of depth a quiet move is skipped.
    history_pruning_margin = 3400 in 1000..=8000 step 400;

    /// Singular extensions: margin per ply of depth, in 64ths.
    singular_margin = 80 in 20..=200 step 10;
    /// Singular extensions: how much more for two plies.
    double_extension_margin = 20 in 5..=80 step 5;

    /// Late move reductions: at depth and move one, in 1024ths.
    reduction_base = 800 in 200..=1600 step 80;
    /// Late move reductions: divisor of the product of logarithms, in hundredths.
    reduction_divisor = 225 in 150..=350 step 12;
    /// Late move reductions: history for one ply less.
    reduction_history = 9000 in 4000..=20000 step 800;
    /// Late move reductions: less for captures, in 1024ths.
    reduction_capture = 512 in -1024..=2048 step 128;
    /// Late move reductions: less where a principal variation was.
    reduction_was_pv = 1024 in 0..=2560 step 128;
    /// Late move reductions: less on the principal variation.
    reduction_pv = 512 in -512..=2048 step 128;
    /// Late move reductions: more where a cut-off is expected.
    reduction_cut = 2048 in 512..=3584 step 160;
    /// Late move reductions: more if the evaluation did not rise.
    reduction_not_improving = 512 in -512..=1536 step 128;
    /// Late move reductions: less for checks.
    reduction_check = 1024 in 0..=2048 step 128;
    /// Late move reductions: more if the table's move takes something.
    reduction_table_capture = 512 in -512..=2048 step 128;
    /// Late move reductions: more if several moves here were refuted at once.
    reduction_cutoffs = 1024 in 0..=2560 step 128;
    /// After a reduced search: this far above the best score, a ply more.
    deeper_margin = 50 in 10..=150 step 10;
    /// After a reduced search: not so far above the best score, a ply less.
    shallower_margin = 8 in 0..=40 step 4;

    /// Histories: bonus per ply of depth.
    history_bonus = 280 in 100..=500 step 25;
    /// Histories: greatest bonus.
    history_bonus_max = 2200 in 800..=4000 step 200;
    /// Histories: malus per ply of depth.
    history_malus = 260 in 100..=500 step 25;
    /// Histories: greatest malus.
    history_malus_max = 1900 in 800..=4000 step 200;

    /// Move ordering: what a check is worth beside the histories.
    check_bonus = 8000 in 0..=32000 step 1000;

    /// Exchanges: a pawn.
    exchange_pawn = 100 in 50..=150 step 5;
    /// Exchanges: a knight.
    exchange_knight = 320 in 200..=450 step 15;
    /// Exchanges: a bishop.
    exchange_bishop = 330 in 200..=450 step 15;
    /// Exchanges: a rook.
    exchange_rook = 510 in 350..=700 step 20;
    /// Exchanges: a queen.
    exchange_queen = 970 in 700..=1300 step 30;

    /// Quiescence: how far a capture may fall short of alpha.
    quiescence_margin = 150 in 50..=350 step 20;
    /// Correction history: share of the correction that is applied, in 1024ths.
    correction_weight = 1024 in 256..=2048 step 128;
}
