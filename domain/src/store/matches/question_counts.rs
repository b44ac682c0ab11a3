//! How many questions the review queue has, without reading it. Pending matches of one subject (the product of their
//! offers, or an offer without a product) with one product are one question.
//!
//! 1. The table `match_question` has a row for each question, and `match_question_count` their numbers.
//! 2. Triggers insert what may change a question into `match_question_change`: matches, offers that move to another
//!    product, retailers that are switched on or off.
//! 3. [`fold_question_changes`] brings the tables up to date, one process at a time.
//! 4. [`count`] adds what has changed since, so that it is exact whether or not the changes are folded.

use sqlx::{PgExecutor, PgPool};

use super::queue::{MatchAssessment, MatchFilter, MatchStatus};
use crate::model::{Category, MatchId};

/// Key of the advisory lock of the process that folds.
const FOLD_LOCK: i64 = 0x7461_6a6d_6571_7565;

/// The number of matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchCounts {
    pub total: i64,
    /// Pending matches of at least a given confidence.
    pub confident: i64,
}

/// Returns the number of matches that a filter finds, and of pending matches in the whole queue with at least this
/// confidence.
pub async fn count(
    db: impl PgExecutor<'_>,
    filter: &MatchFilter,
    confident_from: f32,
) -> sqlx::Result<MatchCounts> {
    if *filter == (MatchFilter { status: filter.status, ..MatchFilter::default() }) {
        return count_status(db, filter.status, confident_from).await;
    }
    sqlx::query_file_as!(
        MatchCounts,
        "src/store/matches/count_filtered.sql",
        filter.status as Option<MatchStatus>,
        filter.assessment as Option<MatchAssessment>,
        confident_from,
        filter.min_confidence,
        filter.max_confidence,
        filter.flagged,
        filter.proposed_before,
        filter.retailer,
        filter.category as Option<Category>,
        &filter.words,
        filter.id as Option<MatchId>,
    )
    .fetch_one(db)
    .await
}

/// Counts the matches of a status, or of all.
async fn count_status(
    db: impl PgExecutor<'_>,
    status: Option<MatchStatus>,
    confident_from: f32,
) -> sqlx::Result<MatchCounts> {
    sqlx::query_as!(
        MatchCounts,
        r#"with delta as materialized (select confidence, times from match_question_delta)
           select
               case when $1::text is null or $1 = 'PENDING'
                   then (select coalesce(sum(questions), 0)::bigint from match_question_count)
                       + (select coalesce(sum(times), 0)::bigint from delta)
                   else 0 end
               + case when $1 = 'PENDING' then 0
                   else (select count(*) from product_match
                         where status = any(case when $1::text is null then array['APPROVED', 'REJECTED'] else array[$1] end)) end as "total!",
               (select coalesce(sum(questions), 0)::bigint from match_question_count
                where hundredth > floor($2::real::float8 * 100))
               -- Of the hundredth that the limit is in, only a part counts.
               + (select count(*) from match_question where confidence >= $2::real and confidence < $2::real + 0.02
                  and floor(confidence::float8 * 100) = floor($2::real::float8 * 100))
               + (select coalesce(sum(times), 0)::bigint from delta where confidence >= $2::real) as "confident!""#,
        status as Option<MatchStatus>,
        confident_from,
    )
    .fetch_one(db)
    .await
}

/// Counts again what has changed, unless another process is doing so. Returns whether it did. The more changes wait, the
/// longer [`count`] takes.
pub async fn fold_question_changes(db: &PgPool) -> sqlx::Result<bool> {
    let mut tx = db.begin().await?;
    let is_ours = sqlx::query_scalar!(r#"select pg_try_advisory_xact_lock($1) as "locked!""#, FOLD_LOCK)
        .fetch_one(&mut *tx)
        .await?;
    if !is_ours {
        return Ok(false);
    }
    // The lock is held before this statement reads anything, so that it reads what the fold before has stored.
    sqlx::query_file!("src/store/matches/fold_question_changes.sql").execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(true)
}
