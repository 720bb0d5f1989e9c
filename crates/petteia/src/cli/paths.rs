//! Where files go.

use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use directories::BaseDirs;

/// The environment variable that names the data folder.
const VARIABLE: &str = "PETTEIA_DATA";

/// The folder for everything that is written where no path is given: `PETTEIA_DATA`, or `petteia` in
/// the user's data folder.
pub fn data_folder() -> Result<PathBuf> {
    if let Some(folder) = env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        return Ok(folder.into());
    }
    let user = BaseDirs::new().with_context(|| format!("no home folder; expected {VARIABLE}"))?;
    Ok(user.data_dir().join("petteia"))
}

/// A folder in the data folder, made if need be.
pub fn data_subfolder(name: &str) -> Result<PathBuf> {
    let folder = data_folder()?.join(name);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}

/// Whether a command continues what exists already. With `--fresh` it does not: it ends with an error.
pub fn continues(output: &Path, fresh: bool) -> Result<bool> {
    let exists = output.exists();
    ensure!(!(exists && fresh), "--fresh: {} exists already", output.display());
    Ok(exists)
}

/// Writes a file so that a reader finds the old content or the new one, never half of it.
pub fn write_whole(file: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let mut draft = file.as_os_str().to_owned();
    draft.push(".new");
    fs::write(&draft, content)
        .and_then(|()| fs::rename(&draft, file))
        .with_context(|| format!("cannot write {}", file.display()))
}
