use serde_json::Value;
use sqlx::{PgExecutor, PgTransaction};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::model::{ProductId, UserId};

/// The author of an audit event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    Admin(UserId),
    /// The matcher, by the policy in the configuration, or an operator on the command line.
    System,
}

impl Actor {
    /// Returns the administrator; `None` for the system.
    pub fn admin(self) -> Option<UserId> {
        match self {
            Actor::Admin(id) => Some(id),
            Actor::System => None,
        }
    }
}

/// One entry of the audit log: the action, its target, and the change.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEvent {
    /// The stored name of the action, such as `APPROVE_MATCH`.
    pub action_type: &'static str,
    /// The stored kind of the target, such as `MATCH`.
    pub target_type: &'static str,
    pub target_id: String,
    /// The fields before and after the change; `None` where there was or is nothing.
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// Writes events to the audit log, in the transaction of the changes that they describe.
pub async fn record(tx: &mut PgTransaction<'_>, actor: Actor, events: &[AuditEvent]) -> sqlx::Result<()> {
    if events.is_empty() {
        return Ok(());
    }
    let text = |of: fn(&AuditEvent) -> String| -> Vec<String> { events.iter().map(of).collect() };
    sqlx::query!(
        r#"insert into audit_entry (admin_id, admin_name, admin_email, action_type, target_type, target_id, before, after)
           select $1, coalesce((select name from app_user where id = $1), 'SYSTEM'),
               (select email from app_user where id = $1), action_type, target_type, target_id, before, after
           from unnest($2::text[], $3::text[], $4::text[], $5::jsonb[], $6::jsonb[])
               as event (action_type, target_type, target_id, before, after)"#,
        actor.admin() as Option<UserId>,
        &text(|event| event.action_type.to_owned()),
        &text(|event| event.target_type.to_owned()),
        &text(|event| event.target_id.clone()),
        &events.iter().map(|event| event.before.clone()).collect::<Vec<_>>() as &[Option<Value>],
        &events.iter().map(|event| event.after.clone()).collect::<Vec<_>>() as &[Option<Value>],
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Whose entries to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActorFilter {
    Admin(UserId),
    /// All administrators.
    People,
    System,
}

/// Filter of the audit log; `None` matches every entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// Such as `APPROVE_MATCH`.
    pub action_type: Option<String>,
    pub target_type: Option<String>,
    /// The target's id, or its beginning.
    pub target_id: Option<String>,
    pub actor: Option<ActorFilter>,
    /// A part of the present name of the target, or of the administrator's name.
    pub search: Option<String>,
    /// Entries at or after this time.
    pub from: Option<OffsetDateTime>,
    /// Entries before this time.
    pub until: Option<OffsetDateTime>,
}

impl AuditFilter {
    fn admin(&self) -> Option<UserId> {
        match self.actor {
            Some(ActorFilter::Admin(id)) => Some(id),
            _ => None,
        }
    }

    /// Returns whether only entries of people match (true), or only those of the system (false), which have no address. An
    /// administrator whose account is gone keeps it.
    fn is_of_people(&self) -> Option<bool> {
        match self.actor {
            Some(ActorFilter::People) => Some(true),
            Some(ActorFilter::System) => Some(false),
            _ => None,
        }
    }

    /// Returns the pattern of `like` for the target's id. Each character of the beginning stands for itself.
    fn target_pattern(&self) -> Option<String> {
        let escape = |one: char| if matches!(one, '\\' | '%' | '_') { vec!['\\', one] } else { vec![one] };
        self.target_id.as_ref().map(|id| id.chars().flat_map(escape).chain(['%']).collect())
    }

    fn words(&self) -> Option<String> {
        self.search.as_ref().map(|words| words.to_lowercase())
    }
}

/// An entry of the audit log, as stored.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditEntry {
    pub id: Uuid,
    pub created_at: OffsetDateTime,
    pub admin_name: String,
    pub admin_email: Option<String>,
    pub action_type: String,
    pub target_type: String,
    pub target_id: String,
    /// The target's present name; `None` where the target no longer exists or has no name.
    pub target_name: Option<String>,
    /// The product to which the entry leads: the target itself, or the product of the target offer, match or review.
    pub target_product: Option<ProductId>,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// Returns a page of the log, the newest entry first.
pub async fn list(
    db: impl PgExecutor<'_>,
    filter: &AuditFilter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<AuditEntry>> {
    sqlx::query_as!(
        AuditEntry,
        r#"with entry as (
               select *, case when target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then target_id::uuid end as target
               from audit_entry
               where ($1::text is null or action_type = $1) and ($2::text is null or target_type = $2)
                   and ($3::text is null or target_id like $3) and ($4::uuid is null or admin_id = $4)
                   and ($5::boolean is null or (admin_email is not null) = $5) and ($6::timestamptz is null or created_at >= $6)
                   and ($7::timestamptz is null or created_at < $7)
                   and ($10::text is null or position($10 in lower(admin_name)) > 0
                       or target_id in (select audit_targets_named($10)))
               order by created_at desc, id desc offset $8 limit $9)
           select entry.id as "id!", entry.created_at as "created_at!", admin_name as "admin_name!", admin_email,
               action_type as "action_type!", target_type as "target_type!", target_id as "target_id!", before, after,
               case target_type when 'PRODUCT' then coalesce(product.name, offer.title_en, offer.title_ar)
                   when 'OFFER' then coalesce(offer.title_en, offer.title_ar)
                   when 'MATCH' then concat_ws(' = ', coalesce(match_offer.title_en, match_offer.title_ar), match_product.name)
                   when 'USER' then coalesce(app_user.name, app_user.email) when 'RETAILER' then retailer.name_en
                   when 'REVIEW' then review_product.name end as target_name,
               coalesce(product.id, offer.product_id, match_product.id, review_product.id) as "target_product?: ProductId"
           from entry
           left join product on target_type = 'PRODUCT' and product.id = target
           -- The specification calls the administrators' list of offers "products": its edits have the type PRODUCT.
           left join offer on target_type in ('OFFER', 'PRODUCT') and offer.id = target
           left join product_match as pair on target_type = 'MATCH' and pair.id = target
           left join offer as match_offer on match_offer.id = pair.offer_id
           left join product as match_product on match_product.id = pair.product_id
           left join app_user on target_type = 'USER' and app_user.id = target
           left join retailer on target_type = 'RETAILER' and retailer.slug = target_id
           left join review on target_type = 'REVIEW' and review.id = target
           left join product as review_product on review_product.id = review.product_id
           order by entry.created_at desc, entry.id desc"#,
        filter.action_type,
        filter.target_type,
        filter.target_pattern(),
        filter.admin() as Option<UserId>,
        filter.is_of_people(),
        filter.from,
        filter.until,
        offset,
        limit,
        filter.words(),
    )
    .fetch_all(db)
    .await
}

/// Returns the number of entries that match a filter.
pub async fn count(db: impl PgExecutor<'_>, filter: &AuditFilter) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from audit_entry
           where ($1::text is null or action_type = $1) and ($2::text is null or target_type = $2)
             and ($3::text is null or target_id like $3) and ($4::uuid is null or admin_id = $4)
             and ($5::boolean is null or (admin_email is not null) = $5) and ($6::timestamptz is null or created_at >= $6)
             and ($7::timestamptz is null or created_at < $7)
             and ($8::text is null or position($8 in lower(admin_name)) > 0
                 or target_id in (select audit_targets_named($8)))"#,
        filter.action_type,
        filter.target_type,
        filter.target_pattern(),
        filter.admin() as Option<UserId>,
        filter.is_of_people(),
        filter.from,
        filter.until,
        filter.words(),
    )
    .fetch_one(db)
    .await
}

