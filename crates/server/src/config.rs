//! How the server is set up.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

use arena::TomlError;
use arena::engine::EngineSpec;
use serde::Deserialize;
use thiserror::Error;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. All but the loopback address require a token.
    pub address: IpAddr,
    /// The first port to try; 0 for any free one.
    pub port: u16,
    /// The data folder: kept games, matches, training and learning runs.
    pub data: PathBuf,
    /// This program, which plays matches as `self`.
    pub this_program: PathBuf,
    /// Other engines for matches.
    pub engines: Vec<EngineSpec>,
    /// Other folders of match files than `matches` in the data folder.
    pub match_folders: Vec<PathBuf>,
    /// Other folders of training and learning runs than the data folder.
    pub learn_folders: Vec<PathBuf>,
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
            channels: 8,
            messages_per_second: 30,
            message_bytes: 64 * 1024,
            upload_bytes: 32 * 1024 * 1024,
            games: 1000,
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
            data,
            this_program,
            engines: Vec::new(),
            match_folders: Vec::new(),
            learn_folders: Vec::new(),
            net_history: "nets/history.toml".into(),
            limits: Limits::default(),
        }
    }

    /// Adds the engines of a TOML file: `[[engine]]` with `name` and `cmd`, as for a match.
    pub fn read_engines(&mut self, path: &Path) -> Result<(), EnginesError> {
        let problem = |why: String| EnginesError { path: path.to_owned(), why };
        let text = std::fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
        let file: EnginesFile =
            toml::from_str(&text).map_err(|error| problem(TomlError::new(&text, &error).to_string()))?;
        for mut engine in file.engines {
            engine.name_by_command();
            self.engines.push(engine);
        }
        Ok(())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnginesFile {
    #[serde(rename = "engine", default)]
    engines: Vec<EngineSpec>,
}

/// A file of engines that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}: {why}", path = .path.display())]
pub struct EnginesError {
    path: PathBuf,
    why: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_from_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("engines.toml");
        let mut config = Config::new("data".into(), "petteia".into());
        std::fs::write(&file, "[[engine]]\ncmd = \"bin/stockfish\"\noptions = { Hash = 16 }\n")
            .expect("a file");
        config.read_engines(&file).expect("engines");
        assert_eq!(config.engines[0].name, "stockfish");
        std::fs::write(&file, "[[engines]]\ncmd = \"x\"\n").expect("a file");
        let error = config.read_engines(&file).expect_err("a typo").to_string();
        assert!(error.contains("engines.toml") && error.contains("unknown field `engines`"), "{error}");
    }
}
