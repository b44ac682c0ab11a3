//! A configurable mail server on loopback, and the retries of mails that it does not accept.

use std::{
    num::NonZeroU32,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use domain::{
    config::{Config, Mail},
    store::{mails, users::Role},
};
use mail_parser::MessageParser;
use serde_json::json;
use sqlx::PgPool;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::{
    app::TestApp,
    browsers::{Browser, account},
    fixtures::execute,
    mailbox::Mailbox,
};

/// Behaviour of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ServerBehaviour {
    Takes,
    /// Closes every connection.
    HangsUp,
    /// Answers that it cannot accept mails now, and names the recipient as servers do.
    Defers,
    /// Accepts the mail, and closes the connection before it confirms.
    TakesAndDies,
    /// Accepts mails, but stops answering after a recipient whose name begins with "silent".
    FallsSilent,
}

/// A minimal mail server.
struct MailServer {
    url: String,
    mood: Arc<Mutex<ServerBehaviour>>,
    taken: Arc<Mutex<Vec<String>>>,
}

impl MailServer {
    async fn open(mood: ServerBehaviour) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let server = Self { url, mood: Arc::new(Mutex::new(mood)), taken: Arc::default() };
        let (mood, taken) = (server.mood.clone(), server.taken.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let mood = *mood.lock().unwrap();
                let taken = taken.clone();
                // A client that hangs up ends only its own connection.
                tokio::spawn(async move {
                    let _ = serve_connection(stream, mood, &taken).await;
                });
            }
        });
        server
    }

    fn set_behaviour(&self, mood: ServerBehaviour) {
        *self.mood.lock().unwrap() = mood;
    }

    /// Returns the ids of the accepted messages, in order.
    fn ids(&self) -> Vec<String> {
        let taken = self.taken.lock().unwrap();
        let id = |text: &String| {
            MessageParser::default().parse(text.as_bytes()).unwrap().message_id().unwrap().to_owned()
        };
        taken.iter().map(id).collect()
    }
}

async fn serve_connection(
    stream: TcpStream,
    mood: ServerBehaviour,
    taken: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    if mood == ServerBehaviour::HangsUp {
        return Ok(());
    }
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 mail.example ready\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let answer = match line.split(' ').next().unwrap_or_default().to_uppercase().as_str() {
            "EHLO" | "HELO" => "250 mail.example\r\n".to_owned(),
            "RCPT" if mood == ServerBehaviour::Defers => {
                let receiver = line.split_once("TO:").map_or("", |(_, receiver)| receiver);
                format!("451 4.3.0 {receiver}: try again later\r\n")
            }
            "RCPT" if mood == ServerBehaviour::FallsSilent && line.contains("<silent") => {
                // Reads on without answering, so that the connection stays open.
                while lines.next_line().await?.is_some() {}
                return Ok(());
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let mut message = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    message.push_str(&line);
                    message.push_str("\r\n");
                }
                taken.lock().unwrap().push(message);
                if mood == ServerBehaviour::TakesAndDies {
                    return Ok(());
                }
                "250 taken\r\n".to_owned()
            }
            "QUIT" => return write.write_all(b"221 bye\r\n").await,
            _ => "250 fine\r\n".to_owned(),
        };
        write.write_all(answer.as_bytes()).await?;
    }
    Ok(())
}

/// Requests a reset link, which inserts a mail.
async fn ask_for_a_mail(app: &TestApp) {
    let body = json!({ "email": "sara@example.com" });
    assert_eq!(Browser::new(app).post("/api/auth/forgot-password", body).await.status.as_u16(), 200);
}

