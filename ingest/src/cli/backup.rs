use std::{num::NonZeroUsize, path::PathBuf};

use clap::Args;

/// `ingest backup`
#[derive(Debug, Args)]
pub struct BackupArguments {
    /// The folder of all backups; each becomes a folder in it, named by its time.
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Afterwards keep this many complete backups, and remove the older ones.
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
    /// Copy so many tables, and build so many indexes, at once. More than one is faster, but where it fails it leaves a part
    /// in the database, which must be dropped then.
    #[arg(long, value_name = "N", default_value = "1")]
    pub jobs: NonZeroUsize,
}
