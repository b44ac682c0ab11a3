//! A mailbox for tests: the real sender, writing real .eml files.

use std::collections::BTreeSet;

use api::services::mail::MailSender;
use domain::config::{Config, Mail};
use mail_parser::MessageParser;
use sqlx::PgPool;
use std::sync::Mutex;
use tempfile::TempDir;
use tokio::sync::watch;

use crate::logs;

const PUBLIC_URL: &str = "https://tajmeea.example";

pub(crate) struct Mailbox {
    sender: MailSender,
    data: TempDir,
    read: Mutex<BTreeSet<String>>,
}

/// A received mail.
#[derive(Debug)]
pub(crate) struct Received {
    pub(crate) to: String,
    pub(crate) subject: String,
    pub(crate) text: String,
    pub(crate) html: String,
    /// The headers of one-click unsubscription, in this order: `List-Unsubscribe`, `List-Unsubscribe-Post`.
    pub(crate) unsubscribe: [Option<String>; 2],
}

impl Mailbox {
    pub(crate) fn new(db: &PgPool) -> Self {
        Self::with_smtp(db, "")
    }

    pub(crate) fn with_smtp(db: &PgPool, smtp_url: &str) -> Self {
        Self::with_config(db, Mail { smtp_url: smtp_url.to_owned(), ..Config::load().unwrap().mail })
    }

    pub(crate) fn with_config(db: &PgPool, config: Mail) -> Self {
        logs::watch();
        let data = tempfile::tempdir().unwrap();
        let sender = MailSender::new(db.clone(), &config, data.path(), PUBLIC_URL).unwrap();
        Self { sender, data, read: Mutex::default() }
    }

    pub(crate) async fn send_due(&self) {
        self.sender.fire_alerts().await.unwrap();
        while self.sender.send_mails().await.unwrap() {}
    }

    /// Runs the sender as a server does, until told to stop.
    pub(crate) async fn run(self, stopping: watch::Receiver<bool>) {
        self.sender.run(stopping).await;
    }

    /// Sends the mails that are due, and returns those that arrived since the last call.
    pub(crate) async fn deliver(&self) -> Vec<Received> {
        self.send_due().await;
        let Ok(files) = std::fs::read_dir(self.data.path().join("mails")) else { return Vec::new() };
        let mut read = self.read.lock().unwrap();
        let fresh = files.map(|file| file.unwrap().path());
        fresh
            .filter(|path| read.insert(path.display().to_string()))
            .map(|path| Received::read(&std::fs::read(path).unwrap()))
            .collect()
    }
}

impl Received {
    fn read(bytes: &[u8]) -> Self {
        let message = MessageParser::default().parse(bytes).unwrap();
        let to = message.to().unwrap().first().unwrap().address().unwrap().to_owned();
        Self {
            to,
            subject: message.subject().unwrap().to_owned(),
            text: message.body_text(0).unwrap().into_owned(),
            html: message.body_html(0).unwrap().into_owned(),
            unsubscribe: ["List-Unsubscribe", "List-Unsubscribe-Post"]
                .map(|name| message.header_raw(name).map(|value| value.trim().to_owned())),
        }
    }

    /// Returns the token of the link to a page.
    pub(crate) fn token(&self, page: &str) -> String {
        let link = format!("{PUBLIC_URL}{page}?token=");
        let rest = self.text.split_once(&link).unwrap_or_else(|| panic!("no {link} in {}", self.text)).1;
        let token = rest.split_whitespace().next().unwrap().to_owned();
        logs::secret(&token);
        token
    }
}
