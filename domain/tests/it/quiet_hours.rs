//! Quiet hours: mails about alerts wait for their end.

use domain::{
    model::UserId,
    store::{
        mails::{self, MailKind},
        users::Role,
    },
};
use serde_json::json;
use sqlx::PgPool;
use time::Duration;

use super::fixtures::insert_user;

const LEASE: Duration = Duration::minutes(5);

/// Checks the end of quiet hours that last at a moment, both in UTC.
async fn check(db: &PgPool, from: &str, until: &str, moment: &str, expected: Option<&str>) {
    let end: Option<String> = sqlx::query_scalar(
        "select to_char(quiet_hours_end($1::timestamptz, $2::time, $3::time) at time zone 'UTC', 'DD HH24:MI')",
    )
    .bind(format!("2026-11-{moment}Z"))
    .bind(from)
    .bind(until)
    .fetch_one(db)
    .await
    .unwrap();
    assert_eq!(end.as_deref(), expected, "{from} to {until} at {moment}");
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn quiet_hours_end_on_the_clock_of_kuwait_also_over_midnight(db: PgPool) {
    for (moment, expected) in [
        ("29 18:59:59", None),
        ("29 19:00:00", Some("30 05:00")),
        ("29 20:59:59", Some("30 05:00")),
        // Midnight in Kuwait.
        ("29 21:00:00", Some("30 05:00")),
        ("30 04:59:59", Some("30 05:00")),
        ("30 05:00:00", None),
    ] {
        check(&db, "22:00", "08:00", moment, expected).await;
    }
    for (moment, expected) in
        [("29 09:59:59", None), ("29 10:00:00", Some("29 12:00")), ("29 12:00:00", None)]
    {
        check(&db, "13:00", "15:00", moment, expected).await;
    }
    for (moment, expected) in
        [("29 19:59:59", None), ("29 20:00:00", Some("29 21:00")), ("29 21:00:00", None)]
    {
        check(&db, "23:00", "00:00", moment, expected).await;
    }
}

/// Sets quiet hours that began an hour ago and end in an hour.
async fn begin_quiet_hours(db: &PgPool, user_id: UserId) {
    sqlx::query(
        "update app_user set quiet_hours = true,
             quiet_from = (now() at time zone 'Asia/Kuwait')::time - interval '1 hour',
             quiet_until = (now() at time zone 'Asia/Kuwait')::time + interval '1 hour'
         where id = $1",
    )
    .bind(user_id)
    .execute(db)
    .await
    .unwrap();
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn mails_about_alerts_wait_and_other_mails_do_not(db: PgPool) {
    let sara = insert_user(&db, "sara", Role::User).await;
    begin_quiet_hours(&db, sara).await;
    mails::insert_for(&db, MailKind::PriceAlerts, sara, &json!({})).await.unwrap();
    mails::insert_for(&db, MailKind::PasswordChanged, sara, &json!({})).await.unwrap();
    for mail in mails::claim(&db, 10, LEASE).await.unwrap() {
        let is_alert = mail.kind == MailKind::PriceAlerts;
        assert_eq!(mails::postpone_in_quiet_hours(&db, mail.id).await.unwrap(), is_alert);
    }
    let waits: bool = sqlx::query_scalar(
        "select attempts = 0 and due_at > now() + interval '50 minutes' and due_at <= now() + interval '1 hour'
         from mail where kind = 'PRICE_ALERTS'",
    )
    .fetch_one(&db)
    .await
    .unwrap();
    assert!(waits);
    // The mail that waits is nothing to worry about; the other one is being sent.
    assert_eq!(mails::count_waiting(&db).await.unwrap().waiting, 1);
    assert!(mails::claim(&db, 10, LEASE).await.unwrap().is_empty());

    assert_eq!(mails::release_from_quiet_hours(&db, sara).await.unwrap(), 1);
    let claimed = mails::claim(&db, 10, LEASE).await.unwrap();
    assert_eq!((claimed.len(), claimed[0].attempts), (1, 1));
    // A mail that is being sent is not released: another process would send it too.
    assert_eq!(mails::release_from_quiet_hours(&db, sara).await.unwrap(), 0);
    sqlx::query("update app_user set quiet_hours = false").execute(&db).await.unwrap();
    assert!(!mails::postpone_in_quiet_hours(&db, claimed[0].id).await.unwrap());
}
