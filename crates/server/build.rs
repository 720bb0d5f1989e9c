//! Makes the front end ready to be embedded: each file of `web/dist` once, compressed where that
//! helps.
//!
//! Without a front end there is one page that says how to build it, so that `cargo build` always
//! works.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

/// What there is to see before the front end is built.
const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Petteia</title>\
    <p>The pages are not built yet: <code>make run</code> builds and shows them.</p></html>\n";

fn main() -> io::Result<()> {
    let dist = PathBuf::from("../../web/dist");
    // Cargo watches a folder only if it is there.
    fs::create_dir_all(&dist)?;
    println!("cargo::rerun-if-changed={}", dist.display());
    // The results of the lab are embedded from where they are; a new file there has to be noticed.
    println!("cargo::rerun-if-changed=../../docs/lab");
    let assets = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?).join("assets");
    if assets.exists() {
        fs::remove_dir_all(&assets)?;
    }
    fs::create_dir_all(&assets)?;
    if dist.join("index.html").exists() {
        embed(&dist, &assets)
    } else {
        write(&assets.join("index.html"), PLACEHOLDER.as_bytes())
    }
}

fn embed(from: &Path, to: &Path) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            embed(&entry.path(), &target)?;
        } else {
            write(&target, &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

/// Writes `NAME.gz` if that is smaller, else `NAME`.
fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    let compressed = encoder.finish()?;
    if compressed.len() < content.len() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned() + ".gz";
        fs::write(path.with_file_name(name), compressed)
    } else {
        fs::write(path, content)
    }
}
