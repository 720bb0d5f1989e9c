//! `petteia lab list`.

use lab::experiment::EXPERIMENTS;
use lab::player::PROFILES;

pub fn print() {
    println!("profiles (petteia lab uci NAME):");
    for profile in PROFILES {
        println!("  {:<17} {}", profile.name, profile.about);
    }
    println!("\nexperiments (petteia lab run NAME):");
    for experiment in EXPERIMENTS {
        println!("  {:<17} {}", experiment.name, experiment.about);
    }
}
