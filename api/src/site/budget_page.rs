//! The page `/build-for`: title, description and first content say which PC a sum buys today for a use.

use axum::{http::StatusCode, response::Response};
use serde_json::{Value, json};

use super::{
    Site, SiteState,
    address::PageAddress,
    budget_image::add_image,
    budget_query::{BudgetQuery, PATH},
    content,
    head::{Addresses, Head},
    page::PageTemplate,
};
use crate::{
    http::limit::ClientAddress,
    routes::budget::{
        self,
        answer::{BudgetBuilds, BudgetPart},
    },
    services::texts::{Sentence, Texts, money},
};

/// The page for an address. Without a build, because parts are missing or too many others wait, it has no list.
pub async fn answer(
    app: &SiteState,
    page: &PageTemplate,
    address: &PageAddress,
    client: ClientAddress,
    query: Option<&str>,
) -> Response {
    let requested = BudgetQuery::read(query);
    let shown = requested.unwrap_or_default();
    let found = budget::find_best(&app.budget, client, shown.budget, shown.use_key).await.ok();
    let found = found.as_deref();
    let heading = shown.sentence("site.buildForTitle");
    let content = content::budget::write(address, &heading, found);
    page.answer(StatusCode::OK, &head(&app.site, address, requested, found), &content)
}

fn head(
    site: &Site,
    address: &PageAddress,
    requested: Option<BudgetQuery>,
    found: Option<&BudgetBuilds>,
) -> Head {
    let texts = Texts(address.language);
    let shown = requested.unwrap_or_default();
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
        .filter(|requested| requested.is_in_sitemap())
        .map_or_else(|| PATH.to_owned(), BudgetQuery::path);
    let addresses = Addresses { public_url: site.public_url.to_string(), path };
    let mut head = Head::new(address, title, text);
    head.data = found.and_then(|found| describe_build(site, address, &name, found)).into_iter().collect();
    // Search engines must not list a page that shows no build; one that was not found in time may be there the next time.
    let is_final = |found: &BudgetBuilds| found.no_build.as_ref().is_none_or(|reason| reason.is_final);
    head.hidden = found.is_some_and(|found| found.builds.is_empty() && is_final(found));
    head.addresses = Some(addresses);
    if let Some(found) = found {
        add_image(&mut head, site.public_url.as_str(), address, shown, found);
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
