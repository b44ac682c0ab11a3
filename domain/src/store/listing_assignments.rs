//! What administrators say that rejected listings are, until a crawl can read the listings as offers.

use std::collections::HashMap;

use sqlx::PgTransaction;
use time::OffsetDateTime;

use super::{
    key_matches::Assignment,
    matches::match_rows,
    offers::{Pins, edit},
};
use crate::model::{Category, MatchedBy, OfferDraft, OfferId, ProductId, RetailerId, Slug, UserId};

/// What an administrator said that a listing is.
#[derive(Debug, Clone)]
pub(crate) struct AssignedListing {
    /// As of the rejected listing: the id or the address of what is read as an offer now.
    listing: String,
    pins: Pins,
    product_id: Option<ProductId>,
    /// `None` where the administrator's account is deleted.
    admin: Option<UserId>,
    assigned_at: OffsetDateTime,
}

impl AssignedListing {
    /// Returns the assigned product, as an administrator's assignment.
    pub(crate) fn assignment(&self) -> Option<Assignment> {
        self.product_id.map(|product_id| Assignment { product_id, by: MatchedBy::Admin })
    }
}

/// The assigned listings among the offers of a batch, by the offers' external ids.
#[derive(Debug, Default)]
pub(crate) struct AssignedListings(HashMap<String, AssignedListing>);

impl AssignedListings {
    /// Finds what was said about listings that these drafts read, and locks the assigned products. A listing whose id could
    /// not be read was rejected under its address.
    pub(crate) async fn load(
        tx: &mut PgTransaction<'_>,
        retailer_id: RetailerId,
        drafts: &HashMap<&str, &OfferDraft>,
    ) -> sqlx::Result<Self> {
        let names: Vec<&str> = drafts.iter().flat_map(|(id, draft)| [*id, draft.url.as_str()]).collect();
        let rows = sqlx::query!(
            r#"select external_id, assigned.category as "category: Category", assigned.manufacturer,
                   kept.id as "product_id?: ProductId", assigned_by as "admin: UserId", assigned_at
               from listing_assignment as assigned
               left join product as merged on merged.id = assigned.product_id
               left join product as kept
                   on kept.id = coalesce(merged.merged_into, merged.id) and kept.removed_at is null
               where retailer_id = $1 and external_id = any($2::text[])
               order by kept.id"#,
            retailer_id as RetailerId,
            &names as &[&str],
        )
        .fetch_all(&mut **tx)
        .await?;
        let mut by_name = HashMap::new();
        for row in rows {
            // A product that has another category since is not what the administrator meant.
            let product_id = match row.product_id {
                Some(product) => {
                    let category = edit::lock_category(tx, product).await?;
                    (category == row.category).then_some(product)
                }
                None => None,
            };
            let pins = Pins { category: row.category, manufacturer: row.manufacturer, ..Pins::default() };
            let (admin, assigned_at) = (row.admin, row.assigned_at);
            let listing = row.external_id;
            by_name
                .insert(listing.clone(), AssignedListing { listing, pins, product_id, admin, assigned_at });
        }
        let find = |(id, draft): (&&str, &&OfferDraft)| {
            let found = by_name.get(*id).or_else(|| by_name.get(&draft.url))?;
            Some(((*id).to_owned(), found.clone()))
        };
        Ok(Self(drafts.iter().filter_map(find).collect()))
    }

    pub(crate) fn get(&self, external_id: &str) -> Option<&AssignedListing> {
        self.0.get(external_id)
    }

    /// Adds the drafts of assigned listings, with what was said about them, to the drafts with pinned fields.
    pub(crate) fn apply(
        &self,
        drafts: &HashMap<&str, &OfferDraft>,
        pinned_drafts: &mut HashMap<String, OfferDraft>,
    ) {
        for (external_id, listing) in &self.0 {
            let draft = pinned_drafts
                .get(external_id)
                .or_else(|| drafts.get(external_id.as_str()).copied())
                .map(|draft| listing.pins.apply(draft).0);
            pinned_drafts.extend(draft.map(|draft| (external_id.clone(), draft)));
        }
    }

