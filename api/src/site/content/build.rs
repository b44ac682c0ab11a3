use domain::{
    model::Fils,
    store::builds::{SavedBuild, SavedPart},
};

use super::{Breadcrumb, RetailerDisplayNames, breadcrumb, frame, panel};
use crate::{
    services::texts::{Sentence, category_name, proper_name},
    site::{address::PageAddress, html::Html},
};

/// Writes the page of a shared build: its parts with today's prices and retailers.
pub fn write(
    page: &PageAddress,
    build: &SavedBuild,
    parts: &[SavedPart],
    total: Fils,
    retailers: &RetailerDisplayNames,
) -> String {
    frame(page, |html| {
        breadcrumb(html, &[Breadcrumb::home(), Breadcrumb::current(Sentence::at("builds.sharedTitle"))]);
        html.element("h1", &[], |html| html.name(&build.name));
        let anonymous = Sentence::at("builds.anonymous");
        let owner = if build.owner_is_public { proper_name(&build.owner_name) } else { anonymous };
        let by = Sentence::from_fn(|texts| texts.fill("builds.by", &[("name", owner.in_language(texts.0))]));
        html.sentence("p", &[], &by);
        if let Some(description) = &build.description {
            html.element("p", &[], |html| html.name(description));
        }
        html.words("p", "builds.todayTotal");
        html.block("p", "server-price", |html| html.price(total));
        panel(html, &Sentence::at("builds.parts"), |html| {
            html.element("table", &[], |html| {
                html.element("thead", &[], |html| {
                    html.element("tr", &[], |html| {
                        for head in [
                            "builds.column.component",
                            "builds.column.product",
                            "builds.column.price",
                            "builds.column.retailer",
                        ] {
                            html.words("th", head);
                        }
                    });
                });
                html.element("tbody", &[], |html| parts.iter().for_each(|part| row(html, part, retailers)));
            });
        });
    })
}

fn row(html: &mut Html, part: &SavedPart, retailers: &RetailerDisplayNames) {
    let offered = part.today.as_ref();
    let name = offered.map_or(part.name.as_str(), |offered| &offered.name);
    html.element("tr", &[], |html| {
        html.sentence("th", &[("scope", "row")], &category_name(part.slot, "one"));
        html.element("td", &[], |html| {
            match part.product_id.filter(|_| offered.is_some()) {
                Some(id) => html.link(&format!("/product/{id}"), |html| html.name(name)),
                None => html.name(name),
            }
            if part.quantity > 1 {
                html.text(" ");
                html.element("bdi", &[], |html| html.text(&format!("× {}", part.quantity)));
            }
        });
        html.element("td", &[], |html| match part.price_today() {
            Some(price) => html.price(price.saturating_mul(part.quantity.into())),
            None => html.unknown(),
        });
        html.element("td", &[], |html| {
            match offered.and_then(|offered| Some((offered.retailer.as_deref()?, offered))) {
                Some((name, offered)) => {
                    html.sentence("bdi", &[], &retailers.name(offered.retailer_slug.as_deref(), name));
                }
                None => html.unknown(),
            }
        });
    });
}
