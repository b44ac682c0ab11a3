//! How long an answer takes says nothing about who has an account.

use std::time::{Duration, Instant};

use domain::store::users::Role;
use serde_json::json;
use sqlx::PgPool;

use crate::{
    app::TestApp,
    people::{Browser, account},
};

/// As many as the limits let one address try at once.
const TRIES: usize = 10;

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// How far the middle half of the times lies apart: what the machine itself makes of the same work.
fn spread(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() * 3 / 4] - times[times.len() / 4]
}

/// How often the comparison may be spoiled by what else the machine does; a real difference shows every time.
const ROUNDS: usize = 3;

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_wrong_address_costs_the_same_time_as_a_wrong_password(db: PgPool) {
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

/// How long wrong passwords take, address by address.
async fn compare(app: &TestApp, emails: &[String; 2]) -> [Vec<Duration>; 2] {
    let mut browser = Browser::new(app);
    let mut times = [Vec::new(), Vec::new()];
    // In turns, so that whatever else the machine does falls on both; and in changing order, because threads that hash take
    // turns as well, and one of them may be slower: memory is new to it every time where the other has kept it.
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
    // One row each, and nothing else anywhere: what differs happens when the mails are sent.
    let mails: i64 = sqlx::query_scalar("select count(*) from mail").fetch_one(&db).await.unwrap();
    let tokens: i64 = sqlx::query_scalar("select count(*) from one_time_token").fetch_one(&db).await.unwrap();
    assert_eq!((mails, tokens), (2, 0));
}
