//! Offers without a product, with the reason.

use sqlx::PgExecutor;
use strum::{IntoStaticStr, VariantArray, VariantNames};
use time::OffsetDateTime;

use crate::model::{Category, Fils, NonPartReason, OfferId, Slug};

/// Why an offer has no product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
#[derive(IntoStaticStr, VariantArray, VariantNames)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE", const_into_str)]
pub enum WaitReason {
    /// The offer is not a part of the catalogue; [`UnmatchedOffer::non_part_reason`] says what it is instead.
    NoPart,
    /// Neither the title nor the retailer says which kind of part it is.
    CategoryUnknown,
    /// The offer states too little to tell whether it is such a part; [`UnmatchedOffer::unsure`] says which one.
    CategoryUnsure,
    /// No known manufacturer is named, by which the part could be told from others.
    ManufacturerUnknown,
    /// An administrator is asked for the offer's product.
    Question,
    /// The matcher has not compared the offer yet.
    NotCompared,
    /// The offer states too little to tell the part from its siblings.
    TooLittle,
}

impl WaitReason {
    /// Every reason, in the order in which they are checked.
    pub const ALL: &'static [WaitReason] = <WaitReason as VariantArray>::VARIANTS;
    /// The names of all reasons.
    pub const NAMES: &'static [&'static str] = <WaitReason as VariantNames>::VARIANTS;

    /// Returns the name as stored and sent.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }
}

impl std::str::FromStr for WaitReason {
    type Err = String;

    /// Reads the name in any case, with dashes or underscores.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let upper = text.trim().replace('-', "_").to_ascii_uppercase();
        WaitReason::ALL.iter().copied().find(|reason| reason.as_str() == upper).ok_or_else(|| {
            let names = WaitReason::NAMES.join(", ");
            format!("no reason for waiting is called {text:?}; there are {names}")
        })
    }
}

/// An offer without a product.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnmatchedOffer {
    pub id: OfferId,
    pub retailer: Slug,
    pub title_en: Option<String>,
    pub title_ar: Option<String>,
    pub url: String,
    pub category: Option<Category>,
    /// The category that an offer without one may have.
    pub unsure: Option<Category>,
    pub manufacturer: Option<String>,
    pub price: Fils,
    pub reason: WaitReason,
    #[serde(rename = "noPart")]
    pub non_part_reason: Option<NonPartReason>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

/// Filter of offers without a product; `None` matches all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UnmatchedFilter {
    pub retailer: Option<Slug>,
    pub reason: Option<WaitReason>,
    pub non_part_reason: Option<NonPartReason>,
}

/// The number of offers for one reason.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnmatchedCount {
    pub reason: WaitReason,
    #[serde(rename = "noPart")]
    pub non_part_reason: Option<NonPartReason>,
    pub offers: i64,
}

/// Returns a page of offers without a product, the newest first.
pub async fn list(
    db: impl PgExecutor<'_>,
    filter: &UnmatchedFilter,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<UnmatchedOffer>> {
    sqlx::query_as!(
        UnmatchedOffer,
        r#"select id as "id!: OfferId", retailer as "retailer!: Slug", title_en, title_ar, url as "url!",
               category as "category: Category", unsure as "unsure: Category", manufacturer, price_fils as "price!: Fils",
               wait_reason as "reason!: WaitReason", no_part as "non_part_reason: NonPartReason", created_at as "created_at!"
           from (select unjoined_offer.*, case when reason = 'CATEGORY_UNKNOWN' and unsure is not null
                     then 'CATEGORY_UNSURE' else reason end as wait_reason from unjoined_offer) as waiting
           where ($1::text is null or retailer = $1) and ($2::text is null or wait_reason = $2)
               and ($3::text is null or no_part = $3)
           order by created_at desc, id offset $4 limit $5"#,
        filter.retailer.as_ref().map(Slug::as_str),
        filter.reason as Option<WaitReason>,
        filter.non_part_reason as Option<NonPartReason>,
        offset,
        limit,
    )
    .fetch_all(db)
    .await
}

/// Counts offers without a product by reason, the largest number first, of one retailer or of all.
pub async fn count(db: impl PgExecutor<'_>, retailer: Option<&Slug>) -> sqlx::Result<Vec<UnmatchedCount>> {
    sqlx::query_as!(
        UnmatchedCount,
        r#"select wait_reason as "reason!: WaitReason", no_part as "non_part_reason: NonPartReason", count(*) as "offers!"
           from (select retailer, no_part, case when reason = 'CATEGORY_UNKNOWN' and unsure is not null
                     then 'CATEGORY_UNSURE' else reason end as wait_reason from unjoined_offer) as waiting
           where $1::text is null or retailer = $1
           group by wait_reason, no_part order by count(*) desc, wait_reason, no_part"#,
        retailer.map(Slug::as_str),
    )
    .fetch_all(db)
    .await
}
