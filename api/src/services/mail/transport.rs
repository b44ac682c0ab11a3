use std::{
    fs::Permissions,
    io::ErrorKind,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use anyhow::Context;
use domain::config;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::{
    fs::{DirBuilder, OpenOptions},
    io::AsyncWriteExt,
};
use uuid::Uuid;

/// Transport of outgoing mails.
pub(super) enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    /// Writes .eml files to this folder; any mail program opens them.
    Files(PathBuf),
}

impl Transport {
    /// Creates an SMTP transport if one is configured, else files under the data folder.
    ///
    /// # Errors
    /// When the SMTP address cannot be read.
    pub(super) fn new(config: &config::Mail, data: &Path) -> anyhow::Result<Self> {
        if config.smtp_url.is_empty() {
            return Ok(Self::Files(data.join("mails")));
        }
        // The error does not repeat the address, which may hold a password.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.smtp_url)
            .map_err(|error| anyhow::anyhow!("mail.smtp_url is invalid: {error}"))?;
        Ok(Self::Smtp(transport.build()))
    }

    /// Sends a mail. A repetition has the same file name, or by SMTP the same message id, by which many mail programs show
    /// the mail once.
    ///
    /// # Errors
    /// When the mail was not delivered; the caller may try again.
    pub(super) async fn send(&self, id: Uuid, message: Message) -> anyhow::Result<()> {
        match self {
            Self::Smtp(transport) => {
                transport.send(message).await.context("the mail server did not accept the mail")?;
            }
            Self::Files(folder) => write(folder, id, &message.formatted()).await?,
        }
        Ok(())
    }
}

/// Writes a mail that only the process' own user can read: it may hold a password-reset link.
async fn write(folder: &Path, id: Uuid, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(format!("{id}.eml"));
    let fresh = folder.join(format!("{id}.new"));
    let written = async {
        make_private(folder).await?;
        let mut file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&fresh).await?;
        file.write_all(bytes).await?;
        file.flush().await?;
        tokio::fs::rename(&fresh, &path).await
    };
    written.await.with_context(|| format!("cannot write {}", path.display()))
}

/// Creates the folder with mode 0700, or sets that mode on a folder that an earlier version made.
async fn make_private(folder: &Path) -> std::io::Result<()> {
    if let Some(data) = folder.parent() {
        tokio::fs::create_dir_all(data).await?;
    }
    match DirBuilder::new().mode(0o700).create(folder).await {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            tokio::fs::set_permissions(folder, Permissions::from_mode(0o700)).await
        }
        made => made,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[tokio::test]
    async fn mail_files_are_readable_by_the_owner_only() {
        let data = tempfile::tempdir().unwrap();
        let folder = data.path().join("deeper").join("mails");
        write(&folder, Uuid::nil(), b"one").await.unwrap();
        let mail = folder.join(format!("{}.eml", Uuid::nil()));
        assert_eq!((mode(&folder), mode(&mail)), (0o700, 0o600));
        // A folder of an earlier version is closed as well.
        std::fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        write(&folder, Uuid::nil(), b"two").await.unwrap();
        assert_eq!((mode(&folder), mode(&mail)), (0o700, 0o600));
        assert_eq!(std::fs::read(mail).unwrap(), b"two");
    }
}
