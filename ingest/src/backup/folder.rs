use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io,
    num::NonZeroUsize,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
};

use anyhow::Context;
use time::{OffsetDateTime, UtcOffset, format_description::FormatItem, macros::format_description};

use super::MANIFEST;

const PREFIX: &str = "tajmeea-";
/// The end of the name of a backup that is not complete.
const UNFINISHED: &str = ".unfinished";
const LOCK: &str = ".lock";
const NAME: &[FormatItem<'static>] =
    format_description!("tajmeea-[year][month][day]T[hour][minute][second].[subsecond digits:3]Z");

/// A folder of backups, for one process at a time.
pub struct BackupFolder {
    path: PathBuf,
    /// Held until the end.
    _lock: File,
}

impl BackupFolder {
    /// Opens the folder, and makes it where there is none. What a killed process left unfinished is removed.
    ///
    /// # Errors
    /// When it cannot be written, or another backup is being made in it.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let unusable = || format!("cannot store backups in {}", path.display());
        // Backups hold addresses and password hashes: nobody else reads them.
        DirBuilder::new().recursive(true).mode(0o700).create(path).with_context(unusable)?;
        let lock =
            OpenOptions::new().write(true).create(true).truncate(false).mode(0o600).open(path.join(LOCK));
        let lock = lock.with_context(unusable)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                anyhow::bail!("another backup is being made in {}", path.display())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(unusable),
        }
        let folder = Self { path: path.to_owned(), _lock: lock };
        folder.remove_unfinished().with_context(unusable)?;
        Ok(folder)
    }

    fn remove_unfinished(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(PREFIX) && name.ends_with(UNFINISHED) {
                tracing::warn!(backup = %name, "Removing a backup that was not finished: {name}");
                fs::remove_dir_all(entry.path())?;
            }
        }
        Ok(())
    }

    /// Makes a folder for a new backup, not to be mistaken for a complete one.
    pub(super) fn begin(&self, taken_at: OffsetDateTime) -> anyhow::Result<PathBuf> {
        let name = taken_at.to_offset(UtcOffset::UTC).format(NAME)?;
        let path = self.path.join(name + UNFINISHED);
        DirBuilder::new()
            .mode(0o700)
            .create(&path)
            .with_context(|| format!("cannot create {}", path.display()))?;
        Ok(path)
    }

    /// Gives a backup its name, once all of it is on the disk.
    pub(super) fn complete(&self, unfinished: &Path) -> anyhow::Result<PathBuf> {
        let complete = unfinished.with_extension("");
        let failed = || format!("cannot write {}", complete.display());
        sync_files(unfinished).with_context(failed)?;
        fs::rename(unfinished, &complete).with_context(failed)?;
        File::open(&self.path).and_then(|folder| folder.sync_all()).with_context(failed)?;
        Ok(complete)
    }

    /// Removes complete backups but the newest `keep`; answers which.
    ///
    /// # Errors
    /// Names the first that cannot be removed.
    pub fn remove_older(&self, keep: NonZeroUsize) -> anyhow::Result<Vec<PathBuf>> {
        let mut older = list_complete(&self.path)?;
        older.truncate(older.len().saturating_sub(keep.get()));
        for backup in &older {
            fs::remove_dir_all(backup).with_context(|| format!("cannot remove {}", backup.display()))?;
        }
        Ok(older)
    }
}

/// The complete backups in a folder, the oldest first.
///
/// # Errors
/// When the folder cannot be listed.
pub fn list_complete(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let unreadable = || format!("cannot list {}", folder.display());
    let mut backups = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let entry = entry.with_context(unreadable)?;
        let name = entry.file_name();
        let is_named =
            name.to_string_lossy().starts_with(PREFIX) && !name.to_string_lossy().ends_with(UNFINISHED);
        if is_named && entry.path().join(MANIFEST).is_file() {
            backups.push(entry.path());
        }
    }
    // Names sort by time.
    backups.sort();
    Ok(backups)
}

fn sync_files(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_files(&entry.path())?;
        } else {
            File::open(entry.path())?.sync_all()?;
        }
    }
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn add(folder: &BackupFolder, taken_at: OffsetDateTime) -> PathBuf {
        let unfinished = folder.begin(taken_at).unwrap();
        fs::write(unfinished.join(MANIFEST), "{}").unwrap();
        folder.complete(&unfinished).unwrap()
    }

    #[test]
    fn retention_keeps_the_newest_backups_and_other_files() {
        let directory = tempfile::tempdir().unwrap();
        let folder = BackupFolder::open(directory.path()).unwrap();
        let old = add(&folder, datetime!(2026-11-21 09:00 UTC));
        let middle = add(&folder, datetime!(2026-11-22 09:00 UTC));
        let newest = add(&folder, datetime!(2026-11-23 09:00 UTC));
        fs::create_dir(directory.path().join("tajmeea-20200101T000000.000Z")).unwrap();
        fs::create_dir(directory.path().join("holiday")).unwrap();
        let removed = folder.remove_older(NonZeroUsize::new(2).unwrap()).unwrap();
        assert_eq!(removed, [old]);
        assert_eq!(list_complete(directory.path()).unwrap(), [middle, newest]);
        assert!(directory.path().join("tajmeea-20200101T000000.000Z").exists());
        assert!(directory.path().join("holiday").exists());
    }

    #[test]
    fn folder_is_locked_and_unfinished_backups_are_removed() {
        let directory = tempfile::tempdir().unwrap();
        let folder = BackupFolder::open(directory.path()).unwrap();
        let unfinished = folder.begin(datetime!(2026-11-21 09:00 UTC)).unwrap();
        assert!(BackupFolder::open(directory.path()).is_err());
        assert!(unfinished.exists());
        drop(folder);
        BackupFolder::open(directory.path()).unwrap();
        assert!(!unfinished.exists());
    }
}
