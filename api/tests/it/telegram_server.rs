//! A server on loopback that speaks Telegram's Bot API, as far as a bot of price alerts needs it.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{StatusCode, Uri},
    response::{IntoResponse, Response},
};
use domain::config;
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

use crate::logs;

pub(crate) const BOT_TOKEN: &str = "4242:a-token-that-no-log-may-contain";
/// Timeout of a wait for a message of the bot.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Behaviour of the server towards messages of the bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    Takes,
    /// Asks for a pause of so many seconds, until it has passed.
    WantsPause(u64),
    /// Its users have blocked the bot.
    Blocked,
    /// Answers nothing, to any call.
    Hangs,
}

/// A message that the bot sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) chat_id: i64,
    pub(crate) text: String,
}

/// A Bot API with one bot.
pub(crate) struct TelegramServer {
    pub(crate) address: String,
    world: Arc<World>,
    serving: JoinHandle<()>,
}

struct World {
    state: Mutex<ServerState>,
    /// Number of updates: those who wait for one look again.
    written: watch::Sender<i64>,
}

#[derive(Default)]
struct ServerState {
    mood: Option<Mood>,
    updates: Vec<Value>,
    sent: Vec<Sent>,
    /// Calls of `sendMessage`, with those that were refused.
    send_calls: usize,
    pause_ends: Option<Instant>,
    /// Questions for updates that are open now, and the most that were open at once.
    polls: usize,
    most_polls: usize,
    /// First segment of the address of the last such question: which process asked.
    last_poller: String,
}

impl TelegramServer {
    pub(crate) async fn open() -> Self {
        logs::secret(BOT_TOKEN);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let world = Arc::new(World { state: Mutex::default(), written: watch::channel(0).0 });
        let routes = Router::new().fallback(answer).with_state(Arc::clone(&world));
        let serving = tokio::spawn(async move {
            let _ = axum::serve(listener, routes).await;
        });
        Self { address, world, serving }
    }

    /// Returns the settings of an api process that uses this server; the name tells the processes apart.
    pub(crate) fn settings(&self, process: &str) -> config::Telegram {
        config::Telegram {
            bot_token: Some(BOT_TOKEN.to_owned()),
            api_address: format!("{}/{process}", self.address),
        }
    }

    pub(crate) fn set_mood(&self, mood: Mood) {
        let mut state = self.world.state.lock().unwrap();
        (state.mood, state.pause_ends) = (Some(mood), None);
    }

    /// Writes to the bot, as a person with an English Telegram does.
    pub(crate) fn write(&self, chat_id: i64, text: &str) {
        self.write_in(chat_id, "en", text);
    }

    pub(crate) fn write_in(&self, chat_id: i64, language: &str, text: &str) {
        let mut state = self.world.state.lock().unwrap();
        let id = state.updates.len() as i64 + 1000;
        let message = json!({
            "message_id": id, "date": 1, "text": text, "chat": { "id": chat_id, "type": "private" },
            "from": { "id": chat_id, "is_bot": false, "first_name": "A", "language_code": language },
        });
        state.updates.push(json!({ "update_id": id, "message": message }));
        drop(state);
        self.world.written.send_modify(|count| *count += 1);
    }

    /// Returns the messages that the bot has sent.
    pub(crate) fn sent(&self) -> Vec<Sent> {
        self.world.state.lock().unwrap().sent.clone()
    }

    pub(crate) fn send_calls(&self) -> usize {
        self.world.state.lock().unwrap().send_calls
    }

    /// Returns the most questions for updates that were open at once.
    pub(crate) fn most_polls(&self) -> usize {
        self.world.state.lock().unwrap().most_polls
    }

    pub(crate) fn last_poller(&self) -> String {
        self.world.state.lock().unwrap().last_poller.clone()
    }

