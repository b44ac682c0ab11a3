//! Enables or disables a retailer in its own file, which is the source of truth: comments and order are preserved.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use domain::model::Slug;

use super::read_file;

/// Returns the file of a directory that describes this retailer.
///
/// # Errors
/// When the directory cannot be listed or no readable file describes the retailer.
pub fn find_file(directory: &Path, slug: &Slug) -> anyhow::Result<PathBuf> {
    let place = directory.display();
    let entries = std::fs::read_dir(directory).with_context(|| format!("cannot list {place}"))?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths
        .into_iter()
        .find(|path| read_file(path).is_ok_and(|file| file.slug == *slug))
        .with_context(|| format!("no readable retailer file in {place} has the slug {slug}"))
}

/// Sets `enabled` in a retailer file; returns whether that changed the file.
///
/// # Errors
/// When the file cannot be read or written; then it stays unchanged.
pub fn set_enabled(path: &Path, enabled: bool) -> anyhow::Result<bool> {
    let place = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {place}"))?;
    let mut document: toml_edit::DocumentMut =
        text.parse().with_context(|| format!("cannot read {place}"))?;
    if document.get("enabled").and_then(toml_edit::Item::as_bool).unwrap_or(true) == enabled {
        return Ok(false);
    }
    match document.get_mut("enabled").and_then(toml_edit::Item::as_value_mut) {
        Some(value) => {
            let decor = value.decor().clone();
            *value = enabled.into();
            *value.decor_mut() = decor;
        }
        // New keys of the root are placed before its first table automatically.
        None => document["enabled"] = toml_edit::value(enabled),
    }
    replace(path, &document.to_string()).with_context(|| format!("cannot write {place}"))?;
    Ok(true)
}

/// Writes a temporary file beside the original and renames it: on a full disk the old file stays.
pub(crate) fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    // A link stays a link; its target is replaced.
    let path = path.canonicalize()?;
    let temporary_path = path.with_extension(format!("toml.{}", std::process::id()));
    let result = std::fs::File::create(&temporary_path)
        .and_then(|mut file| {
            file.set_permissions(std::fs::metadata(&path)?.permissions())?;
            file.write_all(text.as_bytes())?;
            file.sync_all()
        })
        .and_then(|()| std::fs::rename(&temporary_path, &path));
    if result.is_err() {
        let _ = std::fs::remove_file(&temporary_path);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_enabled_changes_only_its_key() {
        let directory = tempfile::tempdir().expect("a folder");
        let path = directory.path().join("shop.toml");
        let text =
            |value: &str| format!("# A shop.\nslug = \"shop\"\n{value}\n[rate]\nconcurrency = 2 # slow\n");
        for (before, enabled, after) in [
            ("enabled = true # for now\n", false, "enabled = false # for now\n"),
            ("enabled = false\n", true, "enabled = true\n"),
            ("", false, "enabled = false\n"),
        ] {
            std::fs::write(&path, text(before)).expect("written");
            assert!(set_enabled(&path, enabled).expect("set"));
            let now = std::fs::read_to_string(&path).expect("read");
            assert_eq!(now.replace("\n\n", "\n"), text(after).replace("\n\n", "\n"));
            assert!(!set_enabled(&path, enabled).expect("set"), "twice changes nothing");
        }
        assert_eq!(std::fs::read_dir(directory.path()).expect("a folder").count(), 1);
    }
}
