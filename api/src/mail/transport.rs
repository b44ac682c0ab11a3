use std::path::{Path, PathBuf};

use anyhow::Context;
use domain::config;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use uuid::Uuid;

/// How mails leave.
pub(super) enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    /// As .eml files in this folder, which any mail program opens.
    Files(PathBuf),
}

impl Transport {
    /// SMTP when it is configured, else files under the data folder.
    ///
    /// # Errors
    /// When the SMTP address cannot be read.
    pub(super) fn new(config: &config::Mail, data: &Path) -> anyhow::Result<Self> {
        if config.smtp_url.is_empty() {
            return Ok(Self::Files(data.join("mails")));
        }
        // The address may hold a password: it is not repeated.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.smtp_url)
            .map_err(|error| anyhow::anyhow!("mail.smtp_url cannot be read: {error}"))?;
        Ok(Self::Smtp(transport.build()))
    }

    /// Sends a mail. Sent twice it arrives as one: a file of the same name, or a message of the same id.
    ///
    /// # Errors
    /// When it did not leave; it may be tried again.
    pub(super) async fn send(&self, id: Uuid, message: Message) -> anyhow::Result<()> {
        match self {
            Self::Smtp(transport) => {
                transport.send(message).await.context("the mail server did not take it")?;
            }
            Self::Files(folder) => write(folder, id, &message.formatted()).await?,
        }
        Ok(())
    }
}

async fn write(folder: &Path, id: Uuid, bytes: &[u8]) -> anyhow::Result<()> {
    let path = folder.join(format!("{id}.eml"));
    let fresh = folder.join(format!("{id}.new"));
    let written = async {
        tokio::fs::create_dir_all(folder).await?;
        tokio::fs::write(&fresh, bytes).await?;
        tokio::fs::rename(&fresh, &path).await
    };
    written.await.with_context(|| format!("{} cannot be written", path.display()))
}