    /// Waits until the bot has sent so many messages; returns the last one.
    pub(crate) async fn wait_for(&self, count: usize) -> Sent {
        let started = Instant::now();
        loop {
            let sent = self.sent();
            if sent.len() >= count {
                assert_eq!(sent.len(), count, "{sent:?}");
                return sent[count - 1].clone();
            }
            assert!(started.elapsed() < MAX_WAIT, "the bot has only sent {sent:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

impl Drop for TelegramServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// A question for updates that is open, until it is dropped.
struct OpenPoll(Arc<World>);

impl Drop for OpenPoll {
    fn drop(&mut self) {
        self.0.state.lock().unwrap().polls -= 1;
    }
}

async fn answer(State(world): State<Arc<World>>, uri: Uri, body: Bytes) -> Response {
    let mut path = uri.path().split('/').skip(1);
    let (process, bot, method) = (path.next().unwrap(), path.next().unwrap(), path.next().unwrap());
    if bot != format!("bot{BOT_TOKEN}") {
        return refuse(401, "Unauthorized", json!({}));
    }
    let question: Value = serde_json::from_slice(&body).unwrap();
    if mood(&world) == Mood::Hangs {
        std::future::pending::<()>().await;
    }
    match method {
        "getMe" => accept(&json!({ "id": 4242, "is_bot": true, "username": "tajmeea_test_bot" })),
        "getUpdates" => accept(&json!(poll(world, process, &question).await)),
        "sendMessage" => send(&world, &question),
        _ => refuse(404, "Not Found", json!({})),
    }
}

/// Holds the question open until there are updates, as Telegram does.
async fn poll(world: Arc<World>, process: &str, question: &Value) -> Vec<Value> {
    {
        let mut state = world.state.lock().unwrap();
        process.clone_into(&mut state.last_poller);
        state.polls += 1;
        state.most_polls = state.most_polls.max(state.polls);
    }
    let open = OpenPoll(Arc::clone(&world));
    let mut written = world.written.subscribe();
    let max_wait = Duration::from_secs(question["timeout"].as_u64().unwrap());
    let ends = tokio::time::Instant::now() + max_wait;
    loop {
        written.borrow_and_update();
        let offset = question["offset"].as_i64();
        let updates = take_updates(&world, offset);
        if !updates.is_empty() || tokio::time::timeout_at(ends, written.changed()).await.is_err() {
            drop(open);
            return updates;
        }
    }
}

/// Forgets what came before the offset, which confirms it, and returns the rest.
fn take_updates(world: &World, offset: Option<i64>) -> Vec<Value> {
    let mut state = world.state.lock().unwrap();
    // The places stay: they number the updates.
    for update in &mut state.updates {
        if offset.is_some_and(|offset| update["update_id"].as_i64().unwrap() < offset) {
            update["confirmed"] = true.into();
        }
    }
    state.updates.iter().filter(|update| update["confirmed"].is_null()).cloned().collect()
}

fn send(world: &World, question: &Value) -> Response {
    let mut state = world.state.lock().unwrap();
    state.send_calls += 1;
    match state.mood.unwrap_or(Mood::Takes) {
        Mood::Blocked => return refuse(403, "Forbidden: bot was blocked by the user", json!({})),
        Mood::WantsPause(seconds) => {
            let now = Instant::now();
            let ends = *state.pause_ends.get_or_insert(now + Duration::from_secs(seconds));
            if now < ends {
                let description = format!("Too Many Requests: retry after {seconds}");
                return refuse(429, &description, json!({ "retry_after": seconds }));
            }
        }
        Mood::Takes | Mood::Hangs => {}
    }
    let text = question["text"].as_str().unwrap().to_owned();
    assert!(question.get("parse_mode").is_none(), "{question}");
    if text.is_empty() || text.encode_utf16().count() > 4096 {
        return refuse(400, "Bad Request: message is too long", json!({}));
    }
    let chat_id = question["chat_id"].as_i64().unwrap();
    state.sent.push(Sent { chat_id, text });
    accept(&json!({ "message_id": state.sent.len(), "chat": { "id": chat_id, "type": "private" } }))
}

fn mood(world: &World) -> Mood {
    world.state.lock().unwrap().mood.unwrap_or(Mood::Takes)
}

fn accept(result: &Value) -> Response {
    json!({ "ok": true, "result": result }).to_string().into_response()
}

fn refuse(code: u16, description: &str, parameters: Value) -> Response {
    let body =
        json!({ "ok": false, "error_code": code, "description": description, "parameters": parameters });
    (StatusCode::from_u16(code).unwrap(), body.to_string()).into_response()
}
