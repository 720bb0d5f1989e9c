//! The engines that games, analyses and matches can use.
//!
//! Petteia itself; Petteia with each net of the net folders; the profiles of the lab; the engines of
//! `engines.toml`, which is read again whenever it changes; and those that were added in the page,
//! which are kept in `added-engines.toml` in the data folder. Pages name an engine, never a program.

mod convert;
mod fleet;
mod introduce;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use arena::engine::{EngineSpec, Protocol};
use parking_lot::Mutex;

use crate::config::{Config, EnginesFile};
use crate::pool::{Pool, Search, Ticket};
use crate::protocol::analyse::EngineUse;
use crate::protocol::library::{EngineChoice, EngineKind, EngineReport, NewEngine};
use crate::refused::Refused;
use fleet::Fleet;

/// The id of this program among the engines.
pub(crate) const SELF: &str = "petteia";
/// The file of the engines that were added in the page.
const ADDED: &str = "added-engines.toml";
/// The extension of net files.
const NET: &str = "nnue";
/// The largest table that a page may ask for, in megabytes.
pub(crate) const MOST_HASH: u32 = 1024;

/// All engines, and those of them that run.
pub(crate) struct Engines {
    petteia: EngineSpec,
    lab: Vec<EngineSpec>,
    net_folders: Vec<PathBuf>,
    configured: Mutex<Configured>,
    added: PathBuf,
    most_threads: u32,
    fleet: Arc<Fleet>,
}

/// The engines of a file that a person writes.
struct Configured {
    file: PathBuf,
    /// When the file was changed that was last read.
    changed: Option<SystemTime>,
    engines: Vec<EngineSpec>,
    /// Why the file cannot be read now.
    problem: Option<String>,
}

impl Engines {
    pub fn new(config: &Config) -> Self {
        let mut petteia =
            EngineSpec { name: "Petteia".to_owned(), cmd: "self".to_owned(), ..EngineSpec::default() };
        petteia.resolve_self(&config.this_program);
        let profiles = config.lab_profiles.iter();
        let lab = profiles.map(|profile| of_lab(profile, &config.this_program)).collect();
        let file = config.engines_file();
        let configured =
            Configured { changed: changed(&file), file, engines: config.engines.clone(), problem: None };
        Self {
            petteia,
            lab,
            net_folders: [&[config.data.join("nets")], &config.net_folders[..]].concat(),
            configured: Mutex::new(configured),
            added: config.data.join(ADDED),
            most_threads: config.limits.engines as u32,
            fleet: Arc::new(Fleet::new(config.limits.engines)),
        }
    }

    /// What can be chosen.
    pub fn list(&self) -> Vec<EngineChoice> {
        let choice = |(kind, engine): &(EngineKind, EngineSpec)| EngineChoice {
            id: if *kind == EngineKind::Petteia { SELF.to_owned() } else { engine.name.clone() },
            name: engine.name.clone(),
            kind: *kind,
            has_levels: *kind == EngineKind::Petteia,
            searches: engine.proto == Protocol::Uci,
        };
        self.all().iter().map(choice).collect()
    }

    /// Why the file of engines cannot be read, if so.
    pub fn problem(&self) -> Option<String> {
        self.configured.lock().problem.clone()
    }

    /// The engine with an id.
    pub fn find(&self, id: &str) -> Result<EngineSpec, Refused> {
        if id.is_empty() || id == SELF {
            return Ok(self.petteia.clone());
        }
        let found = self.all().into_iter().skip(1).find(|(_, engine)| engine.name == id);
        found.map(|(_, engine)| engine).ok_or_else(|| Refused::Missing(format!("engine {id:?}")))
    }

    /// Whether an engine of an earlier match is still one of these, whatever its options are.
    pub fn offers(&self, engine: &EngineSpec) -> bool {
        let is_same =
            |(_, known): &(EngineKind, EngineSpec)| (&known.cmd, &known.args) == (&engine.cmd, &engine.args);
        self.all().iter().any(is_same)
    }

