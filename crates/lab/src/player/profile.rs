//! Profiles: named sets of choices.
//!
//! One small engine with a switch for every technique is all the engines of the theses. A profile
//! says how each switch stands; the experiments play one against another, so that what a technique is
//! worth shows in the difference of two lines of this file.

use super::evaluation::Evaluation;

/// How the board is held, which decides the speed of everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generator {
    /// Bitboards; sliders walk square by square.
    Walking,
    /// Bitboards; sliders look up by `PEXT`, or by magic numbers where there is no such instruction.
    Lookup,
}

/// How the tree is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// No move is left out.
    Minimax,
    /// Refuted moves are left.
    AlphaBeta,
    /// Later moves are first asked whether they are better at all.
    Pvs,
    /// The positions after each move are compared, and that is all.
    OnePly,
}

/// In which order moves are tried, a move of the table and killers aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they are generated.
    Generated,
    /// Captures of valuable pieces first.
    Mvv,
    /// The same, by cheap pieces first.
    MvvLva,
}

/// How threads share a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sharing {
    /// The moves of the nodes along the first line are shared.
    PvSplitting,
    /// The moves of any node are shared as soon as its first is searched.
    YoungBrothersWait,
    /// Each thread searches everything; they share the table.
    LazySmp,
}

/// The techniques that leave moves or nodes out, or look at them less deeply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the engine")]
pub struct Pruning {
    /// [`static_null`](super::static_null).
    pub static_null: bool,
    /// [`null_move`](super::null_move).
    pub null_move: bool,
    /// [`futility`](super::futility).
    pub futility: bool,
    /// [`late_moves`](super::late_moves): left out.
    pub late_moves: bool,
    /// [`late_moves`](super::late_moves): reduced by one ply from this move on.
    pub reduce_from: Option<usize>,
}

/// A named set of choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// How the board is held.
    pub generator: Generator,
    /// How positions are judged.
    pub evaluation: Evaluation,
    /// How the tree is searched.
    pub method: Method,
    /// In which order.
    pub order: Order,
    /// Whether quiet moves that refuted a neighbour are tried early.
    pub killers: bool,
    /// Whether captures are played out before a position is judged.
    pub quiescence: bool,
    /// Whether shallower searches come first.
    pub deepening: bool,
    /// Half the width of the window around the last value.
    pub aspiration: Option<i32>,
    /// Megabytes of the transposition table.
    pub table: Option<usize>,
    /// What is left out.
    pub pruning: Pruning,
    /// How threads share the work.
    pub sharing: Sharing,
    /// How many of them, unless the option `Threads` says otherwise.
    pub threads: usize,
    /// How deep to search if nothing else is said; only without deepening.
    pub depth: u32,
}

const MINIMAX: Profile = Profile {
    name: "minimax",
    about: "plain negamax to depth 3, material",
    generator: Generator::Lookup,
    evaluation: Evaluation::Material,
    method: Method::Minimax,
    order: Order::Generated,
    killers: false,
    quiescence: false,
    deepening: false,
    aspiration: None,
    table: None,
    pruning: Pruning {
        static_null: false,
        null_move: false,
        futility: false,
        late_moves: false,
        reduce_from: None,
    },
    sharing: Sharing::LazySmp,
    threads: 1,
    depth: 3,
};

const BASIC: Profile = Profile {
    name: "basic",
    about: "Madrid's basic engine: alpha-beta with deepening, aspiration, quiescence, MVV-LVA and killers",
    generator: Generator::Walking,
    evaluation: Evaluation::Tapered,
    method: Method::AlphaBeta,
    order: Order::MvvLva,
    killers: true,
    quiescence: true,
    deepening: true,
    aspiration: Some(50),
    ..MINIMAX
};

const MADRID_TT: Profile =
    Profile { name: "madrid-tt", about: "basic and a table of 64 MB", table: Some(64), ..BASIC };

const MADRID_PEXT: Profile = Profile {
    name: "madrid-pext",
    about: "madrid-tt and sliders by PEXT",
    generator: Generator::Lookup,
    ..MADRID_TT
};

const ATHENS: Profile = Profile {
    name: "athens",
    about: "Athens' engine: PVS, null moves, futility, late move pruning, a HalfKP net (EvalFile)",
    generator: Generator::Lookup,
    evaluation: Evaluation::Net,
    method: Method::Pvs,
    order: Order::Mvv,
    killers: false,
    quiescence: true,
    deepening: true,
    aspiration: None,
    table: Some(64),
    pruning: Pruning {
        static_null: true,
        null_move: true,
        futility: true,
        late_moves: true,
        reduce_from: None,
    },
    ..MINIMAX
};

/// All profiles.
pub const PROFILES: &[Profile] = &[
    MINIMAX,
    BASIC,
    MADRID_TT,
    MADRID_PEXT,
    Profile {
        name: "madrid-safety",
        about: "madrid-pext and an evaluation with king safety and mobility",
        evaluation: Evaluation::Safety,
        ..MADRID_PEXT
    },
    Profile {
        name: "madrid-ybwc",
        about: "madrid-pext on two threads: young brothers wait",
        sharing: Sharing::YoungBrothersWait,
        threads: 2,
        ..MADRID_PEXT
    },
    Profile {
        name: "madrid-lmr",
        about: "madrid-pext and late moves, from the tenth on, reduced by one ply",
        pruning: Pruning { reduce_from: Some(10), ..MINIMAX.pruning },
        ..MADRID_PEXT
    },
    ATHENS,
    Profile {
        name: "athens-classical",
        about: "athens with king safety and mobility in place of the net",
        evaluation: Evaluation::Safety,
        ..ATHENS
    },
    Profile {
        name: "athens-hybrid",
        about: "athens with the net in quiet, balanced positions only",
        evaluation: Evaluation::Hybrid,
        ..ATHENS
    },
    Profile {
        name: "dense",
        about: "no search: the best of the positions after each move, by the dense net of EvalFile (or any net)",
        evaluation: Evaluation::Net,
        method: Method::OnePly,
        ..MINIMAX
    },
];

impl Profile {
    /// The profile of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PROFILES.iter().find(|profile| profile.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different() {
        for (index, profile) in PROFILES.iter().enumerate() {
            assert_eq!(PROFILES.iter().position(|other| other.name == profile.name), Some(index));
            assert_eq!(Profile::named(profile.name), Some(profile));
        }
    }
}
