//! Two products that are one become one, and what was taken for one product becomes two.

use std::collections::BTreeSet;

use serde_json::json;
use sqlx::{PgTransaction, types::Json};
use time::OffsetDateTime;

use super::{
    audit::{self, Actor, Deed},
    feed, price_alerts, reference, sources,
};
use crate::model::{Category, OfferId, ProductFacts, ProductId, Specs, UserId, keys};

/// Names are cut here, in characters.
const LONGEST_NAME: usize = 200;

/// Why products stay as they are.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// There is no such product, or it was merged already.
    #[error("there is no product {0}")]
    Unknown(ProductId),
    #[error("a product cannot be merged into itself")]
    Itself,
    #[error("one is of category {from}, the other of {into}")]
    OtherCategory { from: Category, into: Category },
    #[error("offer {0} is not of this product")]
    OtherOffer(OfferId),
    #[error("some offers must be split off, and some must stay")]
    NothingLeft,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

struct Locked {
    id: ProductId,
    category: Category,
    name: String,
    manufacturer: String,
}

/// Locks products in one order, so that two merges of the same wait for each other.
async fn lock(tx: &mut PgTransaction<'_>, ids: &[ProductId]) -> sqlx::Result<Vec<Locked>> {
    sqlx::query_as!(
        Locked,
        r#"select id as "id: ProductId", category as "category: Category", name, manufacturer from product
           where id = any($1::uuid[]) and removed_at is null order by id for update"#,
        ids as &[ProductId],
    )
    .fetch_all(&mut **tx)
    .await
}

fn find(locked: &[Locked], id: ProductId) -> Result<&Locked, MergeError> {
    locked.iter().find(|product| product.id == id).ok_or(MergeError::Unknown(id))
}

/// Makes one product of two. Offers with their past prices, favourites, alerts, kept builds, reviews, decided pairs and
/// interest go to `into`, which also learns what it did not know; `from` stays as a sign to it.
///
/// # Errors
/// When they are one already, of different categories, or not there.
pub async fn merge(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    from: ProductId,
    into: ProductId,
) -> Result<(), MergeError> {
    if from == into {
        return Err(MergeError::Itself);
    }
    let locked = lock(tx, &[from, into]).await?;
    let (old, kept) = (find(&locked, from)?, find(&locked, into)?);
    if old.category != kept.category {
        return Err(MergeError::OtherCategory { from: old.category, into: kept.category });
    }
    move_pairs(tx, from, into).await?;
    let offers = move_offers(tx, from, into).await?;
    move_wishes(tx, from, into).await?;
    move_rest(tx, from, into).await?;
    add_facts(tx, from, into).await?;
    leave_sign(tx, from, into).await?;
    feed::append(&mut **tx, &[from, into]).await?;
    price_alerts::judge(tx, None, &[into]).await?;
    let deed = Deed {
        action_type: "MERGE_PRODUCT",
        target_type: "PRODUCT",
        target_id: from.to_string(),
        before: Some(json!({ "name": old.name, "mergedInto": null })),
        after: Some(json!({ "name": kept.name, "mergedInto": into, "offers": offers })),
    };
    audit::record(tx, Actor::Admin(admin), &[deed]).await?;
    Ok(())
}

/// What was asked and decided about the one holds for the other; where both were asked about, the other's stays.
async fn move_pairs(tx: &mut PgTransaction<'_>, from: ProductId, into: ProductId) -> sqlx::Result<()> {
    sqlx::query!(
        "update product_match set product_id = $2, updated_at = now() where product_id = $1 and not exists (
             select from product_match as other where other.product_id = $2 and other.offer_id = product_match.offer_id)",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from product_match where product_id = $1", from as ProductId)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// A person joined them: no crawl takes them apart. Answers how many.
