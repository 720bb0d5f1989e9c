//! Matches between engines: played here, or read from the files of `petteia match`.

mod curve;
mod file;
mod live;
mod openings;
mod settle;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::config::MatchConfig;
use arena::engine::EngineSpec;
use arena::ledger::{self, Ledger, Reading};
use arena::sprt::Sprt;
use jiff::Timestamp;
use parking_lot::Mutex;

use crate::config::Config;
use crate::engines::{Engines, SELF};
use crate::outbox::Outbox;
use crate::protocol::Event;
use crate::protocol::library::MatchEntry;
use crate::protocol::watch::{MatchPlayer, NewMatch, Settle, SettleStrength, WatchEvent};
use crate::refused::Refused;
use live::{Live, Snapshot};

const MOST_GAMES: u32 = 10_000;
const MOST_PLAYERS: usize = 10;
/// Extensions of match files.
const EXTENSIONS: [&str; 2] = ["sqlite", "db"];
const MOST_FILES_LISTED: usize = 100;
/// Shortest time between two updates of the boards.
const UPDATE_PERIOD: Duration = Duration::from_millis(100);
/// Time between two looks at a file.
const POLL_PERIOD: Duration = Duration::from_secs(2);

/// All matches that can be watched.
pub(crate) struct Matches {
    engines: Arc<Engines>,
    /// The first is for the matches that are played here.
    folders: Vec<PathBuf>,
    most: usize,
    most_boards: usize,
    live: Mutex<HashMap<String, Arc<Live>>>,
    /// What was last read from each file.
    read: Mutex<HashMap<PathBuf, MatchEntry>>,
}

/// A match on a page.
#[derive(Clone)]
pub(crate) enum Watched {
    Live(Arc<Live>),
    /// `is_own` if it was played here.
    File {
        id: String,
        path: PathBuf,
        is_own: bool,
    },
}

impl Watched {
    /// Stops a match that is played here.
    pub fn stop(&self) -> Result<(), Refused> {
        match self {
            Self::Live(live) => {
                live.stop();
                Ok(())
            }
            Self::File { .. } => Err(Refused::bad("the match is not played here")),
        }
    }
}

impl Matches {
    pub fn new(config: &Config, engines: Arc<Engines>) -> Self {
        Self {
            engines,
            folders: [&[config.data.join("matches")], &config.match_folders[..]].concat(),
            most: config.limits.matches,
            most_boards: config.limits.engines,
            live: Mutex::new(HashMap::new()),
            read: Mutex::new(HashMap::new()),
        }
    }

    /// Starts a match.
    pub fn start(&self, new: &NewMatch) -> Result<Watched, Refused> {
        let (config, folder, chess960) = (self.config(new)?, self.folders[0].clone(), new.chess960);
        self.play(config, move |_, config, _| {
            config.openings = Some(openings::source(&folder, chess960)?);
            Ok(())
        })
    }

    /// Plays a position out.
    pub fn settle(&self, asked: &Settle) -> Result<Watched, Refused> {
        let position = settle::position(asked)?;
        let config = settle::config(asked, self.engines.find(SELF)?, self.most_boards)?;
        let has_levels = matches!(asked.strength, SettleStrength::Elo { .. });
        self.play(config, move |path, config, stop| {
            settle::prepare(config, path, &position, has_levels, stop)
        })
    }

    /// Starts a match if there is room for another one. `prepare` completes its description on the
    /// thread of the match; it gets the path of the results.
    fn play(
        &self,
        config: MatchConfig,
        prepare: impl FnOnce(&Path, &mut MatchConfig, &AtomicBool) -> Result<(), Refused> + Send + 'static,
    ) -> Result<Watched, Refused> {
        let folder = &self.folders[0];
        std::fs::create_dir_all(folder).map_err(Refused::internal)?;
        let path = Ledger::new_file(folder);
        let id = self.id(&path).ok_or_else(|| Refused::internal("no folder for matches"))?;
        let started = self.admit(&id, || Live::new(&id, &config))?;
        let results = path.clone();
        live::run(&started, config, path, move |config, stop| prepare(&results, config, stop));
        Ok(Watched::Live(started))
    }

