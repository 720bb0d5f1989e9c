//! Finds the net to embed: the file that `EVALFILE` names, or else `nets/default.nnue`.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(embedded_net)");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..");
    let wanted = env::var("EVALFILE").ok().filter(|name| !name.is_empty());
    let net = root.join(wanted.as_deref().unwrap_or("nets/default.nnue"));
    // Watch the folder: a missing file would count as changed in every build.
    println!("cargo::rerun-if-changed={}", net.parent().unwrap_or(&root).display());
    if net.exists() {
        println!("cargo::rustc-cfg=embedded_net");
        println!("cargo::rustc-env=EMBEDDED_NET={}", net.display());
    } else if let Some(name) = wanted {
        println!("cargo::error=EVALFILE={name}: there is no such file");
    }
}
