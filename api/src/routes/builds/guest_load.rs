use std::collections::BTreeMap;

use domain::{
    compat::ParsedPart,
    model::{BuildId, Fils, ShortCode, Stock},
    store::{
        build_parts::{BuildPartOffer, BuildPartRow},
        builds::{ProductToday, SavedPart},
        guest_builds::{self, GuestPart},
    },
};
use serde_json::{Value, json};
use sqlx::PgPool;

use super::guest::{GuestBuild, GuestBuildPart};
use crate::{
    http::{
        error::{ApiError, ApiResult},
        limit::{ClientAddress, RateLimits},
    },
    routes::compatibility::{load::load_build, request::BuildRequest},
    services::fit::Fit,
    wire::kwd::Kwd,
};

/// A guest's build with today's prices.
pub struct GuestBuildToday {
    pub code: ShortCode,
    pub name: Option<String>,
    /// In the order of the builder's rows, without the products that are gone from the catalogue. They have no saved price.
    pub parts: Vec<SavedPart>,
    /// Number of products that are gone.
    pub gone: usize,
    pub fit: Fit,
}

impl GuestBuildToday {
    /// Loads the build behind a short link.
    ///
    /// # Errors
    /// 404 for an unknown code; 429 when the client has tried too many of them.
    pub async fn load(
        db: &PgPool,
        limits: &RateLimits,
        client: ClientAddress,
        code: &str,
    ) -> ApiResult<Self> {
        let code = ShortCode::read(code).ok_or(ApiError::BuildNotFound)?;
        let Some(stored) = guest_builds::find(db, &code).await? else {
            limits.unknown_links.check(client.key())?;
            return Err(ApiError::BuildNotFound);
        };
        let loaded = load_build(db, &to_request(&stored.parts)).await?;
        let mut chosen: Vec<&ParsedPart> = loaded.build.parts().iter().collect();
        chosen.sort_by_key(|part| (part.category, part.id));
        let parts = chosen.into_iter().map(|part| to_saved(part, loaded.by_id.get(&part.id))).collect();
        let fit = Fit::check(&loaded.build);
        Ok(Self { code, name: stored.name, parts, gone: loaded.not_found.len(), fit })
    }

    /// Returns the sum of the parts that can be bought today.
    pub fn total(&self) -> Fils {
        let prices = self
            .parts
            .iter()
            .filter_map(|part| Some(part.price_today()?.saturating_mul(part.quantity.into())));
        prices.fold(Fils::ZERO, Fils::saturating_add)
    }

    /// Converts the build to the API's answer.
    pub fn to_wire(&self) -> GuestBuild {
        let part = |part: &SavedPart| {
            Some(GuestBuildPart {
                slot: part.slot,
                product_id: part.product_id?,
                quantity: u32::try_from(part.quantity).unwrap_or(1),
            })
        };
        GuestBuild {
            code: self.code.as_str().to_owned(),
            name: self.name.clone(),
            parts: self.parts.iter().filter_map(part).collect(),
            gone: self.gone,
            total: Kwd(self.total()),
        }
    }
}

fn to_request(parts: &[GuestPart]) -> BuildRequest {
    let mut components: BTreeMap<String, Value> = BTreeMap::new();
    for part in parts {
        let entry = json!({ "productId": part.id, "quantity": part.quantity });
        if let Value::Array(entries) =
            components.entry(part.slot.to_string()).or_insert_with(|| Value::Array(Vec::new()))
        {
            entries.push(entry);
        }
    }
    BuildRequest { components }
}

/// Converts a part to the form of saved builds, so that one page and one image show both.
fn to_saved(part: &ParsedPart, row: Option<&BuildPartRow>) -> SavedPart {
    let best = row.and_then(|row| row.offers.iter().min_by_key(|offer| offer.stock.rank()));
    SavedPart {
        build_id: BuildId(uuid::Uuid::nil()),
        slot: part.category,
        product_id: Some(part.id),
        name: part.name.clone(),
        quantity: i32::try_from(part.quantity).unwrap_or(1),
        price: None,
        today: Some(ProductToday {
            price: best.map(|offer| offer.price),
            in_stock: best.is_some_and(|offer| offer.stock == Stock::In),
            pre_order: best.is_some_and(|offer| offer.stock == Stock::PreOrder),
            retailer: best.map(|offer| offer.retailer_name_en.clone()),
            retailer_slug: best.map(|offer| offer.retailer_slug.to_string()),
            url: best.map(BuildPartOffer::shopper_url),
            ..ProductToday::unavailable(part.name.clone())
        }),
    }
}
