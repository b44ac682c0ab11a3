//! Bulk decisions: matches that an administrator decided together, and that can be undone together for an hour.

use sqlx::{PgExecutor, PgTransaction};
use time::{Duration, OffsetDateTime};

use super::queue::MatchStatus;
use crate::model::{BulkDecisionId, MatchId};

/// The time within which a bulk decision can be undone. Undo states live as long (`match_undo`).
pub const UNDO_WITHIN: Duration = Duration::hours(1);

/// A bulk decision that can still be undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkDecision {
    pub id: BulkDecisionId,
    /// Approved or rejected.
    pub status: MatchStatus,
    /// Number of its matches that are still decided so.
    pub count: i64,
    /// Name of the administrator; `None` where the account is gone.
    pub decided_by: Option<String>,
    /// Time of its first decision.
    pub decided_at: OffsetDateTime,
}

/// Makes a decided match part of a bulk decision.
pub(crate) async fn add(tx: &mut PgTransaction<'_>, id: MatchId, bulk: BulkDecisionId) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_match set bulk_id = $2 where id = $1 and status <> 'PENDING'",
        id as MatchId,
        bulk as BulkDecisionId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Returns the bulk decisions that can still be undone, the newest first.
pub async fn list_undoable(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<BulkDecision>> {
    sqlx::query_as!(
        BulkDecision,
        r#"select bulk_id as "id!: BulkDecisionId", min(status) as "status!: MatchStatus", count(*) as "count!",
               min(admin.name) as decided_by, min(decided_at) as "decided_at!"
           from product_match left join app_user as admin on admin.id = decided_by
           where bulk_id is not null and status <> 'PENDING' and decided_at > now() - make_interval(secs => $1)
           group by bulk_id order by min(decided_at) desc, bulk_id"#,
        UNDO_WITHIN.as_seconds_f64(),
    )
    .fetch_all(db)
    .await
}

/// Returns the matches of a bulk decision that can still be undone, the last decided first: a later approval may have
/// merged a product into which an earlier one had merged another.
pub async fn list_matches(db: impl PgExecutor<'_>, bulk: BulkDecisionId) -> sqlx::Result<Vec<MatchId>> {
    sqlx::query_scalar!(
        r#"select id as "id: MatchId" from product_match
           where bulk_id = $1 and status <> 'PENDING' and decided_at > now() - make_interval(secs => $2)
           order by decided_at desc, id"#,
        bulk as BulkDecisionId,
        UNDO_WITHIN.as_seconds_f64(),
    )
    .fetch_all(db)
    .await
}
