use std::collections::BTreeSet;

use serde_json::json;
use sqlx::{PgTransaction, types::Json};
use time::OffsetDateTime;

use super::{LockedProduct, MergeError, find, lock};
use crate::{
    model::{OfferId, ProductFacts, ProductId, Specs, UserId, keys},
    store::{
        audit::{self, Actor, AuditEvent},
        feed, price_alerts, reference, sources,
    },
};

/// The most characters of a product's name; longer names are cut.
const MAX_NAME_CHARS: usize = 200;

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

/// Splits some offers of a product off into a new product. Their past prices go with them, as do part numbers that
/// only these offers state. Favourites, alerts, builds and reviews stay, because they were given to the whole.
///
/// # Errors
/// When an offer does not belong to the product, no offer is named, or none would stay.
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
    sources::upsert(&mut **tx, &sources::retailers()).await?;
    reference::upsert_facts(
        tx,
        sources::RETAILERS,
        std::slice::from_ref(&facts),
        OffsetDateTime::now_utc().date(),
    )
    .await?;
    move_split(tx, admin, product, facts.id, offers, &facts.part_numbers).await?;
    feed::append(&mut **tx, &[product, facts.id]).await?;
    price_alerts::evaluate(tx, None, &[product]).await?;
    let event = AuditEvent {
        action_type: "SPLIT_PRODUCT",
        target_type: "PRODUCT",
        target_id: product.to_string(),
        before: Some(json!({ "name": whole.name, "offers": going.len() + staying.len() })),
        after: Some(json!({ "newProductId": facts.id, "newName": facts.name, "splitOffers": offers })),
    };
    audit::record(tx, Actor::Admin(admin), &[event]).await?;
    Ok(facts.id)
}

/// Returns a product's offers: the named ones, and the others.
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

/// Describes the product that these offers name: the shortest English title is its name, and the first value that any
/// of them states for a spec is its value.
fn describe(whole: &LockedProduct, going: &[SplitOffer], staying: &[SplitOffer]) -> ProductFacts {
    let english = going.iter().filter_map(|offer| offer.title_en.as_deref()).min_by_key(|title| title.len());
    let title = english.or_else(|| going.iter().find_map(|offer| offer.title_ar.as_deref()));
    let name: String = title.unwrap_or(&whole.name).chars().take(MAX_NAME_CHARS).collect();
    let first = |of: fn(&SplitOffer) -> Option<&String>| going.iter().find_map(of).cloned();
    let mut specs = Specs::new();
    for (key, value) in going.iter().flat_map(|offer| offer.specs.0.iter()) {
        if specs.get(key).is_none() {
            // The same rules have accepted the value before.
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

/// Moves the offers to the new product and marks them as decided by an administrator, so that the matcher never joins
/// them again.
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