    /// Goes on with a match that was stopped, if its engines are still offered.
    pub fn resume(&self, id: &str) -> Result<Watched, Refused> {
        let opened = self.open(id)?;
        let Watched::File { path, is_own, .. } = &opened else { return Ok(opened) };
        let reading = Reading::open(path).map_err(Refused::internal)?;
        if !is_own || reading.is_over() {
            return Err(Refused::bad("the match cannot go on here; expected one that was stopped here"));
        }
        if let Some(gone) = reading.config.engines.iter().find(|engine| !self.engines.offers(engine)) {
            return Err(Refused::Bad(format!("the engine {:?} is no longer offered here", gone.name)));
        }
        let resumed = self.admit(id, || Live::resumed(id, &reading))?;
        live::resume(&resumed, path.clone());
        Ok(Watched::Live(resumed))
    }

    /// Takes a match in if there is room for another one.
    fn admit(&self, id: &str, begin: impl FnOnce() -> Live) -> Result<Arc<Live>, Refused> {
        let mut live = self.live.lock();
        live.retain(|_, live| live.is_running());
        if live.len() >= self.most {
            return Err(Refused::Busy(format!("{} matches are being played already", live.len())));
        }
        if live.contains_key(id) {
            return Err(Refused::bad("the match is being played already"));
        }
        let admitted = Arc::new(begin());
        live.insert(id.to_owned(), Arc::clone(&admitted));
        Ok(admitted)
    }

    /// Opens a match by its id.
    pub fn open(&self, id: &str) -> Result<Watched, Refused> {
        if let Some(live) = self.live.lock().get(id).filter(|live| live.is_running()) {
            return Ok(Watched::Live(Arc::clone(live)));
        }
        let path = self.find(id)?;
        let is_own = path.parent() == Some(&self.folders[0]);
        Ok(Watched::File { id: id.to_owned(), path, is_own })
    }

    /// All matches, the last changed first.
    pub fn list(&self) -> Vec<MatchEntry> {
        let mut files: Vec<(i64, String, PathBuf)> =
            self.files().filter_map(|path| Some((changed_ms(&path), self.id(&path)?, path))).collect();
        files.sort_by_key(|(changed, ..)| Reverse(*changed));
        files.truncate(MOST_FILES_LISTED);
        let running = |id: &str| self.live.lock().get(id).is_some_and(|live| live.is_running());
        files
            .into_iter()
            .filter_map(|(changed_ms, id, path)| self.entry(path, id, changed_ms))
            .map(|entry| MatchEntry { running: running(&entry.id), ..entry })
            .collect()
    }

    /// The list entry of a file; `None` if it holds no match.
    fn entry(&self, path: PathBuf, id: String, changed_ms: i64) -> Option<MatchEntry> {
        let mut read = self.read.lock();
        if let Some(known) = read.get(&path).filter(|known| known.changed_ms == changed_ms) {
            return Some(known.clone());
        }
        let reading = Reading::open(&path).ok()?;
        let entry = MatchEntry {
            id,
            title: title(&reading.config),
            games_done: reading.standings.games() as u32,
            games: reading.config.schedule().games() as u32,
            running: false,
            changed_ms,
        };
        read.insert(path, entry.clone());
        Some(entry)
    }

    /// One game of a match; numbers count from 1.
    pub fn pgn(&self, id: &str, number: usize) -> Result<String, Refused> {
        let missing = || Refused::Missing(format!("game {number} in match {id:?}"));
        let index = number.checked_sub(1).ok_or_else(missing)?;
        ledger::read_pgn(&self.find(id)?, index).map_err(Refused::internal)?.ok_or_else(missing)
    }

