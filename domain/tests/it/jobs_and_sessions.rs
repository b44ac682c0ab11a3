use domain::{
    model::{Email, JobId, UserId},
    store::{
        jobs::{self, JobDecisionError, JobDraft, JobState},
        sessions,
        users::{self, Role},
    },
};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

use super::fixtures::commit;

fn draft(key: Option<&str>) -> JobDraft<'_> {
    JobDraft {
        kind: "crawl_retailer",
        payload: serde_json::json!({"retailer": "north"}),
        dedup_key: key,
        run_at: OffsetDateTime::now_utc() - Duration::minutes(1),
        max_attempts: 2,
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn job_is_queued_once_and_claimed_once(db: PgPool) {
    let id = jobs::enqueue(&db, &draft(Some("crawl:north"))).await.unwrap().unwrap();
    assert_eq!(jobs::enqueue(&db, &draft(Some("crawl:north"))).await.unwrap(), None);
    let lease = Duration::minutes(1);
    let (one, other) = tokio::join!(jobs::claim(&db, None, "w1", lease), jobs::claim(&db, None, "w2", lease));
    let taken: Vec<_> = [one.unwrap(), other.unwrap()].into_iter().flatten().collect();
    assert_eq!(taken.iter().map(|job| job.id).collect::<Vec<_>>(), [id]);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn expired_lease_passes_the_job_to_another_worker(db: PgPool) {
    let id = jobs::enqueue(&db, &draft(None)).await.unwrap().unwrap();
    jobs::claim(&db, None, "dead", Duration::seconds(-1)).await.unwrap().unwrap();
    let job = jobs::claim(&db, None, "alive", Duration::minutes(1)).await.unwrap().unwrap();
    assert_eq!((job.id, job.attempts), (id, 2));
    assert!(!jobs::heartbeat(&db, id, "dead", Duration::minutes(1)).await.unwrap());
    assert!(!jobs::finish(&db, id, "dead", &serde_json::json!({})).await.unwrap());
    assert!(jobs::finish(&db, id, "alive", &serde_json::json!({"offers": 3})).await.unwrap());
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn unacknowledged_claim_is_released(db: PgPool) {
    let id = jobs::enqueue(&db, &draft(None)).await.unwrap().unwrap();
    jobs::claim(&db, None, "w", Duration::minutes(1)).await.unwrap().unwrap();
    jobs::release(&db, None, "another").await.unwrap();
    assert!(jobs::claim(&db, None, "another", Duration::minutes(1)).await.unwrap().is_none());
    jobs::release(&db, None, "w").await.unwrap();
    let again = jobs::claim(&db, None, "another", Duration::minutes(1)).await.unwrap().unwrap();
    assert_eq!((again.id, again.attempts), (id, 1), "one attempt, claimed twice");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn repeatedly_failing_job_is_parked_with_its_error(db: PgPool) {
    let id = jobs::enqueue(&db, &draft(None)).await.unwrap().unwrap();
    for state in [JobState::Queued, JobState::Parked] {
        jobs::claim(&db, None, "w", Duration::minutes(1)).await.unwrap().unwrap();
        jobs::fail(&db, id, "w", "the shop is down", OffsetDateTime::now_utc() - Duration::SECOND)
            .await
            .unwrap();
        let listed = jobs::list(&db, Some(state), 10).await.unwrap();
        assert_eq!(listed[0].last_error.as_deref(), Some("the shop is down"));
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn operator_cancels_and_retries_a_running_job(db: PgPool) {
    let id = jobs::enqueue(&db, &draft(Some("crawl:north"))).await.unwrap().unwrap();
    jobs::claim(&db, None, "w", Duration::minutes(1)).await.unwrap().unwrap();
    let mut tx = db.begin().await.unwrap();
    let refused = jobs::retry(&mut tx, id).await.unwrap_err().to_string();
    assert!(refused.contains("is running"), "{refused}");
    jobs::cancel(&mut tx, id).await.unwrap();
    tx.commit().await.unwrap();
    assert!(!jobs::heartbeat(&db, id, "w", Duration::minutes(1)).await.unwrap(), "the worker learns of it");

    let mut tx = db.begin().await.unwrap();
    assert!(matches!(jobs::cancel(&mut tx, id).await, Err(JobDecisionError::WrongState { .. })));
    jobs::retry(&mut tx, id).await.unwrap();
    tx.commit().await.unwrap();
    let found = jobs::find(&db, id).await.unwrap().unwrap();
    assert_eq!((found.state, found.attempts), (JobState::Queued, 0));
    let mut tx = db.begin().await.unwrap();
    let nobody = JobId::random();
    assert!(matches!(jobs::cancel(&mut tx, nobody).await, Err(JobDecisionError::NoJob(id)) if id == nobody));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn cancelled_job_does_not_block_the_next_one(db: PgPool) {
    let first = jobs::enqueue(&db, &draft(Some("crawl:north"))).await.unwrap().unwrap();
    commit(&db, async |tx| jobs::cancel(tx, first).await).await.unwrap();
    assert!(jobs::enqueue(&db, &draft(Some("crawl:north"))).await.unwrap().is_some());
    let mut tx = db.begin().await.unwrap();
    assert!(matches!(jobs::retry(&mut tx, first).await, Err(JobDecisionError::AlreadyQueued(_))));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn email_has_one_account_regardless_of_case(db: PgPool) {
    let typed = ["Admin@Example.com", "admin@example.COM ", "ADMIN@example.com"];
    let [first, second, third] = typed.map(|email| email.parse::<Email>().unwrap());
    let id: UserId = users::insert(&db, &first, "Admin", "hash", Role::Admin, true).await.unwrap().unwrap();
    assert_eq!(users::insert(&db, &second, "Admin", "hash", Role::Admin, true).await.unwrap(), None);
    let found = users::find_by_email(&db, &third).await.unwrap().unwrap();
    assert_eq!((found.id, found.role), (id, Role::Admin));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn session_is_valid_until_it_expires_or_is_ended(db: PgPool) {
    let email: Email = "a@example.com".parse().unwrap();
    let user = users::insert(&db, &email, "A", "hash", Role::User, false).await.unwrap().unwrap();
    let id = sessions::insert(&db, user, b"token", Some("Firefox"), Some("192.0.2.0/24")).await.unwrap();
    assert_eq!(sessions::find(&db, b"token").await.unwrap().unwrap().user_id, user);
    assert!(sessions::find(&db, b"other").await.unwrap().is_none());
    sessions::delete(&db, id).await.unwrap();
    assert!(sessions::find(&db, b"token").await.unwrap().is_none());
    let id = sessions::insert(&db, user, b"old", None, None).await.unwrap();
    let age = "update session set created_at = created_at - interval '170 days',
               expires_at = now() - interval '1 second'";
    sqlx::query(age).execute(&db).await.unwrap();
    assert!(sessions::find(&db, b"old").await.unwrap().is_none());
    // Use extends the session, but not beyond 180 days after its creation.
    sessions::touch(&db, id).await.unwrap();
    assert!(sessions::find(&db, b"old").await.unwrap().is_some());
    let left = "select expires_at < now() + interval '11 days' from session";
    assert!(sqlx::query_scalar::<_, bool>(left).fetch_one(&db).await.unwrap());
}
