//! A small engine with a switch for every technique.
//!
//! [`Player`] has the shape of the main engine: it takes a game, limits and a stop, tells what it
//! finds and returns a report. What it does in between is decided by a [`Profile`]. The node of the
//! search, [`node`], reads like a table of contents; each technique is a file:
//!
//! | file | technique |
//! | --- | --- |
//! | [`iterate`] | iterative deepening and aspiration windows |
//! | [`node`] | minimax, alpha-beta and principal variation search |
//! | [`memory`] | the transposition table |
//! | [`ordering`] | which move first: table, captures, killers |
//! | [`quiesce`] | quiescence search |
//! | [`static_null`], [`null_move`], [`futility`], [`late_moves`] | what is left out |
//! | [`repetition`] | draws |
//! | [`split`], [`lazy`] | how threads share the work |
//! | [`one_ply`] | no search at all |
//! | [`evaluation`] | how positions are judged |
//!
//! ```
//! use chess::Game;
//! use engine::{Limits, Stop};
//! use lab::player::{Player, Profile};
//!
//! let mut player = Player::new(*Profile::named("basic").expect("it is listed"))?;
//! let mate_in_two = "r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1".parse()?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let report = player.search(&Game::new(mate_in_two), &limits, &Stop::default(), |_| ());
//! assert_eq!(report.best.map(|mv| mv.to_string()), Some("d5d8".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod evaluation;
pub mod futility;
pub mod iterate;
pub mod late_moves;
pub mod lazy;
pub mod memory;
pub mod node;
pub mod null_move;
pub mod one_ply;
pub mod ordering;
pub mod profile;
pub mod quiesce;
pub mod repetition;
pub mod split;
pub mod static_null;
mod worker;

pub use profile::{Generator, Method, Order, PROFILES, Profile, Pruning, Sharing};

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chess::Game;
use engine::{Control, Limits, Report, SearchInfo, Stop, TimeBudget};
use gamekit::table::{Table, TableError};
use nnue::{Net, OpenError};

use crate::board::Squares;
use crate::board::bitboards::Bitboards;
use crate::board::occupancy::walk::Walk;
use crate::dense::DenseNet;
use evaluation::{Evaluation, Judge};
use split::Splits;
use worker::{Shared, Worker};

/// What is lost between the engine and the clock.
const OVERHEAD: Duration = Duration::from_millis(10);

/// An engine assembled from a profile.
#[derive(Debug)]
pub struct Player {
    profile: Profile,
    judge: Judge,
    table: Option<Table>,
}

impl Player {
    /// An engine with these choices. The built-in net plays where they ask for one.
    pub fn new(profile: Profile) -> Result<Self, TableError> {
        let net = Net::embedded().map(Arc::new);
        let table = profile.table.map(Table::new).transpose()?;
        Ok(Self { judge: Judge::new(profile.evaluation, net.as_ref()), profile, table })
    }

    /// The choices.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Judges by the net of a file where the profile asks for one.
    pub fn open_net(&mut self, path: &Path) -> Result<(), OpenError> {
        let bytes = fs::read(path).map_err(OpenError::Io)?;
        let takes_one = matches!(self.profile.evaluation, Evaluation::Net | Evaluation::Hybrid);
        if DenseNet::is_begun_by(&bytes) {
            let net = DenseNet::read(&*bytes).map_err(OpenError::Io)?;
            if takes_one {
                self.judge = Judge::Dense(Arc::new(net));
            }
        } else {
            let net = Net::read(&bytes)?;
            self.judge = Judge::new(self.profile.evaluation, Some(&Arc::new(net)));
        }
        Ok(())
    }

    /// Searches on this many threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.profile.threads = threads.max(1);
    }

    /// Changes the size of the table; a profile without one stays without.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), TableError> {
        match &mut self.table {
            Some(table) => table.resize(megabytes, 1),
            None => Ok(()),
        }
    }

    /// Forgets everything.
    pub fn new_game(&mut self) {
        if let Some(table) = &self.table {
            table.clear(1);
        }
    }

    /// Searches the last position of a game until a limit is reached or `stop` is called.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        mut on_info: impl FnMut(&SearchInfo),
    ) -> Report {
        match self.profile.generator {
            Generator::Walking => self.search_on::<Bitboards<Walk>>(game, limits, stop, &mut on_info),
            Generator::Lookup => self.search_on::<chess::Board>(game, limits, stop, &mut on_info),
        }
    }

    fn search_on<S: Squares>(
        &mut self,
        game: &Game,
        limits: &Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Report {
        if let Some(table) = &self.table {
            table.new_search();
        }
        let control = Control::new(self.profile.threads, limits, stop);
        let position = game.position();
        let shared = Shared {
            profile: &self.profile,
            judge: &self.judge,
            table: self.table.as_ref(),
            control: &control,
            budget: TimeBudget::new(limits, OVERHEAD, position.fullmove_number()),
            limits,
            splits: Splits::default(),
        };
        let mut worker = Worker::<S>::new(&shared, 0, game);
        let report = match self.profile.method {
            Method::OnePly => one_ply::search(&mut worker, position, on_info),
            _ => lazy::search(worker, game, on_info),
        };
        control.wait_for_release();
        report
    }
}
