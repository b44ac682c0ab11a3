//! The demo retailers and their offers.

use std::collections::HashMap;

use domain::model::Fils;
use time::Date;

use super::{
    ambiguous_titles::{self, AmbiguousTitle},
    facts::{self, Part},
    general_store,
    market::{self, Level, Quote},
    odd_listings::{self, Colour, Habit},
    seed,
    shop_kind::ShopKind,
    stated::{self, Stated},
    storefront,
    table::FactsError,
    titles, titles_ar, used_and_bundles,
};

/// A shop's listing of a product.
#[derive(Debug, Clone)]
pub struct Offer {
    pub external_id: String,
    /// Index of the product in [`Catalogue::parts`].
    pub part: usize,
    /// Indices of the products that an ambiguous title may name, the one that is sold first; else empty.
    pub possible_products: Vec<usize>,
    pub title: String,
    pub title_ar: String,
    /// Whether the shop writes this listing in Arabic.
    pub is_arabic: bool,
    /// Description, as HTML; only the general store has any.
    pub description: Option<String>,
    pub stated: Stated,
    /// The habit of real shops that this listing shows, where it is there for one.
    pub habit: Option<Habit>,
    pub(super) colour: Option<Colour>,
    pub(super) seed: u64,
    pub(super) level: Level,
}

impl Offer {
    /// Returns the title as the shop shows it.
    pub fn shown_title(&self) -> &str {
        if self.is_arabic { &self.title_ar } else { &self.title }
    }

    /// Returns the price and stock on `date`.
    pub(super) fn quote(&self, date: Date) -> Quote {
        let quote = market::quote(self.level, date);
        self.habit.map_or(quote, |habit| odd_listings::quote(habit, self.level.base, quote))
    }
}

/// A shop with its offers.
#[derive(Debug)]
pub struct Shop {
    pub kind: ShopKind,
    pub offers: Vec<Offer>,
    by_id: HashMap<String, usize>,
}

impl Shop {
    fn new(kind: ShopKind, offers: Vec<Offer>) -> Shop {
        let by_id =
            offers.iter().enumerate().map(|(index, offer)| (offer.external_id.clone(), index)).collect();
        Shop { kind, offers, by_id }
    }

    fn add(&mut self, offer: Offer) {
        self.by_id.insert(offer.external_id.clone(), self.offers.len());
        self.offers.push(offer);
    }

    /// Returns the offer with this id.
    pub fn find(&self, external_id: &str) -> Option<&Offer> {
        self.by_id.get(external_id).and_then(|index| self.offers.get(*index))
    }
}

/// All products and all shops.
#[derive(Debug)]
pub struct Catalogue {
    pub parts: Vec<Part>,
    pub shops: Vec<Shop>,
    by_slug: HashMap<String, usize>,
}

impl Catalogue {
    /// Builds everything from the tables; the result is the same on every run.
    ///
    /// # Errors
    /// When a fact table cannot be read.
    pub fn build() -> Result<Catalogue, FactsError> {
        let mut parts = facts::parts()?;
        parts.extend(facts::accessories()?);
        let (used, bundles) = (used_and_bundles::used_parts(&parts), used_and_bundles::bundles(&parts));
        parts.extend(facts::unlisted()?);
        parts.extend(used);
        parts.extend(bundles);
        let mut shops: Vec<Shop> =
            ShopKind::PART_SHOPS.into_iter().map(|kind| build_shop(kind, &parts)).collect();
        // After all parts: no other shop sells its other goods.
        let offers = general_store::offers(&mut parts)?;
        shops.push(Shop::new(ShopKind::MirqabMart, offers));
        // Last: the other listings stay as they are.
        for (kind, offer) in odd_listings::offers(&mut parts)? {
            if let Some(shop) = shops.iter_mut().find(|shop| shop.kind == kind) {
                shop.add(offer);
            }
        }
        let by_slug = parts.iter().enumerate().map(|(index, part)| (part.slug.clone(), index)).collect();
        Ok(Catalogue { parts, shops, by_slug })
    }