    /// Approves the match of a stored offer with the product that was assigned to its listing, if any, as an edit of the
    /// offer does.
    pub(crate) async fn approve_match(
        &self,
        tx: &mut PgTransaction<'_>,
        offer: OfferId,
        external_id: &str,
    ) -> sqlx::Result<()> {
        let Some(AssignedListing { product_id: Some(product), admin: Some(admin), .. }) =
            self.get(external_id)
        else {
            return Ok(());
        };
        edit::approve_match(tx, *admin, offer, *product).await?;
        match_rows::delete_pending_matches(tx, &[offer]).await
    }

    /// Pins what was said about listings on the offers that a batch has stored, and deletes these assignments, except those
    /// that an administrator has changed meanwhile.
    pub(crate) async fn pin(
        &self,
        tx: &mut PgTransaction<'_>,
        retailer_id: RetailerId,
        stored: &[(OfferId, String)],
    ) -> sqlx::Result<()> {
        let pinned: Vec<(OfferId, &AssignedListing)> =
            stored.iter().filter_map(|(id, external_id)| Some((*id, self.get(external_id)?))).collect();
        if pinned.is_empty() {
            return Ok(());
        }
        sqlx::query!(
            "update offer set pinned = offer.pinned || assigned.pins
             from unnest($1::uuid[], $2::jsonb[]) as assigned (id, pins) where offer.id = assigned.id",
            &pinned.iter().map(|(id, _)| *id).collect::<Vec<_>>() as &[OfferId],
            &pinned.iter().map(|(_, listing)| serde_json::json!(listing.pins)).collect::<Vec<_>>(),
        )
        .execute(&mut **tx)
        .await?;
        sqlx::query!(
            "delete from listing_assignment as assigned
             using unnest($2::text[], $3::timestamptz[]) as taken (external_id, assigned_at)
             where assigned.retailer_id = $1 and assigned.external_id = taken.external_id
                 and assigned.assigned_at = taken.assigned_at",
            retailer_id as RetailerId,
            &pinned.iter().map(|(_, listing)| listing.listing.clone()).collect::<Vec<_>>(),
            &pinned.iter().map(|(_, listing)| listing.assigned_at).collect::<Vec<_>>(),
        )
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}

/// What is stored about a listing.
#[derive(Debug, Clone)]
pub(crate) struct ListingAssignment {
    pub(crate) category: Option<Category>,
    pub(crate) manufacturer: Option<String>,
    pub(crate) product_id: Option<ProductId>,
}

/// Stores what an administrator says about a listing. Fields that the administrator leaves out stay as an earlier
/// assignment set them, except a product that a category is assigned after.
pub(crate) async fn upsert(
    tx: &mut PgTransaction<'_>,
    admin: UserId,
    retailer_id: RetailerId,
    external_id: &str,
    assigned: &ListingAssignment,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into listing_assignment (retailer_id, external_id, category, manufacturer, product_id, assigned_by)
         values ($1, $2, $3, $4, $5, $6)
         on conflict on constraint listing_assignment_pkey do update set
             category = coalesce(excluded.category, listing_assignment.category),
             manufacturer = coalesce(excluded.manufacturer, listing_assignment.manufacturer),
             product_id = case when excluded.category is null then listing_assignment.product_id
                 else excluded.product_id end,
             assigned_by = excluded.assigned_by, assigned_at = now()",
        retailer_id as RetailerId,
        external_id,
        assigned.category as Option<Category>,
        assigned.manufacturer,
        assigned.product_id as Option<ProductId>,
        admin as UserId,
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Deletes what was said about a listing, and returns it with the listing's title, where it is still rejected.
pub(crate) async fn delete(
    tx: &mut PgTransaction<'_>,
    retailer: &Slug,
    external_id: &str,
) -> sqlx::Result<Option<(ListingAssignment, Option<String>)>> {
    let deleted = sqlx::query!(
        r#"with deleted as (
               delete from listing_assignment as assigned using retailer
               where retailer.id = assigned.retailer_id and slug = $1 and assigned.external_id = $2
               returning assigned.retailer_id, assigned.external_id, assigned.category, assigned.manufacturer,
                   assigned.product_id)
           select category as "category: Category", manufacturer, product_id as "product_id: ProductId",
               title as "title?"
           from deleted left join rejected_offer using (retailer_id, external_id)"#,
        retailer.as_str(),
        external_id,
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(deleted.map(|row| {
        let assigned = ListingAssignment {
            category: row.category,
            manufacturer: row.manufacturer,
            product_id: row.product_id,
        };
        (assigned, row.title)
    }))
}
