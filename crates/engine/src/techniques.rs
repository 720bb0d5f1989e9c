//! A switch for each technique of the search, for ablations. With the cargo feature `tune` it is a
//! UCI option `Use ...`; in an ordinary build it is always on and costs nothing.
//! `scripts/ablations` plays matches without each technique, docs/MEASUREMENTS.md has the results.

macro_rules! techniques {
    ($($name:ident,)+) => {
        /// The names of all techniques.
        pub const ALL: &[&str] = &[$(stringify!($name)),+];

        #[cfg(feature = "tune")]
        mod switches {
            $(#[expect(non_upper_case_globals, reason = "named like its function")]
            pub static $name: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(true);)+
        }

        $(#[doc = concat!("Whether `", stringify!($name), "` is in use.")]
        #[inline]
        pub fn $name() -> bool {
            #[cfg(feature = "tune")]
            { switches::$name.load(std::sync::atomic::Ordering::Relaxed) }
            #[cfg(not(feature = "tune"))]
            { true }
        })+

        /// Switches a technique on or off; false if the name is unknown or this build cannot
        /// switch.
        #[cfg_attr(not(feature = "tune"), expect(unused_variables, reason = "nothing can be switched"))]
        pub fn set(name: &str, on: bool) -> bool {
            match name {
                $(stringify!($name) if crate::tunables::CAN_CHANGE => {
                    #[cfg(feature = "tune")]
                    switches::$name.store(on, std::sync::atomic::Ordering::Relaxed);
                    true
                })+
                _ => false,
            }
        }
    };
}

techniques! {
    aspiration_windows,
    transposition_cutoffs,
    reverse_futility,
    razoring,
    null_move,
    probcut,
    internal_iterative_reductions,
    late_move_reductions,
    late_move_pruning,
    futility_pruning,
    spared_checks,
    exchange_pruning,
    history_pruning,
    singular_extensions,
    continuation_history,
    pawn_history,
    capture_history,
    correction_history,
    continuation_correction,
    upcoming_repetition,
    quiescence_pruning,
    capture_futility,
    blended_cutoffs,
    credit_for_refuting,
    table_lessons,
    remembered_stand_pat,
    evaluation_history,
    reduction_by_evaluation,
    doubtful_margins,
    cutoffs_by_kind,
    fading_malus,
}
