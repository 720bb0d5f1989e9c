//! `petteia serve`: Petteia in the browser.

use std::env;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result};
use explorer::Index;
use lab::player::PROFILES;
use server::{Config, Server};
use syzygy::Tables;

use crate::cli::paths;

/// Open Petteia in the browser: play, analyse, watch matches, follow training.
#[derive(clap::Args)]
pub struct Args {
    /// First port to try; 0 for any free one
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Address to listen on for other machines (0.0.0.0 for all); they need the printed token
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Port at which agents of Neighbours may connect to join games; 0 for any free one
    #[arg(long, value_name = "PORT")]
    agent_port: Option<u16>,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Data folder [default: `PETTEIA_DATA`, else petteia in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Other engines to offer, a TOML file [default: engines.toml in the data folder]
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Another folder of nets to offer
    #[arg(long, value_name = "DIR")]
    nets: Vec<PathBuf>,
    /// Another folder of match results to show
    #[arg(long, value_name = "DIR")]
    matches: Vec<PathBuf>,
    /// Another index of games for the explorer, made by petteia explore index
    #[arg(long, value_name = "FILE")]
    index: Vec<PathBuf>,
    /// Folder of Syzygy tables for the explorer
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,
    /// Another folder of training runs to follow
    #[arg(long, value_name = "DIR")]
    runs: Vec<PathBuf>,
}

pub fn run(args: &Args) -> Result<()> {
    let data = args.data.clone().map_or_else(paths::data_folder, Ok)?;
    let mut config = Config::new(data, env::current_exe().context("cannot find this program")?);
    config.port = args.port;
    config.address = args.listen.unwrap_or(config.address);
    config.agent_port = args.agent_port;
    config.match_folders.clone_from(&args.matches);
    config.learn_folders.clone_from(&args.runs);
    config.net_folders.clone_from(&args.nets);
    config.lab_profiles = PROFILES.iter().map(|profile| profile.name.to_owned()).collect();
    config.other_engines_file.clone_from(&args.engines);
    for index in &args.index {
        Index::open(index).with_context(|| format!("--index {}", index.display()))?;
    }
    config.indexes.clone_from(&args.index);
    if !args.syzygy.is_empty() {
        config.tables = Arc::new(Tables::open(&args.syzygy)?);
    }
    config.read_engines()?;
    config.read_agents()?;
    let server = Server::bind(config)?;
    let url = server.url();
    println!("Petteia is at {url}");
    if args.listen.is_some() {
        println!("Anyone who opens this address can play, analyse and start the engines you configured.");
    }
    if let Some(address) = server.agent_address() {
        println!("Agents of Neighbours join games at tcp://{address}");
    }
    println!("Ctrl-C ends it.");
    if !args.no_open {
        open_browser(&server.url_for_once());
    }
    Ok(server.run()?)
}

/// Opens the browser if there is a screen. If that fails, the address has been printed anyway.
fn open_browser(url: &str) {
    let is_unix = cfg!(unix) && !cfg!(target_os = "macos");
    // Without a screen, Unix would start a text browser in this terminal.
    if !is_unix || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|screen| env::var_os(screen).is_some()) {
        let _ = open::that_detached(url);
    }
}
