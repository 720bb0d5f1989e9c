//! How the server is set up.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use arena::TomlError;
use arena::engine::EngineSpec;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use syzygy::Tables;
use thiserror::Error;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. All but the loopback address require a token.
    pub address: IpAddr,
    /// The first port to try; 0 for any free one.
    pub port: u16,
    /// The port at which agents of Neighbours may connect to join games, 0 for any free one; without
    /// it, none may.
    pub agent_port: Option<u16>,
    /// The data folder: kept games, matches, training and learning runs.
    pub data: PathBuf,
    /// This program, which plays matches as `self`.
    pub this_program: PathBuf,
    /// Profiles of the lab to offer as engines, by name.
    pub lab_profiles: Vec<String>,
    /// The engines of [`Config::engines_file`], as they were at the start.
    pub engines: Vec<EngineSpec>,
    /// Another file of engines than `engines.toml` in the data folder.
    pub other_engines_file: Option<PathBuf>,
    /// The addresses of network agents that pages on other machines may choose.
    pub agents: Vec<String>,
    /// Other folders of nets to offer than `nets` in the data folder.
    pub net_folders: Vec<PathBuf>,
    /// Other folders of match files than `matches` in the data folder.
    pub match_folders: Vec<PathBuf>,
    /// Other folders of training and learning runs than the data folder.
    pub learn_folders: Vec<PathBuf>,
    /// Other indexes of games for the explorer than those of `explorer` in the data folder.
    pub indexes: Vec<PathBuf>,
    /// Endgame tables for the explorer.
    pub tables: Arc<Tables>,
    /// Endgame tables of Neighbours.
    pub neighbours_tables: Arc<neighbours::tables::Tables>,
    /// The record of the nets; the embedded one is used if there is no such file.
    pub net_history: PathBuf,
    /// What pages may use.
    pub limits: Limits,
}

/// What pages may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Pages at a time.
    pub connections: usize,
    /// Connections over which pages send single requests.
    pub http_connections: usize,
    /// Time for a client to say what it wants.
    pub head_time: Duration,
    /// A page that sends nothing for this long, not even an answer to a ping, is gone.
    pub silence: Duration,
    /// Games, analyses and matches of one page at a time.
    pub channels: usize,
    /// Messages of one page per second, on average.
    pub messages_per_second: u32,
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Bytes of an imported file of games.
    pub upload_bytes: usize,
    /// Open games of each kind.
    pub games: usize,
    /// Those of them that no page looks at.
    pub unwatched_games: usize,
    /// Matches played at a time.
    pub matches: usize,
    /// Searches at a time.
    pub engines: usize,
    /// The hash table of each engine, in megabytes.
    pub hash_megabytes: usize,
    /// Searches that wait for an engine.
    pub waiting: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 500,
            http_connections: 200,
            head_time: Duration::from_secs(10),
            silence: Duration::from_secs(90),
            channels: 8,
            messages_per_second: 30,
            message_bytes: 64 * 1024,
            upload_bytes: 32 * 1024 * 1024,
            games: 1000,
            unwatched_games: 100,
            matches: 2,
            engines: std::thread::available_parallelism().map_or(2, Into::into),
            hash_megabytes: 16,
            waiting: 1000,
        }
    }
}

impl Config {
    /// The defaults: this machine only, port 8080 or the next free one.
    pub fn new(data: PathBuf, this_program: PathBuf) -> Self {
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 8080,
            agent_port: None,
            data,
            this_program,
            lab_profiles: Vec::new(),
            engines: Vec::new(),
            other_engines_file: None,
            agents: Vec::new(),
            net_folders: Vec::new(),
            match_folders: Vec::new(),
            learn_folders: Vec::new(),
            indexes: Vec::new(),
            tables: Arc::new(Tables::empty()),
            neighbours_tables: neighbours::tables::Tables::embedded(),
            net_history: "nets/history.toml".into(),
            limits: Limits::default(),
        }
    }

    /// The TOML file of other engines: `[[engine]]` with `name` and `cmd`, as for a match.
    pub fn engines_file(&self) -> PathBuf {
        self.other_engines_file.clone().unwrap_or_else(|| self.data.join("engines.toml"))
    }

    /// Reads the engines of [`Config::engines_file`]. There need not be one in the data folder.
    pub fn read_engines(&mut self) -> Result<(), ListError> {
        let file = self.engines_file();
        if self.other_engines_file.is_some() || file.exists() {
            self.engines = EnginesFile::read(&file)?;
        }
        Ok(())
    }

    /// Reads the agents of `agents.toml` in the data folder, if there is one: `[[agent]]` with an
    /// `address`.
    pub fn read_agents(&mut self) -> Result<(), ListError> {
        let file = self.data.join("agents.toml");
        if file.exists() {
            let list: AgentsFile = read_list(&file)?;
            self.agents = list.agents.into_iter().map(|agent| agent.address).collect();
        }
        Ok(())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AgentsFile {
    #[serde(rename = "agent", default)]
    agents: Vec<AllowedAgent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllowedAgent {
    address: String,
}

/// Reads a TOML file.
fn read_list<T: DeserializeOwned>(path: &Path) -> Result<T, ListError> {
    let problem = |why: String| ListError { path: path.to_owned(), why };
    let text = std::fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
    toml::from_str(&text).map_err(|error| problem(TomlError::new(&text, &error).to_string()))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnginesFile {
    #[serde(rename = "engine", default)]
    pub engines: Vec<EngineSpec>,
}

impl EnginesFile {
    /// Reads the engines of a file.
    pub fn read(path: &Path) -> Result<Vec<EngineSpec>, ListError> {
        let mut file: Self = read_list(path)?;
        file.engines.iter_mut().for_each(EngineSpec::name_by_command);
        Ok(file.engines)
    }
}

/// A file of engines or agents that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}: {why}", path = .path.display())]
pub struct ListError {
    path: PathBuf,
    why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_read_from_the_data_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = Config::new(folder.path().to_owned(), "petteia".into());
        config.read_agents().expect("there need not be a file");
        let file = folder.path().join("agents.toml");
        std::fs::write(&file, "[[agent]]\naddress = \"10.0.0.7:7117\"\n").expect("a file");
        config.read_agents().expect("agents");
        assert_eq!(config.agents, ["10.0.0.7:7117"]);
        std::fs::write(&file, "[[agent]]\nadress = \"x\"\n").expect("a file");
        let error = config.read_agents().expect_err("a typo").to_string();
        assert!(error.contains("agents.toml") && error.contains("unknown field `adress`"), "{error}");
    }

    #[test]
    fn engines_are_read_from_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("engines.toml");
        let mut config = Config::new("data".into(), "petteia".into());
        assert!(config.read_engines().is_ok(), "there need not be a file");
        config.other_engines_file = Some(file.clone());
        std::fs::write(&file, "[[engine]]\ncmd = \"bin/stockfish\"\noptions = { Hash = 16 }\n")
            .expect("a file");
        config.read_engines().expect("engines");
        assert_eq!(config.engines[0].name, "stockfish");
        std::fs::write(&file, "[[engines]]\ncmd = \"x\"\n").expect("a file");
        let error = config.read_engines().expect_err("a typo").to_string();
        assert!(error.contains("engines.toml") && error.contains("unknown field `engines`"), "{error}");
    }
}
