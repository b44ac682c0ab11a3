//! Chips, sockets and kinds of memory that titles name and no table of `config/` lists, with administrators' decisions.

use std::borrow::Cow;

use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use crate::model::{OfferDraft, SpecKey, Specs, UserId};

/// Facts whose values are learnt from titles.
pub const LEARNT_SPECS: [SpecKey; 5] = [
    SpecKey::GpuChipset,
    SpecKey::CpuChipset,
    SpecKey::MotherboardChipset,
    SpecKey::Socket,
    SpecKey::RamType,
];

/// The state of a learnt value.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize, sqlx::Type,
)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(type_name = "text", rename_all = "UPPERCASE")]
pub enum LearntState {
    /// In use, but waits for an administrator.
    Unconfirmed,
    Confirmed,
    /// Not such a value: crawls leave it out.
    Rejected,
}

/// A value that live offers state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatedValue {
    /// Name of the spec.
    pub spec: String,
    pub value: String,
    pub offers: i32,
    /// One of the offers' titles.
    pub title: Option<String>,
}

/// Returns the values of [`LEARNT_SPECS`] that live offers state, each of a list on its own.
pub async fn list_stated(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<StatedValue>> {
    let specs = LEARNT_SPECS.map(|spec| spec.as_str().to_owned());
    sqlx::query_as!(
        StatedValue,
        r#"select spec as "spec!", value as "value!", count(*)::integer as "offers!",
               min(coalesce(title_en, title_ar)) as title
           from offer
           cross join unnest($1::text[]) as wanted (spec)
           cross join lateral jsonb_array_elements_text(
               case jsonb_typeof(specs -> spec) when 'array' then specs -> spec
                   else jsonb_build_array(specs -> spec) end) as stated (value)
           where ended_at is null and deleted_at is null and specs ? spec
           group by spec, value order by spec, value"#,
        &specs,
    )
    .fetch_all(db)
    .await
}

/// Stores the values of live offers that no table lists. A new one waits for an administrator.
pub async fn record(tx: &mut PgTransaction<'_>, found: &[StatedValue]) -> sqlx::Result<()> {
    sqlx::query!("update learnt_value set offers = 0 where offers > 0").execute(&mut **tx).await?;
    sqlx::query!(
        "insert into learnt_value (spec, value, offers, title)
         select spec, value, offers, title
         from unnest($1::text[], $2::text[], $3::integer[], $4::text[]) as found (spec, value, offers, title)
         on conflict (spec, value) do update
             set offers = excluded.offers, title = coalesce(excluded.title, learnt_value.title)",
        &found.iter().map(|one| one.spec.clone()).collect::<Vec<_>>(),
        &found.iter().map(|one| one.value.clone()).collect::<Vec<_>>(),
        &found.iter().map(|one| one.offers).collect::<Vec<_>>(),
        &found.iter().map(|one| one.title.clone()).collect::<Vec<_>>() as &[Option<String>],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A learnt value, and what was decided about it.
#[derive(Debug, Clone, PartialEq)]
pub struct LearntValue {
    /// Name of the spec.
    pub spec: String,
    pub value: String,
    pub state: LearntState,
    pub offers: i32,
    pub title: Option<String>,
    pub first_seen: OffsetDateTime,
    pub decided_by: Option<String>,
    pub decided_at: Option<OffsetDateTime>,
}

/// Returns a page of learnt values, those that wait for an administrator first, then by their offers.
pub async fn list(
    db: impl PgExecutor<'_>,
    state: Option<LearntState>,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<LearntValue>> {
    sqlx::query_as!(
        LearntValue,
        r#"select spec, value, state as "state: LearntState", offers, title, first_seen,
               admin.name as "decided_by?", decided_at
           from learnt_value left join app_user as admin on admin.id = decided_by
           where $1::text is null or state = $1
           order by state <> 'UNCONFIRMED', offers desc, spec, value offset $2 limit $3"#,
        state as Option<LearntState>,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Counts the learnt values of a state, or all.
pub async fn count(db: impl PgExecutor<'_>, state: Option<LearntState>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from learnt_value where $1::text is null or state = $1"#,
        state as Option<LearntState>,
    )
    .fetch_one(db)
    .await
}

/// Locks a learnt value, and returns its state.
pub(crate) async fn lock(
    tx: &mut PgTransaction<'_>,
    spec: SpecKey,
    value: &str,
) -> sqlx::Result<Option<LearntState>> {
    sqlx::query_scalar!(
        r#"select state as "state: LearntState" from learnt_value where spec = $1 and value = $2 for update"#,
        spec.as_str(),
        value,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Stores a decision about a learnt value.
pub(crate) async fn decide(
    tx: &mut PgTransaction<'_>,
    spec: SpecKey,
    value: &str,
    state: LearntState,
    decided_by: Option<UserId>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update learnt_value set state = $3, decided_by = $4, decided_at = now() where spec = $1 and value = $2",
        spec.as_str(),
        value,
        state as LearntState,
        decided_by.map(|admin| admin.0),
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The rejected values, which crawls leave out.
#[derive(Debug, Clone, Default)]
pub(crate) struct RejectedValues(Vec<(SpecKey, String)>);

impl RejectedValues {
    pub(crate) async fn load(db: impl PgExecutor<'_>) -> sqlx::Result<Self> {
        let rows =
            sqlx::query!("select spec, value from learnt_value where state = 'REJECTED'").fetch_all(db);
        let read = rows.await?.into_iter().filter_map(|row| Some((row.spec.parse().ok()?, row.value)));
        Ok(Self(read.collect()))
    }

    /// Returns the drafts without facts that state a rejected value.
    pub(crate) fn strip<'a>(&self, drafts: &'a [OfferDraft]) -> Cow<'a, [OfferDraft]> {
        if !drafts.iter().any(|draft| self.rejected_keys(&draft.specs).next().is_some()) {
            return Cow::Borrowed(drafts);
        }
        let stripped = drafts.iter().map(|draft| {
            let rejected: Vec<SpecKey> = self.rejected_keys(&draft.specs).collect();
            let kept: Vec<SpecKey> =
                draft.specs.iter().map(|(key, _)| key).filter(|key| !rejected.contains(key)).collect();
            OfferDraft { specs: draft.specs.select(&kept), ..draft.clone() }
        });
        Cow::Owned(stripped.collect())
    }

    fn rejected_keys<'a>(&'a self, specs: &'a Specs) -> impl Iterator<Item = SpecKey> + 'a {
        let states = |(key, value): &&(SpecKey, String)| {
            specs.get(*key).is_some_and(|stated| stated.to_texts().contains(value))
        };
        self.0.iter().filter(states).map(|(key, _)| *key)
    }
}