async fn make_due(db: &PgPool) {
    execute(db, "update mail set due_at = now() where sent_at is null").await;
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mails_wait_while_the_server_is_down(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let server = MailServer::open(ServerBehaviour::HangsUp).await;
    let mailbox = Mailbox::with_smtp(&db, &server.url);
    ask_for_a_mail(&app).await;
    ask_for_a_mail(&app).await;
    let mut pauses = Vec::new();
    for mood in [ServerBehaviour::HangsUp, ServerBehaviour::Defers, ServerBehaviour::Defers] {
        server.set_behaviour(mood);
        make_due(&db).await;
        mailbox.send_due().await;
        let pause: f64 =
            sqlx::query_scalar("select extract(epoch from max(due_at) - now())::float8 from mail")
                .fetch_one(&db)
                .await
                .unwrap();
        pauses.push(pause);
        let told = mails::count_waiting(&db).await.unwrap();
        assert_eq!((told.waiting, told.failing), (2, 2), "{mood:?}");
        assert!(told.failing_since.is_some());
        let error = told.last_error.unwrap();
        assert!(!error.contains("sara@"), "{error}");
        assert!(mood != ServerBehaviour::Defers || error.contains("(address)"), "{error}");
    }
    // Each pause is twice the one before.
    assert!(
        pauses.iter().zip([30.0, 60.0, 120.0]).all(|(pause, wanted)| (pause - wanted).abs() < 10.0),
        "{pauses:?}"
    );
    // No connection is made before the mail is due.
    server.set_behaviour(ServerBehaviour::Takes);
    mailbox.send_due().await;
    assert!(server.ids().is_empty());
    make_due(&db).await;
    mailbox.send_due().await;
    make_due(&db).await;
    mailbox.send_due().await;
    assert_eq!(server.ids().len(), 2);
    let told = mails::count_waiting(&db).await.unwrap();
    assert_eq!((told.waiting, told.failing, told.last_error), (0, 0, None));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unacknowledged_mail_is_resent_with_the_same_id(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let server = MailServer::open(ServerBehaviour::TakesAndDies).await;
    let mailbox = Mailbox::with_smtp(&db, &server.url);
    ask_for_a_mail(&app).await;
    mailbox.send_due().await;
    server.set_behaviour(ServerBehaviour::Takes);
    make_due(&db).await;
    mailbox.send_due().await;
    let ids = server.ids();
    assert_eq!(ids.len(), 2);
    assert_eq!(ids[0], ids[1], "receivers keep one of the two");
}

/// A sender was killed while it held a mail: another sender takes the mail over when the lease has expired.
#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mail_lease_of_a_killed_sender_passes_to_one_other(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let server = MailServer::open(ServerBehaviour::Takes).await;
    ask_for_a_mail(&app).await;
    let claimed = mails::claim(&db, 10, time::Duration::minutes(5)).await.unwrap();
    assert_eq!(claimed.len(), 1);
    let [one, other] = [Mailbox::with_smtp(&db, &server.url), Mailbox::with_smtp(&db, &server.url)];
    tokio::join!(one.send_due(), other.send_due());
    assert!(server.ids().is_empty(), "it is in somebody's hand");
    make_due(&db).await;
    tokio::join!(one.send_due(), other.send_due());
    assert_eq!(server.ids().len(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn silent_mail_server_delays_one_mail_until_its_timeout(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mut browser = Browser::new(&app);
    for name in ["silent", "noor", "sara"] {
        let email = format!("{name}@example.com");
        account(&db, &email, name, Role::User).await;
        let asked = browser.post("/api/auth/forgot-password", json!({ "email": email })).await;
        assert_eq!(asked.status.as_u16(), 200);
    }
    let server = MailServer::open(ServerBehaviour::FallsSilent).await;
    let config = Mail {
        smtp_url: server.url.clone(),
        max_seconds: NonZeroU32::new(5).unwrap(),
        ..Config::load().unwrap().mail
    };
    let mailbox = Mailbox::with_config(&db, config);
    let (_, took) = tokio::join!(mailbox.send_due(), async {
        let started = Instant::now();
        while server.ids().len() < 2 {
            assert!(started.elapsed() < Duration::from_secs(60), "the others wait for the silent one");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        started.elapsed()
    });
    assert!(took < Duration::from_secs(5), "{took:?}: sent only after the silent one was given up");
    let waiting = mails::count_waiting(&db).await.unwrap();
    assert_eq!((waiting.waiting, waiting.failing), (1, 1));
    assert!(waiting.last_error.unwrap().contains("within 5 s"));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn waiting_mails_are_counted_while_the_server_is_silent(db: PgPool) {
    account(&db, "silent@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let body = json!({ "email": "silent@example.com" });
    Browser::new(&app).post("/api/auth/forgot-password", body).await;
    let server = MailServer::open(ServerBehaviour::FallsSilent).await;
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    let _local = metrics::set_default_local_recorder(&recorder);
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let running = Mailbox::with_smtp(&db, &server.url).run(stopping);
    let counted = async {
        let started = Instant::now();
        while !handle.render().contains("mails_waiting 1") {
            assert!(started.elapsed() < Duration::from_secs(20), "{}", handle.render());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        // Also ends the wait for the server, so that the test need not wait for the time limit.
        drop(stop);
    };
    tokio::select! {
        () = running => panic!("the sender ended before it was told to"),
        () = counted => {}
    }
}
