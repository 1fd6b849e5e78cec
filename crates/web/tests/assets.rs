//! The page that is embedded must be the one that its sources build: run `npm run build` in `ui` after changing them.

use std::fs;
use std::path::{Path, PathBuf};

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// FNV-1a over names and contents, in the order of names; the same as in `ui/seal.mjs`.
fn checksum(ui: &Path) -> String {
    let mut files: Vec<PathBuf> = ["index.html", "vite.config.js", "tsconfig.json", "package.json"]
        .iter()
        .map(|name| ui.join(name))
        .collect();
    walk(&ui.join("src"), &mut files);
    walk(&ui.join("public"), &mut files);
    let name = |path: &PathBuf| path.strip_prefix(ui).unwrap().to_string_lossy().replace('\\', "/");
    files.sort_by_key(name);
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    };
    for file in &files {
        take(name(file).as_bytes());
        take(b"\0");
        take(&fs::read(file).unwrap());
    }
    format!("{hash:016x}")
}

#[test]
fn the_built_page_is_as_new_as_its_sources() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let sealed = fs::read_to_string(here.join("assets/sources.txt")).unwrap();
    assert_eq!(sealed.trim(), checksum(&here.join("ui")), "run `npm run build` in crates/web/ui");
}

#[test]
fn the_page_has_nothing_that_the_policy_forbids() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/index.html")).unwrap();
    assert!(!page.contains("<style") && !page.contains("onload=") && !page.contains("style="));
    assert_eq!(page.matches("<script").count(), page.matches("src=\"./built/").count());
}
