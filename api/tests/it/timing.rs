//! Response times do not tell who has an account.

use std::time::{Duration, Instant};

use domain::store::users::Role;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    browsers::{Browser, account},
};

/// Number of attempts that the limits allow one address at once.
const TRIES: usize = 10;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Returns the interquartile range of the times: the variation that the machine itself causes.
fn spread(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() * 3 / 4] - times[times.len() / 4]
}

/// Number of rounds: other work of the machine may spoil one, but a real difference shows in every round.
const ROUNDS: usize = 3;

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unknown_email_takes_the_same_time_as_a_wrong_password(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    let mut told = Vec::new();
    for round in 0..ROUNDS {
        let emails = [format!("sara{round}@example.com"), format!("nobody{round}@example.com")];
        account(&db, &emails[0], "Sara", Role::User).await;
        let [known, unknown] = compare(&app, &emails).await;
        let noise = spread(known.clone()).max(spread(unknown.clone())).max(Duration::from_millis(5));
        let (known, unknown) = (median(known), median(unknown));
        if known.abs_diff(unknown) <= noise {
            return;
        }
        told.push(format!("{known:?} and {unknown:?}, with noise of {noise:?}"));
    }
    panic!("{told:#?}");
}

/// Measures wrong passwords by address.
async fn compare(app: &TestApp, emails: &[String; 2]) -> [Vec<Duration>; 2] {
    let mut browser = Browser::new(app);
    let mut times = [Vec::new(), Vec::new()];
    // The addresses alternate, so that other work of the machine affects both. Their order changes as well, because
    // hashing threads also alternate, and one of them may be slower: a thread without the memory of its last run gets
    // fresh memory each time.
    for attempt in 0..TRIES {
        let mut pairs = [(&emails[0], 0), (&emails[1], 1)];
        pairs.rotate_left(attempt % 2);
        for (email, address) in pairs {
            let started = Instant::now();
            assert_eq!(browser.sign_in(email, "not the password").await.status, 401);
            times[address].push(started.elapsed());
        }
    }
    times
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn reset_request_takes_equal_work_for_every_address(db: PgPool) {
    account(&db, "sara@example.com", "Sara", Role::User).await;
    let app = TestApp::new(db.clone()).await;
    let mut browser = Browser::new(&app);
    for email in ["sara@example.com", "nobody@example.com"] {
        assert_eq!(browser.post("/api/auth/forgot-password", json!({ "email": email })).await.status, 200);
    }
    // One row per request and no other change: differences arise only when the mails are sent.
    let mails: i64 = sqlx::query_scalar("select count(*) from mail").fetch_one(&db).await.unwrap();
    let tokens: i64 = sqlx::query_scalar("select count(*) from one_time_token").fetch_one(&db).await.unwrap();
    assert_eq!((mails, tokens), (2, 0));
}
