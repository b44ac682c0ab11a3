use std::{num::NonZeroU32, time::Duration};

use domain::{config::RateLimit, store::rate_limits};
use sqlx::{PgPool, postgres::PgPoolOptions};

fn limit(burst: u32, seconds: u32) -> RateLimit {
    RateLimit { burst: NonZeroU32::new(burst).unwrap(), seconds: NonZeroU32::new(seconds).unwrap() }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn bucket_is_empty_after_its_burst_and_gains_one_token_each_period(db: PgPool) {
    let key = [7; 32];
    for _ in 0..3 {
        assert_eq!(rate_limits::take(&db, "sign_in_pair", &key, limit(3, 60)).await.unwrap(), None);
    }
    let seconds = rate_limits::take(&db, "sign_in_pair", &key, limit(3, 60)).await.unwrap().unwrap();
    assert!((58..=60).contains(&seconds), "{seconds}");
    // Other keys and other limits have buckets of their own.
    assert_eq!(rate_limits::take(&db, "sign_in_pair", &[8; 32], limit(3, 60)).await.unwrap(), None);
    assert_eq!(rate_limits::take(&db, "sign_up_address", &key, limit(3, 60)).await.unwrap(), None);

    for _ in 0..2 {
        assert_eq!(rate_limits::take(&db, "alerts", &key, limit(2, 1)).await.unwrap(), None);
    }
    assert_eq!(rate_limits::take(&db, "alerts", &key, limit(2, 1)).await.unwrap(), Some(1));
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(rate_limits::take(&db, "alerts", &key, limit(2, 1)).await.unwrap(), None);
    assert_eq!(rate_limits::take(&db, "alerts", &key, limit(2, 1)).await.unwrap(), Some(1));
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn attempts_at_once_take_no_more_than_the_burst(db: PgPool) {
    // More connections than tokens, so that some statements begin before there is a row.
    let options = PgPoolOptions::new().max_connections(40).min_connections(40);
    let db = options.connect_with((*db.connect_options()).clone()).await.unwrap();
    let tries = (0..40).map(|_| {
        let db = db.clone();
        tokio::spawn(async move { rate_limits::take(&db, "alerts", &[1; 32], limit(3, 60)).await.unwrap() })
    });
    let tries: Vec<_> = tries.collect();
    let mut taken = 0;
    for attempt in tries {
        taken += usize::from(attempt.await.unwrap().is_none());
    }
    assert_eq!(taken, 3);
    db.close().await;
}
