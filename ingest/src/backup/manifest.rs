use std::{fs, path::Path};

use anyhow::Context;
use domain::store::backups::TableCounts;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::MANIFEST;

/// The layout of a backup's folder. A program refuses layouts that are newer than its own.
pub(super) const LAYOUT: u32 = 1;

/// Contents of a backup, by which it is verified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    pub layout: u32,
    /// The moment whose data it holds, by the database's clock.
    #[serde(with = "time::serde::rfc3339")]
    pub taken_at: OffsetDateTime,
    /// The version of the program that made it.
    pub program: String,
    /// The version of the PostgreSQL server.
    pub server: String,
    /// The output of `pg_dump --version`.
    pub pg_dump: String,
    /// The newest migration of the database.
    pub migration: i64,
    pub dump: FileChecksum,
    pub configuration: Vec<ConfigurationFile>,
    pub pictures: PictureReference,
    /// Rows by table.
    pub tables: TableCounts,
}

/// Size and checksum of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileChecksum {
    pub bytes: u64,
    pub sha256: String,
}

/// One file of the operator's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigurationFile {
    /// Path of the file below the backup's folder.
    pub file: String,
    /// Path of the file in the installation.
    pub from: String,
    #[serde(flatten)]
    pub checksum: FileChecksum,
}

/// Place of the pictures, which no backup holds: they are many, never change, and can be copied while everything runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind", content = "place")]
pub enum PictureReference {
    /// A folder, to be copied beside the backups.
    Folder(String),
    /// An S3-compatible store, which keeps copies itself.
    Store(String),
}

impl Manifest {
    /// Reads the manifest of a backup.
    ///
    /// # Errors
    /// When there is none, or it is of a newer program.
    pub fn read(backup: &Path) -> anyhow::Result<Self> {
        let path = backup.join(MANIFEST);
        let text = fs::read_to_string(&path).with_context(|| {
            format!("{} is not a complete backup: cannot read its manifest", backup.display())
        })?;
        let unreadable = || format!("cannot parse the manifest {}", path.display());
        let json: serde_json::Value = serde_json::from_str(&text).with_context(unreadable)?;
        let layout = json.get("layout").and_then(serde_json::Value::as_u64).unwrap_or_default();
        anyhow::ensure!(
            layout <= u64::from(LAYOUT),
            "the backup in {} was made by a newer program: restore it with that one",
            backup.display()
        );
        serde_json::from_value(json).with_context(unreadable)
    }

    pub(super) fn write(&self, backup: &Path) -> anyhow::Result<()> {
        let path = backup.join(MANIFEST);
        let text = serde_json::to_string_pretty(self)?;
        fs::write(&path, text + "\n").with_context(|| format!("cannot write {}", path.display()))
    }

    /// Rows of all tables.
    pub fn rows(&self) -> i64 {
        self.tables.values().sum()
    }
}
