//! Rules of administrators about searches. [`crate::transactions::search_rules`] changes them.

use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;

use crate::model::{ProductId, RuleContent, SearchRuleId, UserId};

/// A rule as stored. Which fields it has depends on its kind, as in [`RuleContent`].
#[derive(Debug, Clone, PartialEq)]
pub struct SearchRule {
    pub id: SearchRuleId,
    /// `SYNONYM`, `REDIRECT`, `PIN` or `BURY`.
    pub kind: String,
    pub text: String,
    pub text_key: String,
    pub other: Option<String>,
    /// Key of `other`, or of the text that the page of a redirect searches.
    pub other_key: Option<String>,
    pub two_way: bool,
    pub path: Option<String>,
    /// The product, or the one that it was merged into.
    pub product_id: Option<ProductId>,
    pub product_name: Option<String>,
    pub created_at: OffsetDateTime,
    pub created_by: Option<String>,
    /// Null while the rule holds.
    pub deleted_at: Option<OffsetDateTime>,
}

/// Returns the rules that hold, and with `with_deleted` those that can still be restored, the newest first.
pub async fn list(db: impl PgExecutor<'_>, with_deleted: bool) -> sqlx::Result<Vec<SearchRule>> {
    sqlx::query_as!(
        SearchRule,
        r#"select rule.id as "id: SearchRuleId", kind, text, text_key, other, other_key, two_way, path,
               coalesce(product.merged_into, rule.product_id) as "product_id?: ProductId", product.name as "product_name?",
               rule.created_at, app_user.name as "created_by?", deleted_at
           from search_rule as rule
           left join product on product.id = rule.product_id
           left join app_user on app_user.id = rule.created_by
           where deleted_at is null or ($1 and deleted_at > now() - interval '1 hour')
           order by rule.created_at desc, rule.id"#,
        with_deleted,
    )
    .fetch_all(db)
    .await
}

/// Returns the number that rises with every change of a rule.
pub async fn version(db: impl PgExecutor<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!("select version from search_rule_version").fetch_one(db).await
}

/// Raises the version, and keeps other transactions from changing rules until this one ends.
pub(crate) async fn lock(tx: &mut PgTransaction<'_>) -> sqlx::Result<()> {
    sqlx::query!("update search_rule_version set version = version + 1").execute(&mut **tx).await?;
    Ok(())
}

/// Returns one rule, unless it was deleted more than an hour ago.
pub(crate) async fn find(tx: &mut PgTransaction<'_>, id: SearchRuleId) -> sqlx::Result<Option<SearchRule>> {
    Ok(list(&mut **tx, true).await?.into_iter().find(|rule| rule.id == id))
}

/// Inserts a rule; `None` when the same rule holds already.
pub(crate) async fn insert(
    tx: &mut PgTransaction<'_>,
    rule: &RuleContent,
    admin: Option<UserId>,
) -> sqlx::Result<Option<SearchRuleId>> {
    let text = rule.text();
    let (mut other, mut other_key, mut both, mut path) = (None, None, false, None);
    match rule {
        RuleContent::Synonym { other: words, two_way, .. } => {
            (other, other_key, both) = (Some(words.typed.as_str()), Some(words.key.as_str()), *two_way);
        }
        RuleContent::Redirect { path: to, searched, .. } => {
            (path, other_key) = (Some(to.as_str()), searched.as_deref());
        }
        RuleContent::Pin { .. } | RuleContent::Bury { .. } => {}
    }
    sqlx::query_scalar!(
        r#"insert into search_rule (kind, text, text_key, other, other_key, two_way, path, product_id, created_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id as "id: SearchRuleId""#,
        rule.kind(),
        text.typed,
        text.key,
        other,
        other_key,
        both,
        path,
        rule.product() as Option<ProductId>,
        admin as Option<UserId>,
    )
    .fetch_optional(&mut **tx)
    .await
}

/// Marks a rule as deleted, or as holding again. Returns whether that changed it; a rule that holds twice cannot be restored.
pub(crate) async fn set_deleted(
    tx: &mut PgTransaction<'_>,
    id: SearchRuleId,
    deleted: bool,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update search_rule as rule set deleted_at = case when $2 then now() end
         where id = $1 and (deleted_at is null) = $2 and ($2 or not exists (
             select from search_rule as other where other.deleted_at is null and other.kind = rule.kind
                 and other.text_key = rule.text_key and other.other_key is not distinct from rule.other_key
                 and other.product_id is not distinct from rule.product_id))",
        id as SearchRuleId,
        deleted,
    )
    .execute(&mut **tx)
    .await?;
    Ok(changed.rows_affected() > 0)
}
