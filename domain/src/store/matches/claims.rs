//! Claims: the match that each administrator looks at, so that two do not review the same one unknowingly.

use sqlx::PgExecutor;
use time::Duration;

use crate::model::{MatchId, UserId};

/// Time for which a claim holds. A page that still shows the match claims it again before.
const CLAIM_TIME: Duration = Duration::minutes(2);

/// Claims a match for an administrator, whose earlier claim ends. Returns the names of the other administrators whose
/// claims of the match hold, the latest first. A claim keeps nobody from deciding.
pub async fn claim(db: impl PgExecutor<'_>, admin: UserId, id: MatchId) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        "with claimed as (
             insert into match_claim (user_id, match_id, expires_at)
             values ($1, $2, now() + make_interval(secs => $3))
             on conflict (user_id) do update set match_id = excluded.match_id, expires_at = excluded.expires_at)
         select app_user.name from match_claim join app_user on app_user.id = user_id
         where match_id = $2 and user_id <> $1 and expires_at > now() order by expires_at desc, user_id",
        admin as UserId,
        id as MatchId,
        CLAIM_TIME.as_seconds_f64(),
    )
    .fetch_all(db)
    .await
}