    /// Returns the shop with this slug.
    pub fn shop(&self, slug: &str) -> Option<&Shop> {
        self.shops.iter().find(|shop| shop.kind.slug() == slug)
    }

    /// Returns the product with this slug.
    pub fn part_by_slug(&self, slug: &str) -> Option<&Part> {
        self.by_slug.get(slug).and_then(|index| self.parts.get(*index))
    }

    /// Returns the product of an offer.
    pub fn part(&self, offer: &Offer) -> Option<&Part> {
        self.parts.get(offer.part)
    }
}

/// Chooses the products that a shop sells, and builds their offers.
fn build_shop(kind: ShopKind, parts: &[Part]) -> Shop {
    let (share, _) = kind.habits();
    let mut offers: Vec<Offer> = parts
        .iter()
        .enumerate()
        .filter_map(|(index, part)| {
            let offer = seed::of(&format!("{}/{}", kind.slug(), part.id));
            (seed::below(offer, SALT_RANGE, 0, 1000) < share)
                .then(|| unambiguous_offer(kind, parts, index, part, offer))
        })
        .collect();
    let shops = ShopKind::PART_SHOPS;
    let shop_index = shops.iter().position(|other| *other == kind).unwrap_or_default();
    let ambiguous = ambiguous_titles::titles_of(shop_index, shops.len(), parts);
    offers.extend(ambiguous.into_iter().filter_map(|title| ambiguous_offer(kind, parts, title)));
    Shop::new(kind, offers)
}

/// Builds an offer whose title identifies its product.
pub(super) fn unambiguous_offer(
    kind: ShopKind,
    parts: &[Part],
    index: usize,
    part: &Part,
    offer: u64,
) -> Offer {
    let next = parts.get(index + 1).filter(|next| part.series.is_some() && next.series == part.series);
    let title = if titles::sold_by_size(kind, part) {
        format!("{} {}", titles::series_title(part), titles::size(part))
    } else {
        storefront::english(kind, part, offer, &titles::english(kind, part, offer), false)
    };
    Offer {
        external_id: kind.external_id(offer),
        part: index,
        possible_products: Vec::new(),
        title,
        title_ar: storefront::arabic(kind, part, offer, &titles_ar::arabic(part, offer), false),
        is_arabic: kind == ShopKind::SafatTech,
        description: None,
        stated: stated::of(kind, part, next.unwrap_or(part), offer, false),
        habit: None,
        colour: None,
        seed: offer,
        level: level(kind, part, offer),
    }
}

/// Builds an offer whose title may name several products.
fn ambiguous_offer(kind: ShopKind, parts: &[Part], ambiguous: AmbiguousTitle) -> Option<Offer> {
    let index = *ambiguous.possible_products.first()?;
    let part = parts.get(index)?;
    let offer = seed::of(&format!("{}/{}", kind.slug(), ambiguous.title));
    Some(Offer {
        external_id: kind.external_id(offer),
        part: index,
        title: storefront::english(kind, part, offer, &ambiguous.title, true),
        title_ar: storefront::arabic(
            kind,
            part,
            offer,
            &titles_ar::around(part, &ambiguous.title, offer),
            true,
        ),
        is_arabic: kind == ShopKind::SafatTech,
        description: None,
        possible_products: ambiguous.possible_products,
        stated: stated::of(kind, part, part, offer, true),
        habit: None,
        colour: None,
        seed: offer,
        level: level(kind, part, offer),
    })
}

/// Returns the offer's price level: the shop's, with a little of its own.
pub(super) fn level(kind: ShopKind, part: &Part, offer: u64) -> Level {
    let (_, level) = kind.habits();
    let spread = 970 + seed::below(offer, SALT_SPREAD, 0, 61);
    Level { seed: offer, base: Fils(part.base.0 * level / 1000 * spread / 1000) }
}

const SALT_RANGE: u64 = 40;
const SALT_SPREAD: u64 = 41;
