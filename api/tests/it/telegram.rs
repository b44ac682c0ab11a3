//! Chats with the Telegram bot: linked and unlinked by what users write, against a server that speaks the Bot API.

use std::time::{Duration, Instant};

use api::services::telegram::{Telegram, TelegramError, TelegramPoller};
use axum::http::Method;
use domain::{
    config::Config,
    model::UserId,
    store::{
        notification_channels::{self, ChannelKind},
        users::{self, Language, Role, SettingsChange},
    },
};
use serde_json::json;
use sqlx::PgPool;
use tokio::{sync::watch, task::JoinHandle};

use crate::{
    app::TestApp,
    browsers::{Browser, account, signed_in_user},
    fixtures::execute,
    logs,
    telegram_server::{BOT_TOKEN, Mood, TelegramServer},
};

/// Maximum time until another process has taken over.
const MAX_TAKEOVER: Duration = Duration::from_secs(15);

/// A process's part that reads what is written to the bot.
struct Poller {
    stop: watch::Sender<bool>,
    running: JoinHandle<()>,
}

impl Poller {
    fn start(db: &PgPool, telegram: Telegram) -> Self {
        let (stop, stopping) = watch::channel(false);
        let running = tokio::spawn(TelegramPoller::new(db.clone(), telegram).run(stopping));
        Self { stop, running }
    }

    /// Stops as a process does, which takes next to no time.
    async fn stop(self) {
        self.stop.send_replace(true);
        tokio::time::timeout(Duration::from_secs(3), self.running).await.unwrap().unwrap();
    }
}

async fn app(db: &PgPool, server: &TelegramServer) -> TestApp {
    let mut config = Config::load().unwrap();
    config.telegram = server.settings("api");
    TestApp::with_config(db.clone(), &config).await
}

/// Makes a link as the settings page does, and returns its code.
async fn code(browser: &mut Browser<'_>) -> String {
    let reply = browser.post("/api/user/telegram/link", json!({})).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let url = reply.json()["url"].as_str().unwrap().to_owned();
    let code = url.strip_prefix("https://t.me/tajmeea_test_bot?start=").unwrap();
    assert!((20..=64).contains(&code.len()), "{code}");
    logs::secret(code);
    code.to_owned()
}

/// Returns the ids of the channels that settings list.
async fn channel_ids(browser: &mut Browser<'_>) -> Vec<String> {
    let list = browser.get("/api/user/channels").await.json();
    assert_eq!(list["telegram"], true);
    let channels = list["channels"].as_array().unwrap();
    channels.iter().map(|channel| channel["id"].as_str().unwrap().to_owned()).collect()
}

async fn chats(db: &PgPool, user_id: UserId) -> Vec<i64> {
    let channels = notification_channels::list(db, user_id).await.unwrap();
    let chats = channels.iter().filter(|channel| channel.kind == ChannelKind::Telegram);
    chats.map(|channel| channel.address["chatId"].as_i64().unwrap()).collect()
}