/// An administrator with entries in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditAuthor {
    pub id: UserId,
    /// The name in the newest entry.
    pub name: String,
    pub email: Option<String>,
}

/// Returns the administrators with entries in the log, by a loose index scan: from one id to the next larger one.
pub async fn list_authors(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<AuditAuthor>> {
    sqlx::query_as!(
        AuditAuthor,
        r#"with recursive author as (
               (select admin_id from audit_entry where admin_id is not null order by admin_id limit 1)
               union all
               select (select next.admin_id from audit_entry as next where next.admin_id > author.admin_id
                       order by next.admin_id limit 1)
               from author where admin_id is not null
           )
           select author.admin_id as "id!: UserId", newest.admin_name as name, newest.admin_email as email
           from author cross join lateral (
               select admin_name, admin_email from audit_entry where audit_entry.admin_id = author.admin_id
               order by created_at desc limit 1) as newest
           order by newest.admin_name"#,
    )
    .fetch_all(db)
    .await
}

/// Returns the actions that occur in the log, by a loose index scan from one to the next: there are few actions, with
/// many entries each.
pub async fn list_actions(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"with recursive action as (
               select min(action_type) as action_type from audit_entry
               union all
               select (select min(next.action_type) from audit_entry as next where next.action_type > action.action_type)
               from action where action_type is not null
           )
           select action_type as "action_type!" from action where action_type is not null order by 1"#,
    )
    .fetch_all(db)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginning_of_an_id_holds_no_wildcards() {
        for (id, pattern) in [("5d5c1e0e", "5d5c1e0e%"), ("50%_a", r"50\%\_a%"), (r"a\b", r"a\\b%")] {
            let filter = AuditFilter { target_id: Some(id.to_owned()), ..AuditFilter::default() };
            assert_eq!(filter.target_pattern().as_deref(), Some(pattern));
        }
    }
}