    /// Searches with an engine: with Petteia's own in the pool as a rule, else in a process.
    pub fn search(&self, pool: &Pool, engine: &EngineUse, search: Search) -> Result<Ticket, Refused> {
        self.check(engine)?;
        if Self::is_pooled(engine) {
            return pool.search(search);
        }
        let mut spec = self.find(&engine.id)?;
        if spec.proto != Protocol::Uci {
            let name = &spec.name;
            return Err(Refused::Bad(format!("{name} speaks XBoard's protocol: it can play matches only")));
        }
        for (name, number) in [("Threads", engine.threads), ("Hash", engine.hash_megabytes)] {
            if let Some(number) = number {
                spec.options.insert(name.to_owned(), number.to_string());
            }
        }
        Ok(fleet::search(&self.fleet, spec, search))
    }

    /// Whether the pool searches for this engine.
    pub fn is_pooled(engine: &EngineUse) -> bool {
        let is_self = engine.id.is_empty() || engine.id == SELF;
        is_self && (engine.threads, engine.hash_megabytes) == (None, None)
    }

    /// Checks that an engine may be used like this.
    pub fn check(&self, engine: &EngineUse) -> Result<(), Refused> {
        let bounds =
            [("threads", engine.threads, self.most_threads), ("megabytes", engine.hash_megabytes, MOST_HASH)];
        for (what, asked, most) in bounds {
            if let Some(asked) = asked.filter(|asked| !(1..=most).contains(asked)) {
                return Err(Refused::Bad(format!("{asked} {what}; expected 1 to {most}")));
            }
        }
        self.find(&engine.id).map(drop)
    }

    /// Starts a program and asks what it is, without adding it. Blocks.
    pub fn try_out(new: &NewEngine) -> Result<EngineReport, Refused> {
        introduce::ask(&introduce::spec(new)?)
    }

    /// Adds an engine that answers. Blocks.
    pub fn add(&self, new: &NewEngine) -> Result<EngineReport, Refused> {
        let mut spec = introduce::spec(new)?;
        let report = introduce::ask(&spec)?;
        if spec.name.is_empty() && !report.name.is_empty() {
            spec.name.clone_from(&report.name);
        }
        spec.name_by_command();
        let is_taken = |(_, engine): &(EngineKind, EngineSpec)| engine.name.eq_ignore_ascii_case(&spec.name);
        if self.all().iter().any(is_taken) {
            return Err(Refused::Bad(format!(
                "there is an engine {:?} already: choose another name",
                spec.name
            )));
        }
        let mut added = read(&self.added)?;
        added.push(spec);
        self.write(added)?;
        Ok(report)
    }

    /// Removes an engine that was added in the page.
    pub fn remove(&self, name: &str) -> Result<(), Refused> {
        let mut added = read(&self.added)?;
        let before = added.len();
        added.retain(|engine| engine.name != name);
        if added.len() == before {
            return Err(Refused::Missing(format!("engine {name:?} that was added here")));
        }
        self.write(added)
    }

    fn write(&self, engines: Vec<EngineSpec>) -> Result<(), Refused> {
        let text = toml::to_string(&EnginesFile { engines }).map_err(Refused::internal)?;
        gamekit::write_whole(&self.added, text).map_err(Refused::internal)
    }

    /// All engines; the first is Petteia itself.
    fn all(&self) -> Vec<(EngineKind, EngineSpec)> {
        let mut all = vec![(EngineKind::Petteia, self.petteia.clone())];
        all.extend(self.nets().map(|engine| (EngineKind::Net, engine)));
        all.extend(self.lab.iter().map(|engine| (EngineKind::Lab, engine.clone())));
        all.extend(self.configured().into_iter().map(|engine| (EngineKind::Configured, engine)));
        // A damaged file of added engines is reported when the next one is added.
        let added = read(&self.added).unwrap_or_default();
        all.extend(added.into_iter().map(|engine| (EngineKind::Added, engine)));
        all
    }

