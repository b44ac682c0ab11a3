//! Cheapest ways to buy a build, delivery included.

use std::collections::BTreeMap;

use axum::{extract::State, response::IntoResponse};
use domain::{
    basket::{self, Basket, BasketShare, LinePrices},
    compat::ParsedPart,
    model::{Fils, ProductId, ShippingRule, Slug},
    store::build_parts::{BuildPartOffer, BuildPartRow},
};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::{
    http::{
        cache::CachePolicy,
        error::{ApiError, ApiResult},
        extract::Json,
    },
    routes::compatibility::{
        load::{LoadedBuild, RefusedEntry, load_build},
        request::BuildRequest,
    },
    wire::kwd::{CURRENCY, Kwd},
};

/// Ways to buy a build. Only offers in stock count; a part with its whole quantity comes from one retailer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Baskets {
    #[schema(example = "KWD")]
    pub currency: &'static str,
    /// The cheapest split over the retailers, with their delivery fees; null when no part of the build can be bought.
    pub cheapest: Option<Plan>,
    /// Every part at its lowest price, whatever delivery costs.
    pub each_lowest: Option<Plan>,
    /// The cheapest splits over fewer retailers than `cheapest` has, each with fewer than the one before it; empty when
    /// there are none.
    pub fewer_retailers: Vec<Plan>,
    /// The retailer that has the most parts; null when one retailer has them all.
    pub nearest_retailer: Option<NearestRetailer>,
    /// Parts that no retailer has in stock in the requested quantity; no plan contains them.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub unavailable: Vec<ProductId>,
    /// Requested ids of unknown products.
    #[schema(value_type = Vec<uuid::Uuid>)]
    pub not_found: Vec<ProductId>,
    /// Entries that could not be put into the build; the plans cover the others.
    pub refused: Vec<RefusedEntry>,
}

/// One way to buy the parts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    /// Whether the search proved that no basket of its kind is cheaper.
    pub proven: bool,
    pub parts_total: Kwd,
    /// Sum of the known delivery fees.
    pub delivery_total: Kwd,
    /// Parts and known delivery fees.
    pub total: Kwd,
    /// Whether every retailer of the plan states its delivery fee.
    pub delivery_known: bool,
    pub retailers: Vec<PlanRetailer>,
}

/// Share of one retailer in a plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanRetailer {
    #[schema(value_type = String)]
    pub slug: Slug,
    pub name: String,
    pub name_ar: String,
    pub parts: Vec<PlanPart>,
    pub parts_total: Kwd,
    /// Delivery fee; 0 is free, null is unknown.
    pub delivery: Option<Kwd>,
}

/// A part bought from a retailer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanPart {
    #[schema(value_type = uuid::Uuid)]
    pub product_id: ProductId,
    pub quantity: u32,
    /// Price of one piece.
    pub price: Kwd,
    /// Address of the offer's page.
    pub url: String,
}

/// A retailer that has some of the parts (`has` out of `of`).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NearestRetailer {
    #[schema(value_type = String)]
    pub slug: Slug,
    pub name: String,
    pub name_ar: String,
    pub has: usize,
    pub of: usize,
}

/// `POST /api/basket`: computes the cheapest ways to buy a build, from one retailer or several.
#[utoipa::path(
    post,
    path = "/api/basket",
    tag = "builder",
    request_body = BuildRequest,
    responses(
        (status = 200, body = Baskets),
        (status = 422, description = "A slot is invalid: `fields` says which one and why"),
    )
)]
pub async fn find_basket(
    State(db): State<PgPool>,
    Json(request): Json<BuildRequest>,
) -> ApiResult<impl IntoResponse> {
    let requested = load_build(&db, &request).await?;
    // A large build at many retailers takes milliseconds of CPU time, too long for an async thread.
    let baskets = tokio::task::spawn_blocking(move || Baskets::from_build(requested))
        .await
        .map_err(|error| ApiError::Internal(error.into()))?;
    Ok((CachePolicy::Never, Json(baskets)))
}

/// The parts to buy, with the offers and delivery rules of the retailers.
struct Market<'a> {
    /// Parts that at least one retailer has in the requested quantity.
    parts: Vec<&'a ParsedPart>,
    /// For each part, the cheapest sufficient offer of each retailer, in the order of `retailers`.
    offers: Vec<Vec<Option<&'a BuildPartOffer>>>,
    retailers: Vec<&'a BuildPartOffer>,
    rules: Vec<ShippingRule>,
    lines: Vec<LinePrices>,
    unavailable: Vec<ProductId>,
}

