use std::{num::NonZeroUsize, path::PathBuf};

use clap::Args;

/// `ingest backup`
#[derive(Debug, Args)]
pub struct BackupArguments {
    /// The folder of all backups; each backup is a folder in it, named by its time.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Keep this many complete backups, and remove the older ones.
    #[arg(long, value_name = "N")]
    pub keep: Option<NonZeroUsize>,
}

/// `ingest restore`
#[derive(Debug, Args)]
pub struct RestoreArguments {
    /// The folder of one backup, such as /var/backups/tajmeea/tajmeea-20261123T021500.000Z.
    #[arg(value_name = "DIR")]
    pub backup: PathBuf,
    /// Only verify the backup's files by their checksums; no database is needed.
    #[arg(long)]
    pub check: bool,
    /// Number of tables copied and indexes built at once. More than one is faster, but a failed restore then leaves a part
    /// of the data behind, and the database must be dropped.
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
}