async fn set_language(db: &PgPool, user_id: UserId, language: Language) {
    let change = SettingsChange { language: Some(language), ..SettingsChange::default() };
    users::change_settings(db, user_id, &change).await.unwrap();
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn chat_is_linked_by_a_code_that_works_once(db: PgPool) {
    let server = TelegramServer::open().await;
    let app = app(&db, &server).await;
    let poller = Poller::start(&db, app.telegram.clone());
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    set_language(&db, sara, Language::Ar).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    assert!(channel_ids(&mut browser).await.is_empty());

    let first = code(&mut browser).await;
    server.write(5, &format!("/start {first}"));
    let sent = server.wait_for(1).await;
    assert_eq!(sent.chat_id, 5);
    // In the account's language, whatever that of the person's Telegram is.
    assert!(sent.text.contains("Sara") && sent.text.contains("تنبيهات الأسعار"), "{}", sent.text);
    assert_eq!(channel_ids(&mut browser).await.len(), 1);
    assert_eq!(chats(&db, sara).await, [5]);

    server.write(6, &format!("/start {first}"));
    assert!(server.wait_for(2).await.text.contains("doesn’t work any more"));
    // Telegram delivers a message again when a process dies before it has confirmed it.
    server.write(5, &format!("/start {first}"));
    assert!(server.wait_for(3).await.text.contains("Sara"));
    assert_eq!(chats(&db, sara).await, [5]);

    // A new code moves the link to the chat that sends it.
    let second = code(&mut browser).await;
    server.write(6, &format!("/start {second}"));
    assert!(server.wait_for(4).await.text.contains("Sara"));
    assert_eq!(chats(&db, sara).await, [6]);

    server.write(6, "/stop");
    assert!(server.wait_for(5).await.text.contains("ما راح توصلك"));
    assert!(channel_ids(&mut browser).await.is_empty());
    server.write(6, &format!("/start {second}"));
    assert!(server.wait_for(6).await.text.contains("doesn’t work any more"));
    assert!(chats(&db, sara).await.is_empty());
    poller.stop().await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn expired_replaced_and_orphaned_codes_link_nothing(db: PgPool) {
    let server = TelegramServer::open().await;
    let app = app(&db, &server).await;
    let poller = Poller::start(&db, app.telegram.clone());
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    let replaced = code(&mut browser).await;
    let expired = code(&mut browser).await;
    execute(&db, "update telegram_link_code set expires_at = now() - interval '1 second'").await;
    for (number, (chat_id, text)) in [
        (1, format!("/start {replaced}")),
        (2, format!("/start {expired}")),
        (3, "/start not-a-code".to_owned()),
        (4, format!("/start {}", "A".repeat(43))),
    ]
    .into_iter()
    .enumerate()
    {
        server.write(chat_id, &text);
        let sent = server.wait_for(number + 1).await;
        assert!(sent.chat_id == chat_id && sent.text.contains("doesn’t work any more"), "{sent:?}");
    }
    // With the account goes its code.
    let orphaned = code(&mut browser).await;
    execute(&db, "delete from app_user").await;
    server.write_in(5, "ar", &format!("/start {orphaned}"));
    assert!(server.wait_for(5).await.text.contains("ما يشتغل"));
    assert!(chats(&db, sara).await.is_empty());
    poller.stop().await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn chat_of_another_account_is_not_taken(db: PgPool) {
    let server = TelegramServer::open().await;
    let app = app(&db, &server).await;
    let poller = Poller::start(&db, app.telegram.clone());
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let noor = account(&db, "noor@example.com", "Noor", Role::User).await;
    let mut saras = Browser::signed_in(&app, "sara@example.com").await;
    let mut noors = Browser::signed_in(&app, "noor@example.com").await;
    server.write(5, &format!("/start {}", code(&mut saras).await));
    server.wait_for(1).await;
    let noors_code = code(&mut noors).await;
    server.write(5, &format!("/start {noors_code}"));
    assert!(server.wait_for(2).await.text.contains("another Tajmeea account"));
    assert_eq!((chats(&db, sara).await, chats(&db, noor).await), (vec![5], vec![]));
    server.write(5, "/stop");
    server.wait_for(3).await;
    server.write(5, &format!("/start {noors_code}"));
    assert!(server.wait_for(4).await.text.contains("Noor"));
    assert_eq!((chats(&db, sara).await, chats(&db, noor).await), (vec![], vec![5]));
    // Settings end the link too.
    let id = channel_ids(&mut noors).await.remove(0);
    let path = format!("/api/user/channels/{id}");
    assert_eq!(noors.send(Method::DELETE, &path, None).await.status, 204);
    assert!(chats(&db, noor).await.is_empty());
    poller.stop().await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn answers_to_one_chat_are_limited_and_stop_always_works(db: PgPool) {
    let server = TelegramServer::open().await;
    let app = app(&db, &server).await;
    let poller = Poller::start(&db, app.telegram.clone());
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let mut browser = Browser::signed_in(&app, "sara@example.com").await;
    server.write(5, &format!("/start {}", code(&mut browser).await));
    server.wait_for(1).await;
    for _ in 0..30 {
        server.write(5, "hello?");
    }
    server.write(5, "/stop");
    server.write_in(6, "ar", "هلا");
    // The last one is answered after all before it were read.
    let last = server.wait_for(6).await;
    assert!(last.chat_id == 6 && last.text.contains("هالبوت"), "{last:?}");
    assert!(server.sent()[1..5].iter().all(|sent| sent.chat_id == 5 && sent.text.contains("/stop")));
    assert!(chats(&db, sara).await.is_empty());
    poller.stop().await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn one_of_two_processes_polls_and_the_other_takes_over(db: PgPool) {
    let server = TelegramServer::open().await;
    let start = |name: &str| {
        let telegram = Telegram::new(&server.settings(name));
        (name.to_owned(), Poller::start(&db, telegram))
    };
    let (one, other) = (start("one"), start("other"));
    for number in 1..=5 {
        server.write(number, "hello");
        assert_eq!(server.wait_for(number.unsigned_abs() as usize).await.chat_id, number);
    }
    // Longer than the other process waits before it tries to take the lock.
    tokio::time::sleep(Duration::from_secs(7)).await;
    assert_eq!(server.most_polls(), 1);
    let poller = server.last_poller();
    let (leader, follower) = if one.0 == poller { (one, other) } else { (other, one) };
    leader.1.stop().await;
    server.write(6, "hello");
    let started = Instant::now();
    assert_eq!(server.wait_for(6).await.chat_id, 6);
    assert!(started.elapsed() < MAX_TAKEOVER, "{:?}", started.elapsed());
    assert_eq!(server.last_poller(), follower.0);
    follower.1.stop().await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pauses_that_telegram_asks_for_are_kept(db: PgPool) {
    let server = TelegramServer::open().await;
    let app = app(&db, &server).await;
    server.set_mood(Mood::WantsPause(2));
    let error = app.telegram.send(5, "<b>hello</b> & *you*").await.unwrap_err();
    assert_eq!(error, TelegramError::TooOften(Duration::from_secs(2)));
    let error = app.telegram.send(6, "hello").await.unwrap_err();
    assert!(matches!(error, TelegramError::TooOften(pause) if pause <= Duration::from_secs(2)), "{error}");
    assert_eq!(server.send_calls(), 1);
    tokio::time::sleep(Duration::from_millis(2100)).await;
    app.telegram.send(5, "<b>hello</b> & *you*").await.unwrap();
    // As it was written.
    assert_eq!(server.sent()[0].text, "<b>hello</b> & *you*");
    app.telegram.send(5, &"ك".repeat(5000)).await.unwrap();
    assert_eq!(server.sent()[1].text.encode_utf16().count(), 4096);
    // An answer waits for a short pause.
    server.set_mood(Mood::WantsPause(1));
    let poller = Poller::start(&db, app.telegram.clone());
    server.write(7, "hello");
    assert_eq!(server.wait_for(3).await.chat_id, 7);
    poller.stop().await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn chat_that_blocks_the_bot_is_unlinked(db: PgPool) {
    let server = TelegramServer::open().await;
    let app = app(&db, &server).await;
    let sara = account(&db, "sara@example.com", "Sara", Role::User).await;
    let address = json!({ "chatId": 5 });
    notification_channels::insert(&db, sara, ChannelKind::Telegram, address, Language::En).await.unwrap();
    server.set_mood(Mood::Blocked);
    let error = app.telegram.send(5, "hello").await.unwrap_err();
    assert!(matches!(error, TelegramError::Gone(_)), "{error}");
    // An answer that finds the chat closed ends the link too.
    let poller = Poller::start(&db, app.telegram.clone());
    server.write(5, "hello");
    let started = Instant::now();
    while !chats(&db, sara).await.is_empty() {
        assert!(started.elapsed() < Duration::from_secs(10));
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    poller.stop().await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn server_that_hangs_holds_nothing(db: PgPool) {
    let server = TelegramServer::open().await;
    let app = app(&db, &server).await;
    let mut browser = signed_in_user(&app, &db, "Sara").await;
    server.set_mood(Mood::Hangs);
    let poller = Poller::start(&db, app.telegram.clone());
    let started = Instant::now();
    assert!(channel_ids(&mut browser).await.is_empty());
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    // Sooner than the time limit for a handler.
    let reply = browser.post("/api/user/telegram/link", json!({})).await;
    reply.assert_error(503, "UNAVAILABLE");
    assert!(!reply.text().contains(BOT_TOKEN));
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    assert!(matches!(app.telegram.send(5, "hello").await, Err(TelegramError::Unreachable(_))));
    poller.stop().await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn without_a_bot_the_api_says_so(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mut browser = signed_in_user(&app, &db, "Sara").await;
    assert_eq!(browser.get("/api/user/channels").await.json()["telegram"], false);
    browser.post("/api/user/telegram/link", json!({})).await.assert_error(404, "NOT_FOUND");
    let poller = Poller::start(&db, app.telegram.clone());
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!poller.running.is_finished());
    poller.stop().await;
}
