//! Backups of an installation, and their way back.
//!
//! A backup is a folder named by the moment whose data it holds, such as `tajmeea-20261123T142800.123Z`:
//!
//! | file | content |
//! | --- | --- |
//! | `database.dump` | the database in `pg_dump`'s custom format |
//! | `configuration/` | the file of `TAJMEEA_CONFIG`, and the retailers' files in `retailers/` |
//! | `manifest.json` | versions, rows by table, checksums, and where the pictures are |
//!
//! The dump and the counts see one snapshot of the database, so that a restore can be verified row by row count. Neither the
//! index (each api process builds it from the database) nor pictures (a folder or store of their own) are part of it.

mod checksum;
mod create;
mod folder;
mod manifest;
mod programs;
mod restore;

pub use create::create;
pub use folder::{BackupFolder, list_complete};
pub use manifest::{ConfigurationFile, FileChecksum, Manifest, PictureReference};
pub(crate) use programs::dump_version as pg_dump_version;
pub use restore::{RestoreOptions, RestoreReport, check, restore};

/// The dump of the database.
const DUMP: &str = "database.dump";
/// The operator's files.
const CONFIGURATION: &str = "configuration";
/// Written last, so that a backup with a manifest is complete.
const MANIFEST: &str = "manifest.json";