    /// Petteia with each net of the folders, in the order of their names.
    fn nets(&self) -> impl Iterator<Item = EngineSpec> {
        let entries = self.net_folders.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten();
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|file| file.extension().is_some_and(|extension| extension == NET));
        files.sort();
        files.into_iter().filter_map(|file| {
            let mut engine = self.petteia.clone();
            engine.name = format!("Petteia, {}", file.file_stem()?.to_str()?);
            let file = std::path::absolute(&file).unwrap_or(file);
            engine.options.insert("EvalFile".to_owned(), file.to_str()?.to_owned());
            Some(engine)
        })
    }

    /// The engines of the file, as it is now. One that cannot be read leaves the last ones.
    fn configured(&self) -> Vec<EngineSpec> {
        let mut configured = self.configured.lock();
        let now = changed(&configured.file);
        if configured.changed != now {
            configured.changed = now;
            match read(&configured.file) {
                Ok(engines) => (configured.engines, configured.problem) = (engines, None),
                Err(refused) => configured.problem = Some(refused.to_string()),
            }
        }
        configured.engines.clone()
    }
}

/// A profile of the lab as an engine.
fn of_lab(profile: &str, this_program: &Path) -> EngineSpec {
    let (name, cmd) = (format!("Lab, {profile}"), format!("lab:{profile}"));
    let mut engine = EngineSpec { name, cmd, ..EngineSpec::default() };
    engine.resolve_self(this_program);
    engine
}

/// The engines of a file; none if there is no such file.
fn read(file: &Path) -> Result<Vec<EngineSpec>, Refused> {
    if !file.exists() {
        return Ok(Vec::new());
    }
    EnginesFile::read(file).map_err(Refused::internal)
}

fn changed(file: &Path) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|meta| meta.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engines(folder: &Path) -> Engines {
        Engines::new(&Config::new(folder.to_owned(), "/bin/petteia".into()))
    }

    fn names(engines: &Engines) -> Vec<String> {
        engines.list().into_iter().map(|choice| choice.name).collect()
    }

    #[test]
    fn the_files_of_the_data_folder_are_read_when_they_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let engines = engines(folder.path());
        assert_eq!(names(&engines), ["Petteia"]);
        let file = folder.path().join("engines.toml");
        std::fs::write(&file, "[[engine]]\nname = \"One\"\ncmd = \"one\"\n").expect("a file");
        std::fs::create_dir(folder.path().join("nets")).expect("a folder");
        for net in ["net2.nnue", "net1.nnue", "notes.txt"] {
            std::fs::write(folder.path().join("nets").join(net), "").expect("a file");
        }
        assert_eq!(names(&engines), ["Petteia", "Petteia, net1", "Petteia, net2", "One"]);
        let net = engines.find("Petteia, net1").expect("a net");
        assert!(net.options["EvalFile"].ends_with("nets/net1.nnue"), "{net:?}");
        std::fs::write(&file, "[[engine]]\nname = \"One\"\n").expect("a file");
        // The time stamps of two files written one after the other may be the same.
        engines.configured.lock().changed = None;
        assert_eq!(names(&engines).last().expect("the last good one"), "One");
        assert!(engines.problem().expect("a problem").contains("cmd"));
    }

    #[test]
    fn what_an_engine_uses_is_bounded() {
        let folder = tempfile::tempdir().expect("a folder");
        let engines = engines(folder.path());
        let refused = |engine: EngineUse| engines.check(&engine).expect_err("refused").to_string();
        let petteia = || EngineUse { id: SELF.to_owned(), ..EngineUse::default() };
        assert!(engines.check(&petteia()).is_ok());
        assert!(refused(EngineUse { threads: Some(0), ..petteia() }).starts_with("0 threads; expected 1 to"));
        let huge = EngineUse { hash_megabytes: Some(99_999), ..petteia() };
        assert_eq!(refused(huge), "99999 megabytes; expected 1 to 1024");
        let unknown = EngineUse { id: "/bin/sh".to_owned(), ..EngineUse::default() };
        assert_eq!(refused(unknown), "there is no engine \"/bin/sh\"");
    }
}
