//! What the person who starts the server decides.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

use arena::TomlError;
use arena::engine::EngineSpec;
use serde::Deserialize;
use thiserror::Error;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on. Any but this machine's own asks everybody for a token.
    pub address: IpAddr,
    /// The first port to try; 0 for any that is free.
    pub port: u16,
    /// Where games are kept; `None` forgets them at the end.
    pub data: Option<PathBuf>,
    /// This program, which plays matches as `self`.
    pub this_program: PathBuf,
    /// Engines that matches can be played with, besides this program.
    pub engines: Vec<EngineSpec>,
    /// Folders in which match files are looked for, besides the data folder's.
    pub match_folders: Vec<PathBuf>,
    /// Folders in which training and learning runs are looked for.
    pub learn_folders: Vec<PathBuf>,
    /// The record of the nets, where it is newer than the embedded one.
    pub net_history: PathBuf,
    /// What one client, or all of them, may use.
    pub limits: Limits,
}

/// What clients may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Pages at a time.
    pub connections: usize,
    /// Games, analyses and matches of one page at a time.
    pub channels: usize,
    /// Messages of one page in a second, on average.
    pub messages_per_second: u32,
    /// Bytes of a message.
    pub message_bytes: usize,
    /// Bytes of a file of games.
    pub upload_bytes: usize,
    /// Games in memory, of each kind.
    pub games: usize,
    /// Matches played at a time.
    pub matches: usize,
    /// Engines that think at a time.
    pub engines: usize,
    /// The table of each of them, in megabytes.
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
    /// The usual setup: this machine only, port 8080 or the next.
    pub fn new(data: Option<PathBuf>, this_program: PathBuf) -> Self {
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: 8080,
            data,
            this_program,
            engines: Vec::new(),
            match_folders: vec!["data/matches".into()],
            learn_folders: vec!["data".into()],
            net_history: "nets/history.toml".into(),
            limits: Limits::default(),
        }
    }

    /// Adds the engines of a TOML file, written as those of a match: `[[engine]]` with `name` and `cmd`.
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
        let mut config = Config::new(None, "petteia".into());
        std::fs::write(&file, "[[engine]]\ncmd = \"bin/stockfish\"\noptions = { Hash = 16 }\n")
            .expect("a file");
        config.read_engines(&file).expect("engines");
        assert_eq!(config.engines[0].name, "stockfish");
        std::fs::write(&file, "[[engines]]\ncmd = \"x\"\n").expect("a file");
        let error = config.read_engines(&file).expect_err("a typo").to_string();
        assert!(error.contains("engines.toml") && error.contains("unknown field `engines`"), "{error}");
    }
}