    fn config(&self, new: &NewMatch) -> Result<MatchConfig, Refused> {
        if !(2..=MOST_PLAYERS).contains(&new.players.len()) {
            let players = new.players.len();
            return Err(Refused::Bad(format!("{players} players; expected 2 to {MOST_PLAYERS}")));
        }
        if !(1..=MOST_GAMES).contains(&new.games) {
            return Err(Refused::Bad(format!("{} games; expected 1 to {MOST_GAMES}", new.games)));
        }
        let mut engines: Vec<EngineSpec> = Vec::new();
        for player in &new.players {
            let mut engine = self.player(player)?;
            let name = engine.name.clone();
            let mut number = 1;
            while engines.iter().any(|other| other.name == engine.name) {
                number += 1;
                engine.name = format!("{name} #{number}");
            }
            engines.push(engine);
        }
        let config = MatchConfig {
            games: new.games as usize,
            concurrency: usize::from(new.boards).clamp(1, self.most_boards),
            tc: Some(new.time.parse().map_err(Refused::bad)?),
            chess960: new.chess960,
            sprt: new.test.map(|test| Sprt::new(test.elo0, test.elo1)),
            engines,
            ..MatchConfig::default()
        };
        config.check().map_err(Refused::bad)?;
        Ok(config)
    }

    fn player(&self, player: &MatchPlayer) -> Result<EngineSpec, Refused> {
        let is_self = player.engine == SELF;
        let mut engine = self.engines.find(&player.engine)?;
        if let Some(elo) = player.elo {
            let (least, most) = (engine::LEAST_ELO, engine::MOST_ELO);
            if !is_self || !(least..=most).contains(&elo) {
                return Err(Refused::Bad(format!(
                    "rating {elo}; expected {least} to {most}, of Petteia only"
                )));
            }
            engine.options.insert("UCI_LimitStrength".to_owned(), "true".to_owned());
            engine.options.insert("UCI_Elo".to_owned(), elo.to_string());
            engine.name = format!("Petteia ({elo})");
        }
        Ok(engine)
    }

    fn files(&self) -> impl Iterator<Item = PathBuf> {
        let entries = self.folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        paths.filter(|path| {
            path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
        })
    }

    /// The id of a file: the number of its folder and its name.
    fn id(&self, path: &Path) -> Option<String> {
        let folder = self.folders.iter().position(|folder| Some(folder.as_path()) == path.parent())?;
        Some(format!("{folder}-{}", path.file_name()?.to_str()?))
    }

    /// The file with an id. Only files in the match folders have one, so no other can be read.
    fn find(&self, id: &str) -> Result<PathBuf, Refused> {
        let found = self.files().find(|path| self.id(path).as_deref() == Some(id));
        found.ok_or_else(|| Refused::Missing(format!("match {id:?}")))
    }
}

/// Sends a match to a page until the task is aborted.
pub(crate) async fn show(watched: Watched, outbox: Outbox) {
    match watched {
        Watched::Live(live) => show_live(&live, &outbox).await,
        Watched::File { id, path, is_own } => show_file(&id, &path, is_own, &outbox).await,
    }
}

async fn show_live(live: &Live, outbox: &Outbox) {
    let mut view = live.look();
    let mut shown: Option<Snapshot> = None;
    loop {
        let now = view.borrow_and_update().clone();
        for event in now.news_since(shown.as_ref()) {
            outbox.send(Event::Watch(event)).await;
        }
        shown = Some(now);
        if view.changed().await.is_err() {
            return;
        }
        tokio::time::sleep(UPDATE_PERIOD).await;
    }
}

async fn show_file(id: &str, path: &Path, is_own: bool, outbox: &Outbox) {
    let mut shown = None;
    loop {
        let changed = changed_ms(path);
        if shown != Some(changed) {
            match file::read(id, path, is_own).await {
                Ok(state) => outbox.send(Event::Watch(WatchEvent::State(Box::new(state)))).await,
                Err(refused) => return outbox.refuse(&refused).await,
            }
            shown = Some(changed);
        }
        tokio::time::sleep(POLL_PERIOD).await;
    }
}

