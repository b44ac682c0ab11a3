//! Administrators' rules about searches: create, delete, restore. Each writes its audit entry.

use std::collections::HashSet;

use serde_json::{Value, json};
use sqlx::PgTransaction;

use crate::{
    model::{MAX_SEARCH_RULES, RuleContent, SearchRuleId},
    store::{
        audit::{self, Actor, AuditEvent},
        products,
        search_rules::{self as rows, SearchRule},
    },
};

/// Maximum number of products that are pinned for one text, and of those that are buried.
const MAX_PRODUCTS_OF_TEXT: usize = 20;

/// Why a rule was not changed.
#[derive(Debug, thiserror::Error)]
pub enum SearchRuleError {
    #[error("there is no such rule")]
    NoRule,
    #[error("this rule exists already")]
    Exists,
    #[error("leads back to itself, over the other rules of its kind")]
    Cycle,
    #[error("there is no product with this id")]
    NoProduct,
    #[error("there are {MAX_SEARCH_RULES} rules already: delete some first")]
    TooMany,
    #[error("this text has {MAX_PRODUCTS_OF_TEXT} such products already: delete one first")]
    TooManyProducts,
    #[error("this text has a redirect already: delete it first")]
    SecondRedirect,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Creates a rule.
///
/// # Errors
/// When the rule exists, leads back to itself, contradicts another rule, or names an unknown product; and when there are
/// too many.
pub async fn create(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    rule: &RuleContent,
) -> Result<SearchRuleId, SearchRuleError> {
    // Before the rules are read: two rules that lead to each other may be entered at the same time.
    rows::lock(tx).await?;
    if let Some(product) = rule.product()
        && !products::exists(&mut **tx, product).await?
    {
        return Err(SearchRuleError::NoProduct);
    }
    check(rule, &rows::list(&mut **tx, false).await?)?;
    let id = rows::insert(tx, rule, actor.admin()).await?.ok_or(SearchRuleError::Exists)?;
    let created = rows::find(tx, id).await?.ok_or(SearchRuleError::NoRule)?;
    record(tx, actor, "CREATE_SEARCH_RULE", id, None, Some(summary(&created))).await?;
    Ok(id)
}

/// Deletes a rule. It can be restored for an hour.
///
/// # Errors
/// When no such rule holds.
pub async fn delete(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    id: SearchRuleId,
) -> Result<(), SearchRuleError> {
    rows::lock(tx).await?;
    let rule = rows::find(tx, id).await?.ok_or(SearchRuleError::NoRule)?;
    if !rows::set_deleted(tx, id, true).await? {
        return Err(SearchRuleError::NoRule);
    }
    record(tx, actor, "DELETE_SEARCH_RULE", id, Some(summary(&rule)), None).await
}

/// Restores a rule that was deleted within the last hour.
///
/// # Errors
/// When there is no such rule, it contradicts a rule that was created since, or there are too many.
pub async fn restore(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    id: SearchRuleId,
) -> Result<(), SearchRuleError> {
    rows::lock(tx).await?;
    let rule = rows::find(tx, id).await?.filter(|rule| rule.deleted_at.is_some());
    let rule = rule.ok_or(SearchRuleError::NoRule)?;
    let holding = rows::list(&mut **tx, false).await?;
    check_numbers(&rule.kind, &rule.text_key, &holding)?;
    check_edges(&Edge::of(&rule), &holding)?;
    if !rows::set_deleted(tx, id, false).await? {
        return Err(SearchRuleError::Exists);
    }
    record(tx, actor, "RESTORE_SEARCH_RULE", id, None, Some(summary(&rule))).await
}

/// Checks a new rule beside those that hold, as [`create`] does.
///
/// # Errors
/// When the rule leads back to itself or contradicts another one, or there are too many.
pub fn check(rule: &RuleContent, holding: &[SearchRule]) -> Result<(), SearchRuleError> {
    let text_key = rule.text().key.as_str();
    if let RuleContent::Synonym { other, .. } = rule
        && other.key == text_key
    {
        return Err(SearchRuleError::Cycle);
    }
    check_numbers(rule.kind(), text_key, holding)?;
    check_edges(&Edge { kind: rule.kind(), from: text_key, to: rule.next_key() }, holding)
}

/// Checks that one more rule of a kind for a text is not too many.
fn check_numbers(kind: &str, text_key: &str, holding: &[SearchRule]) -> Result<(), SearchRuleError> {
    if holding.len() >= usize::try_from(MAX_SEARCH_RULES).unwrap_or(usize::MAX) {
        return Err(SearchRuleError::TooMany);
    }
    let of_text = holding.iter().filter(|other| other.kind == kind && other.text_key == text_key);
    if matches!(kind, "PIN" | "BURY") && of_text.count() >= MAX_PRODUCTS_OF_TEXT {
        return Err(SearchRuleError::TooManyProducts);
    }
    Ok(())
}

/// Where a rule leads from its text.
struct Edge<'a> {
    kind: &'a str,
    from: &'a str,
    to: Option<&'a str>,
}

impl<'a> Edge<'a> {
    fn of(rule: &'a SearchRule) -> Self {
        // Words that mean each other lead nowhere.
        let to = rule.other_key.as_deref().filter(|_| !rule.two_way);
        Self { kind: &rule.kind, from: &rule.text_key, to }
    }
}

fn check_edges(new: &Edge<'_>, holding: &[SearchRule]) -> Result<(), SearchRuleError> {
    let edges: Vec<Edge<'_>> = holding.iter().map(Edge::of).filter(|edge| edge.kind == new.kind).collect();
    if new.kind == "REDIRECT" && edges.iter().any(|edge| edge.from == new.from) {
        return Err(SearchRuleError::SecondRedirect);
    }
    let mut reached: HashSet<&str> = HashSet::new();
    let mut open: Vec<&str> = new.to.into_iter().collect();
    while let Some(key) = open.pop() {
        if key == new.from {
            return Err(SearchRuleError::Cycle);
        }
        if reached.insert(key) {
            open.extend(edges.iter().filter(|edge| edge.from == key).filter_map(|edge| edge.to));
        }
    }
    Ok(())
}

/// Returns what the audit log says of a rule.
fn summary(rule: &SearchRule) -> Value {
    let fields = [
        ("kind", json!(rule.kind)),
        ("text", json!(rule.text)),
        ("other", json!(rule.other)),
        ("twoWay", if rule.kind == "SYNONYM" { json!(rule.two_way) } else { Value::Null }),
        ("path", json!(rule.path)),
        ("product", json!(rule.product_name)),
    ];
    fields
        .into_iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

async fn record(
    tx: &mut PgTransaction<'_>,
    actor: Actor,
    action_type: &'static str,
    id: SearchRuleId,
    before: Option<Value>,
    after: Option<Value>,
) -> Result<(), SearchRuleError> {
    let event =
        AuditEvent { action_type, target_type: "SEARCH_RULE", target_id: id.to_string(), before, after };
    audit::record(tx, actor, &[event]).await?;
    Ok(())
}
