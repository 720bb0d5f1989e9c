//! Output files and the data folder.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use directories::BaseDirs;

const VARIABLE: &str = "PETTEIA_DATA";

/// The folder for all output without a path of its own: `PETTEIA_DATA`, or `petteia` in the user's
/// data folder.
pub fn data_folder() -> Result<PathBuf> {
    if let Some(folder) = env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let user = BaseDirs::new().with_context(|| format!("no home folder; expected {VARIABLE}"))?;
    Ok(user.data_dir().join("petteia"))
}

/// A folder in the data folder, which is made if it is missing.
pub fn data_subfolder(name: &str) -> Result<PathBuf> {
    let folder = data_folder()?.join(name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}

/// Whether a command continues what exists already. With `--fresh` that is an error.
pub fn continues(output: &Path, fresh: bool) -> Result<bool> {
    let exists = output.exists();
    ensure!(!(exists && fresh), "--fresh: {} exists already", output.display());
    Ok(exists)
}

/// [`gamekit::write_whole`], with the path in the error.
pub fn write_whole(file: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    gamekit::write_whole(file, content).with_context(|| format!("cannot write {}", file.display()))
}