fn title(config: &MatchConfig) -> String {
    config.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>().join(" - ")
}

/// When a file or its write-ahead log was last changed, in milliseconds since 1970.
pub(crate) fn changed_ms(path: &Path) -> i64 {
    let log = PathBuf::from(format!("{}-wal", path.display()));
    let time = |path: &Path| std::fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let latest = [time(path), time(&log)].into_iter().flatten().max();
    latest.and_then(|time| Timestamp::try_from(time).ok()).map_or(0, Timestamp::as_millisecond)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(folder: &Path) -> Matches {
        let mut config = Config::new(folder.to_owned(), "/bin/petteia".into());
        config.engines.push(EngineSpec::parse(&["cmd=other", "name=Other"]).expect("an engine"));
        let engines = Arc::new(Engines::new(&config));
        Matches::new(&config, engines)
    }

    fn new_match(players: &[(&str, Option<u32>)]) -> NewMatch {
        let players =
            players.iter().map(|&(engine, elo)| MatchPlayer { engine: engine.to_owned(), elo }).collect();
        NewMatch { players, games: 2, boards: 1, time: "1+0.1".to_owned(), chess960: false, test: None }
    }

    #[test]
    fn players_get_names_of_their_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let matches = matches(folder.path());
        let players = [("petteia", Some(1500)), ("petteia", Some(1500)), ("petteia", None), ("Other", None)];
        let config = matches.config(&new_match(&players)).expect("a match");
        let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
        assert_eq!(names, ["Petteia (1500)", "Petteia (1500) #2", "Petteia", "Other"]);
        assert_eq!(config.engines[0].cmd, "/bin/petteia");
        assert_eq!(config.engines[0].options["UCI_Elo"], "1500");
    }

    #[test]
    fn only_configured_engines_play() {
        let folder = tempfile::tempdir().expect("a folder");
        let matches = matches(folder.path());
        let refused = |new: NewMatch| matches.config(&new).expect_err("refused").to_string();
        assert_eq!(
            refused(new_match(&[("petteia", None), ("/bin/sh", None)])),
            "there is no engine \"/bin/sh\""
        );
        assert!(refused(new_match(&[("petteia", None), ("Other", Some(1500))])).contains("of Petteia only"));
        assert!(refused(new_match(&[("petteia", None)])).starts_with("1 players"));
        let timeless =
            NewMatch { time: "soon".to_owned(), ..new_match(&[("petteia", None), ("Other", None)]) };
        assert!(refused(timeless).contains("soon"));
    }

    #[test]
    fn only_engines_that_are_still_offered_go_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let matches = matches(folder.path());
        let played = folder.path().join("matches");
        std::fs::create_dir(&played).expect("a folder");
        let mut config = matches.config(&new_match(&[("petteia", None), ("Other", None)])).expect("a match");
        let write = |name: &str, config: &MatchConfig| {
            drop(Ledger::create(&played.join(name), Arc::new(config.clone())).expect("a file"));
        };
        write("known.sqlite", &config);
        config.engines[1].cmd = "stranger".to_owned();
        write("strange.sqlite", &config);
        let refused = |id| matches.resume(id).err().map(|refused| refused.to_string());
        assert_eq!(
            refused("0-strange.sqlite").as_deref(),
            Some("the engine \"Other\" is no longer offered here")
        );
        assert!(refused("0-missing.sqlite").is_some());
        assert_eq!(refused("0-known.sqlite"), None);
    }

    #[test]
    fn files_outside_the_folders_cannot_be_named() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("secret.sqlite"), "").expect("a file");
        let matches = matches(folder.path());
        for id in ["0-../secret.sqlite", "../secret.sqlite", "0-secret.sqlite", "secret.sqlite", ""] {
            assert!(matches!(matches.open(id), Err(Refused::Missing(_))), "{id}");
        }
        assert!(matches.list().is_empty());
    }
}
