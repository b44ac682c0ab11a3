//! The page `/build-for`: title, description and first content say which PC a sum buys today for a use.

use axum::{http::StatusCode, response::Response};
use domain::{budget::UseKey, model::Fils};
use serde_json::{Value, json};

use super::{
    Site, SiteState,
    address::PageAddress,
    budget_image::name_image,
    content,
    head::{Addresses, Head},
    html::money,
    page::PageTemplate,
};
use crate::{
    routes::budget::{
        self,
        answer::{BudgetBuilds, BudgetPart},
    },
    services::texts::{Sentence, Texts},
};

/// Path of the page, in no language.
pub const PATH: &str = "/build-for";
/// Budget and use of an address that names none, as in the web app.
const DEFAULT_BUILD: BudgetAddress = BudgetAddress { dinars: 500, use_key: UseKey::Gaming1440p };
/// Budgets that the sitemap lists, in dinars. Pages of other budgets show nothing that these do not.
const MIN_DINARS: u32 = 200;
const MAX_DINARS: u32 = 2_500;
const STEP_DINARS: u32 = 100;

/// Budget and use that an address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetAddress {
    pub dinars: u32,
    pub use_key: UseKey,
}

impl Default for BudgetAddress {
    fn default() -> Self {
        DEFAULT_BUILD
    }
}

/// The page for an address. Without a build, because parts are missing or too many others wait, it has no list.
pub async fn answer(
    app: &SiteState,
    page: &PageTemplate,
    address: &PageAddress,
    query: Option<&str>,
) -> Response {
    let requested = BudgetAddress::read(query);
    let shown = requested.unwrap_or(DEFAULT_BUILD);
    let found = budget::find_best(&app.budget, shown.fils(), shown.use_key).await.ok();
    let heading = shown.sentence("site.buildForTitle");
    let content = content::budget::write(address, &heading, found.as_ref());
    page.answer(StatusCode::OK, &head(&app.site, address, requested, found.as_ref()), &content)
}

/// Addresses for the sitemap, in no language.
pub fn open_paths() -> impl Iterator<Item = String> {
    let budgets = (MIN_DINARS..=MAX_DINARS).step_by(STEP_DINARS as usize);
    let uses = UseKey::ALL.into_iter();
    uses.flat_map(move |use_key| budgets.clone().map(move |dinars| BudgetAddress { dinars, use_key }.path()))
}

fn head(
    site: &Site,
    address: &PageAddress,
    requested: Option<BudgetAddress>,
    found: Option<&BudgetBuilds>,
) -> Head {
    let texts = Texts(address.language);
    let shown = requested.unwrap_or(DEFAULT_BUILD);
    let name = shown.sentence("site.buildForTitle");
    let title = texts.fill_plain("app.title", &[("page", name.in_language(address.language))]);
    let total = found.and_then(|found| found.builds.first()).map(|best| money(best.build.total.0));
    let text = match &total {
        Some(total) => {
            let named = shown.use_name(texts);
            texts.fill_plain("site.buildForFound", &[("use", named), ("total", total)])
        }
        None => texts.get("site.buildForText").to_owned(),
    };
    let path = requested
        .filter(|requested| requested.is_open())
        .map_or_else(|| PATH.to_owned(), BudgetAddress::path);
    let addresses = Addresses { public_url: site.public_url.to_string(), path };
    let mut head = Head::new(address, title, text);
    head.data = found.and_then(|found| describe_build(site, address, &name, found)).into_iter().collect();
    // Search engines must not list a page that shows no build; one that was not found in time may be there the next time.
    let is_final = |found: &BudgetBuilds| found.no_build.as_ref().is_none_or(|reason| reason.is_final);
    head.hidden = found.is_some_and(|found| found.builds.is_empty() && is_final(found));
    head.addresses = Some(addresses);
    if let Some(found) = found {
        name_image(&mut head, site.public_url.as_str(), address, shown, found);
    }
    head
}

/// The best build's parts as schema.org describes a list.
fn describe_build(
    site: &Site,
    address: &PageAddress,
    name: &Sentence,
    found: &BudgetBuilds,
) -> Option<Value> {
    let best = found.builds.first()?;
    let item = |(index, part): (usize, &BudgetPart)| {
        let product = found.products.iter().find(|product| product.id == part.product_id)?;
        let url = format!("{}{}", site.public_url, address.link(&format!("/product/{}", product.id)));
        Some(json!({"@type": "ListItem", "position": index + 1, "name": product.name, "url": url}))
    };
    let items: Vec<Value> = best.build.parts.iter().enumerate().filter_map(item).collect();
    Some(json!({
        "@context": "https://schema.org",
        "@type": "ItemList",
        "name": name.in_language(address.language),
        "numberOfItems": items.len(),
        "itemListElement": items,
    }))
}

impl BudgetAddress {
    /// Reads a query string; none where it names neither budget nor use.
    pub fn read(query: Option<&str>) -> Option<Self> {
        let (mut dinars, mut use_key) = (None, None);
        for (name, value) in form_urlencoded::parse(query.unwrap_or_default().as_bytes()) {
            match &*name {
                "budget" => {
                    dinars = value.parse::<u32>().ok().filter(|dinars| (1..=1_000_000).contains(dinars))
                }
                "use" => use_key = value.parse::<UseKey>().ok(),
                _ => {}
            }
        }
        (dinars.is_some() || use_key.is_some()).then(|| Self {
            dinars: dinars.unwrap_or(DEFAULT_BUILD.dinars),
            use_key: use_key.unwrap_or(DEFAULT_BUILD.use_key),
        })
    }

    /// Whether crawlers may list it under its own address.
    fn is_open(&self) -> bool {
        (MIN_DINARS..=MAX_DINARS).contains(&self.dinars) && self.dinars.is_multiple_of(STEP_DINARS)
    }

    fn path(self) -> String {
        format!("{PATH}?{}", self.query())
    }

    /// The query string that names budget and use.
    pub fn query(self) -> String {
        format!("budget={}&use={}", self.dinars, self.use_key)
    }

    /// The budget.
    pub fn fils(self) -> Fils {
        Fils(i64::from(self.dinars) * 1_000)
    }

    fn use_name(self, texts: Texts) -> &'static str {
        texts.find(&format!("budget.uses.{}", self.use_key)).unwrap_or_default()
    }

    /// Returns the text of a key with budget and use filled in.
    pub fn sentence(self, key: &'static str) -> Sentence {
        let dinars = self.dinars.to_string();
        Sentence::from_fn(|texts| {
            texts.fill_plain(key, &[("use", self.use_name(texts)), ("budget", &dinars)])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budget_page_address_round_trips() {
        let named = BudgetAddress { dinars: 800, use_key: UseKey::Gaming4k };
        assert_eq!(BudgetAddress::read(Some("budget=800&use=gaming-4k")), Some(named));
        assert_eq!(named.path(), "/build-for?budget=800&use=gaming-4k");
        assert_eq!(BudgetAddress::read(Some("budget=-3&use=x")), None);
        assert_eq!(BudgetAddress::read(None), None);
        assert!(named.is_open() && !BudgetAddress { dinars: 810, ..named }.is_open());
        assert_eq!(open_paths().count(), 5 * 24);
    }
}
