//! Files that are replaced as a whole.

use std::path::Path;
use std::{fs, io};

/// Writes a file so that a reader finds the old content or the new one, never half of it: the
/// content goes to `NAME.new` first, which then takes the place of `NAME`. A draft that cannot be
/// written, on a full disk for example, is removed.
pub fn write_whole(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    fs::write(&draft, content).and_then(|()| fs::rename(&draft, path)).inspect_err(|_| {
        let _ = fs::remove_file(&draft);
    })
}
