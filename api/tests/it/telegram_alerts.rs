//! Price alerts that arrive in a chat, through the queue of all channels.

use std::time::Duration;

use api::{http::public_url::PublicUrl, services::channels::ChannelSender};
use domain::{
    config::Config,
    model::UserId,
    store::{
        notification_channels::{self, ChannelKind},
        users::{Language, Role},
    },
};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, account},
    fixtures::{World, execute, offer, store, world},
    mailbox::Mailbox,
    telegram_server::{Mood, TelegramServer},
};

const CHAT: i64 = 5_000_000_123;

/// An api process, its sender of messages, and a user with a chat who watches the Ryzen, whose lowest price is 145.
struct Watching {
    app: TestApp,
    sender: ChannelSender,
    mailbox: Mailbox,
    sara: UserId,
}

impl Watching {
    async fn start(db: &PgPool, world: &World, server: &TelegramServer) -> Self {
        let mut config = Config::load().unwrap();
        config.telegram = server.settings("api");
        let app = TestApp::with_config(db.clone(), &config).await;
        let public_url = PublicUrl::new("https://tajmeea.example");
        let sender = ChannelSender::new(db.clone(), &config.channels, app.telegram.clone(), public_url);
        let sara = account(db, "sara@example.com", "Sara", Role::User).await;
        let mut browser = Browser::signed_in(&app, "sara@example.com").await;
        let alert = json!({ "productId": world.ryzen.id.to_string(), "alertType": "ANY_DROP" });
        assert_eq!(browser.post("/api/user/price-alerts", alert).await.status, 201);
        let address = json!({ "chatId": CHAT });
        notification_channels::insert(db, sara, ChannelKind::Telegram, address, Language::En).await.unwrap();
        Self { app, sender, mailbox: Mailbox::new(db), sara }
    }

    /// Sells the Ryzen for so many fils, fires the alerts and sends what is due.
    async fn sell(&self, db: &PgPool, world: &World, price: i64) {
        store(db, world.alpha, &[offer(&world.ryzen, price)]).await;
        self.mailbox.send_due().await;
        self.sender.send_due().await.unwrap();
    }

    async fn has_chat(&self, db: &PgPool) -> bool {
        !notification_channels::list(db, self.sara).await.unwrap().is_empty()
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_arrives_in_the_chat_once(db: PgPool) {
    let world = world(&db).await;
    let server = TelegramServer::open().await;
    let watching = Watching::start(&db, &world, &server).await;
    watching.sell(&db, &world, 140_000).await;
    let sent = server.wait_for(1).await;
    assert_eq!(sent.chat_id, CHAT);
    let link = format!("\nhttps://tajmeea.example/product/{}", world.ryzen.id);
    assert!(sent.text.ends_with(&link), "{}", sent.text);
    for value in ["AMD Ryzen 7 9800X3D", "KWD 140.000", "KWD 145.000"] {
        assert!(sent.text.contains(value), "{}", sent.text);
    }
    assert_eq!(watching.sender.send_due().await.unwrap(), 0);
    assert_eq!(server.sent().len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_comes_after_the_pause_that_telegram_asks_for(db: PgPool) {
    let world = world(&db).await;
    let server = TelegramServer::open().await;
    let watching = Watching::start(&db, &world, &server).await;
    server.set_mood(Mood::WantsPause(2));
    watching.sell(&db, &world, 140_000).await;
    assert_eq!((server.sent().len(), server.send_calls()), (0, 1));
    let channels = notification_channels::list(&db, watching.sara).await.unwrap();
    assert_eq!((channels[0].failures, channels[0].paused_at), (0, None));
    watching.sender.send_due().await.unwrap();
    assert_eq!(server.send_calls(), 1);
    tokio::time::sleep(Duration::from_millis(2500)).await;
    watching.sender.send_due().await.unwrap();
    assert_eq!((server.sent().len(), server.send_calls()), (1, 2));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn chat_of_a_user_who_blocked_the_bot_is_removed(db: PgPool) {
    let world = world(&db).await;
    let server = TelegramServer::open().await;
    let watching = Watching::start(&db, &world, &server).await;
    server.set_mood(Mood::Blocked);
    watching.sell(&db, &world, 140_000).await;
    assert!(!watching.has_chat(&db).await);
    assert_eq!(watching.sender.send_due().await.unwrap(), 0);
    // Settings say so.
    let mut browser = Browser::signed_in(&watching.app, "sara@example.com").await;
    assert_eq!(browser.get("/api/user/channels").await.json()["channels"], json!([]));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn alert_is_kept_while_telegram_hangs(db: PgPool) {
    let world = world(&db).await;
    let server = TelegramServer::open().await;
    let watching = Watching::start(&db, &world, &server).await;
    server.set_mood(Mood::Hangs);
    watching.sell(&db, &world, 140_000).await;
    assert!(watching.has_chat(&db).await);
    server.set_mood(Mood::Takes);
    execute(&db, "update notification_delivery set due_at = now()").await;
    watching.sender.send_due().await.unwrap();
    assert_eq!(server.wait_for(1).await.chat_id, CHAT);
}
