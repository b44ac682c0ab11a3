//! Token buckets that all api processes share.

use sqlx::PgExecutor;

use crate::config::RateLimit;

/// Takes a token out of the bucket of a key. Returns `None` where there was one, else the seconds until there is one.
///
/// A bucket holds `limit.burst` tokens and gains one every `limit.seconds`. It is stored as the moment at which it will be
/// full: each token that is taken moves this moment one period on, and where it would be more than `burst` periods away,
/// the bucket is empty (the generic cell rate algorithm, ITU-T I.371).
///
/// Example: 3 tokens, one every 60 s. At 12:00:00 three tries move the moment to 12:03:00; the fourth would move it to
/// 12:04:00, which is four periods away, so it is refused for 60 s.
pub async fn take(
    db: impl PgExecutor<'_>,
    kind: &str,
    key: &[u8; 32],
    limit: RateLimit,
) -> sqlx::Result<Option<u64>> {
    let seconds = sqlx::query_scalar!(
        r#"with quota as (select make_interval(secs => $3) as period, make_interval(secs => $3 * $4) as burst_window),
           taken as (
               insert into rate_limit (kind, key, full_at) select $1, $2, now() + period from quota
               on conflict (kind, key) do update
                   set full_at = greatest(rate_limit.full_at, now()) + (select period from quota)
                   where greatest(rate_limit.full_at, now()) + (select period - burst_window from quota) <= now()
               returning full_at
           )
           select case when not exists (select from taken) then coalesce(
               (select ceil(extract(epoch from full_at + period - burst_window - now()))::bigint
                from rate_limit, quota where kind = $1 and key = $2),
               -- The row is of another statement that began later: this one does not see it.
               ceil($3)::bigint) end as seconds"#,
        kind,
        key.as_slice(),
        f64::from(limit.seconds.get()),
        f64::from(limit.burst.get()),
    )
    .fetch_one(db)
    .await?;
    Ok(seconds.map(|seconds| u64::try_from(seconds).unwrap_or_default().max(1)))
}