async fn move_offers(tx: &mut PgTransaction<'_>, from: ProductId, into: ProductId) -> sqlx::Result<u64> {
    // In the order in which batches lock a shop's offers.
    sqlx::query!(
        "select 1 as one from offer where product_id = $1 order by retailer_id, external_id for update",
        from as ProductId,
    )
    .fetch_all(&mut **tx)
    .await?;
    let moved = sqlx::query!(
        "update offer set product_id = $2, linked_by = 'ADMIN', updated_at = now() where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(moved.rows_affected())
}

/// What people keep in mind and wait for. Who wishes the same of both wishes it once.
async fn move_wishes(tx: &mut PgTransaction<'_>, from: ProductId, into: ProductId) -> sqlx::Result<()> {
    sqlx::query!(
        "with moved as (delete from favorite where product_id = $1 returning user_id, created_at)
         insert into favorite (user_id, product_id, created_at) select user_id, $2, created_at from moved
         on conflict on constraint favorite_key do nothing",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from price_alert where product_id = $1 and enabled and exists (
             select from price_alert as other where other.product_id = $2 and other.enabled
                 and other.user_id = price_alert.user_id and other.kind = price_alert.kind
                 and other.target_fils is not distinct from price_alert.target_fils
                 and other.percentage is not distinct from price_alert.percentage)",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update price_alert set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update fired_alert set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Kept builds, reviews (of two by one person the later stays) and interest. Days that were summed up are summed up anew.
async fn move_rest(tx: &mut PgTransaction<'_>, from: ProductId, into: ProductId) -> sqlx::Result<()> {
    sqlx::query!(
        "update saved_build_part set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "delete from review using review as other
         where review.product_id = any($1::uuid[]) and other.product_id = any($1::uuid[]) and other.id <> review.id
             and other.user_id = review.user_id and (other.updated_at, other.id) > (review.updated_at, review.id)",
        &[from, into] as &[ProductId],
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "update review set product_id = $2 where product_id = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "with moved as (delete from product_interest where product_id = $1 returning day, kind, times)
         insert into product_interest (product_id, day, kind, times) select $2, day, kind, times from moved
         on conflict (product_id, day, kind) do update set times = product_interest.times + excluded.times",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "with days as (delete from product_price_day where product_id = $1)
         delete from product_price_roll_up where product_id = $1",
        from as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// What only the old one knew: facts, part numbers, and the names by which it is searched.
async fn add_facts(tx: &mut PgTransaction<'_>, from: ProductId, into: ProductId) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set specs = old.specs || product.specs, provenance = old.provenance || product.provenance,
             image_url = coalesce(product.image_url, old.image_url), name_ar = coalesce(product.name_ar, old.name_ar),
             aliases = array(select distinct unnest(product.aliases || old.aliases || old.name)),
             eans = array(select distinct unnest(product.eans || old.eans)), updated_at = now()
         from product as old where old.id = $1 and product.id = $2",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into product_part_number (product_id, part_number_key, part_number, shared)
         select $2, part_number_key, part_number, shared from product_part_number where product_id = $1
         on conflict do nothing",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Signs never lead to signs.
async fn leave_sign(tx: &mut PgTransaction<'_>, from: ProductId, into: ProductId) -> sqlx::Result<()> {
    sqlx::query!(
        "update product set merged_into = $2, removed_at = coalesce(removed_at, now()), updated_at = now()
         where id = $1 or merged_into = $1",
        from as ProductId,
        into as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

struct SplitOffer {
    id: OfferId,
    title_en: Option<String>,
    title_ar: Option<String>,
    image_url: Option<String>,
    manufacturer: Option<String>,
    model: Option<String>,
    part_numbers: Vec<String>,
    specs: Json<Specs>,
}

/// Makes another product of some offers of one. Their past prices go with them; favourites, alerts, builds and reviews,
/// which were given to the whole, stay. Part numbers that only these offers state go with them.
///
/// # Errors
/// When an offer is not of the product, none is named, or none would stay.
pub async fn split(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    product: ProductId,
    offers: &[OfferId],
) -> Result<ProductId, MergeError> {
    let locked = lock(tx, &[product]).await?;
    let whole = find(&locked, product)?;
    let (going, staying) = list_offers(tx, product, offers).await?;
    let named = |id: &OfferId| going.iter().any(|offer| offer.id == *id);
    if let Some(stranger) = offers.iter().find(|id| !named(id)) {
        return Err(MergeError::OtherOffer(*stranger));
    }
    if going.is_empty() || staying.is_empty() {
        return Err(MergeError::NothingLeft);
    }
    let facts = describe(whole, &going, &staying);
    sources::upsert(&mut **tx, &sources::of_shops()).await?;
    reference::upsert_facts(
        tx,
        sources::SHOPS,
        std::slice::from_ref(&facts),
        OffsetDateTime::now_utc().date(),
    )
    .await?;
    move_split(tx, admin, product, facts.id, offers, &facts.part_numbers).await?;
    feed::append(&mut **tx, &[product, facts.id]).await?;
    price_alerts::judge(tx, None, &[product]).await?;
    let deed = Deed {
        action_type: "SPLIT_PRODUCT",
        target_type: "PRODUCT",
        target_id: product.to_string(),
        before: Some(json!({ "name": whole.name, "offers": going.len() + staying.len() })),
        after: Some(json!({ "newProductId": facts.id, "newName": facts.name, "splitOffers": offers })),
    };
    audit::record(tx, Actor::Admin(admin), &[deed]).await?;
    Ok(facts.id)
}

/// A product's offers: those that are named, and the others.
async fn list_offers(
    tx: &mut PgTransaction<'_>,
    product: ProductId,
    named: &[OfferId],
) -> sqlx::Result<(Vec<SplitOffer>, Vec<SplitOffer>)> {
    let all = sqlx::query_as!(
        SplitOffer,
        r#"select id as "id: OfferId", title_en, title_ar, image_url, manufacturer, model, part_numbers,
               specs as "specs: Json<Specs>"
           from offer where product_id = $1 order by retailer_id, external_id for update"#,
        product as ProductId,
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(all.into_iter().partition(|offer| named.contains(&offer.id)))
}

/// The product that these offers name: the shortest English title is its name, what any of them states its facts.
fn describe(whole: &Locked, going: &[SplitOffer], staying: &[SplitOffer]) -> ProductFacts {
    let english = going.iter().filter_map(|offer| offer.title_en.as_deref()).min_by_key(|title| title.len());
    let title = english.or_else(|| going.iter().find_map(|offer| offer.title_ar.as_deref()));
    let name: String = title.unwrap_or(&whole.name).chars().take(LONGEST_NAME).collect();
    let first = |of: fn(&SplitOffer) -> Option<&String>| going.iter().find_map(of).cloned();
    let mut specs = Specs::new();
    for (key, value) in going.iter().flat_map(|offer| offer.specs.0.iter()) {
        if specs.get(key).is_none() {
            // It was accepted once by the same rules.
            let _ = specs.insert(key, value.clone());
        }
    }
    let numbers = |offers: &[SplitOffer]| -> BTreeSet<String> {
        offers.iter().flat_map(|offer| offer.part_numbers.clone()).collect()
    };
    ProductFacts {
        id: ProductId::random(),
        category: whole.category,
        manufacturer: first(|offer| offer.manufacturer.as_ref())
            .unwrap_or_else(|| whole.manufacturer.clone()),
        model: first(|offer| offer.model.as_ref()).unwrap_or_else(|| name.clone()),
        name,
        series: None,
        variant: None,
        part_numbers: numbers(going).difference(&numbers(staying)).cloned().collect(),
        shared_part_numbers: Vec::new(),
        eans: Vec::new(),
        aliases: Vec::new(),
        url: None,
        image_url: first(|offer| offer.image_url.as_ref()),
        verified_on: None,
        specs,
    }
}

/// A person took them apart: no machine joins them again.
async fn move_split(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    whole: ProductId,
    part: ProductId,
    offers: &[OfferId],
    part_numbers: &[String],
) -> sqlx::Result<()> {
    sqlx::query!(
        "update offer set product_id = $2, linked_by = 'ADMIN', updated_at = now() where id = any($1::uuid[])",
        offers as &[OfferId],
        part as ProductId,
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!(
        "insert into product_match (offer_id, product_id, status, decision, confidence, decided_by, decided_at)
         select id, $2, 'REJECTED', 'NO_MATCH', 0, $3, now() from unnest($1::uuid[]) as split (id)
         on conflict on constraint product_match_pair_key do update set status = 'REJECTED', decision = 'NO_MATCH',
             decided_by = excluded.decided_by, decided_at = now(), updated_at = now()",
        offers as &[OfferId],
        whole as ProductId,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    let numbers: Vec<String> =
        part_numbers.iter().filter_map(|number| keys::part_number_key(number)).collect();
    sqlx::query!(
        "delete from product_part_number where product_id = $1 and part_number_key = any($2::text[])",
        whole as ProductId,
        &numbers,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