impl<'a> Market<'a> {
    fn from_build(requested: &'a LoadedBuild) -> Self {
        let no_offers: &[BuildPartOffer] = &[];
        let serving = |part: &ParsedPart| {
            let offers_of_part = requested
                .by_id
                .get(&part.id)
                .map_or(no_offers, |BuildPartRow { offers, .. }| offers.as_slice());
            let quantity = part.quantity;
            offers_of_part.iter().filter(move |offer| offer.has_quantity(quantity))
        };
        let all = || requested.build.parts().iter();
        // Ordered by the retailers' positions, so that equal builds get equal answers.
        let by_place: BTreeMap<i32, &BuildPartOffer> =
            all().flat_map(serving).map(|offer| (offer.retailer_position, offer)).collect();
        let retailers: Vec<&BuildPartOffer> = by_place.into_values().collect();
        let (parts, sold_out): (Vec<&ParsedPart>, Vec<&ParsedPart>) =
            all().partition(|part| serving(part).next().is_some());
        let offers: Vec<Vec<Option<&BuildPartOffer>>> = parts
            .iter()
            .map(|part| {
                let at = |retailer: &&BuildPartOffer| {
                    serving(part).find(|offer| offer.retailer_position == retailer.retailer_position)
                };
                retailers.iter().map(at).collect()
            })
            .collect();
        let line = |(part, found): (&&ParsedPart, &Vec<Option<&BuildPartOffer>>)| {
            let price = |offer: &BuildPartOffer| offer.price.saturating_mul(i64::from(part.quantity));
            found.iter().map(|offer| offer.map(price)).collect()
        };
        Self {
            lines: parts.iter().zip(&offers).map(line).collect(),
            rules: retailers.iter().map(|retailer| retailer.shipping()).collect(),
            unavailable: sold_out.into_iter().map(|part| part.id).collect(),
            parts,
            offers,
            retailers,
        }
    }

    fn plan(&self, basket: &Basket) -> Plan {
        let shares = basket.split_by_retailer(&self.lines, &self.rules);
        let sum = |amounts: &mut dyn Iterator<Item = Fils>| amounts.fold(Fils::ZERO, Fils::saturating_add);
        let parts = sum(&mut shares.iter().map(|share| share.parts));
        let delivery = sum(&mut shares.iter().filter_map(|share| share.delivery));
        Plan {
            proven: basket.is_proved,
            parts_total: Kwd(parts),
            delivery_total: Kwd(delivery),
            total: Kwd(parts.saturating_add(delivery)),
            delivery_known: shares.iter().all(|share| share.delivery.is_some()),
            retailers: shares.iter().filter_map(|share| self.retailer(share)).collect(),
        }
    }

    fn retailer(&self, share: &BasketShare) -> Option<PlanRetailer> {
        let retailer = self.retailers.get(share.retailer)?;
        let part = |line: &usize| {
            let (part, offer) = (self.parts.get(*line)?, (*self.offers.get(*line)?.get(share.retailer)?)?);
            Some(PlanPart {
                product_id: part.id,
                quantity: part.quantity,
                price: Kwd(offer.price),
                url: offer.shopper_url(),
            })
        };
        Some(PlanRetailer {
            slug: retailer.retailer_slug.clone(),
            name: retailer.retailer_name_en.clone(),
            name_ar: retailer.retailer_name_ar.clone(),
            parts: share.lines.iter().filter_map(part).collect(),
            parts_total: Kwd(share.parts),
            delivery: share.delivery.map(Kwd),
        })
    }

    /// Returns the cheapest splits over fewer retailers, each with fewer than the one before it.
    fn plans_with_fewer_retailers(&self, than: usize) -> Vec<Plan> {
        let mut plans: Vec<Plan> = Vec::new();
        let mut most = than.saturating_sub(1);
        while most > 0 {
            let Some(basket) = basket::find_cheapest(&self.lines, &self.rules, most) else { break };
            let plan = self.plan(&basket);
            most = plan.retailers.len().saturating_sub(1);
            plans.push(plan);
        }
        plans
    }

    fn nearest(&self) -> Option<NearestRetailer> {
        let has = |retailer: usize| {
            self.offers.iter().filter(|line| line.get(retailer).is_some_and(Option::is_some)).count()
        };
        let (index, retailer) = self
            .retailers
            .iter()
            .enumerate()
            .max_by_key(|(index, _)| (has(*index), std::cmp::Reverse(*index)))?;
        (has(index) < self.parts.len()).then(|| NearestRetailer {
            slug: retailer.retailer_slug.clone(),
            name: retailer.retailer_name_en.clone(),
            name_ar: retailer.retailer_name_ar.clone(),
            has: has(index),
            of: self.parts.len(),
        })
    }
}

impl Baskets {
    fn from_build(requested: LoadedBuild) -> Self {
        let market = Market::from_build(&requested);
        let bought = !market.parts.is_empty();
        let cheapest = basket::find_cheapest(&market.lines, &market.rules, market.retailers.len())
            .filter(|_| bought)
            .map(|basket| market.plan(&basket));
        let each_lowest = basket::buy_each_at_lowest(&market.lines, &market.rules).filter(|_| bought);
        Self {
            currency: CURRENCY,
            fewer_retailers: cheapest
                .as_ref()
                .map_or_else(Vec::new, |plan| market.plans_with_fewer_retailers(plan.retailers.len())),
            each_lowest: each_lowest.map(|basket| market.plan(&basket)),
            nearest_retailer: market.nearest(),
            cheapest,
            unavailable: market.unavailable,
            not_found: requested.not_found,
            refused: requested.refused,
        }
    }
}
