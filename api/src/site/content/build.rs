use domain::{
    model::Fils,
    store::builds::{ProductToday, SavedPart},
};

use super::{Breadcrumb, RetailerDisplayNames, breadcrumb, frame, panel};
use crate::{
    services::texts::{Sentence, category_name, proper_name},
    site::{address::PageAddress, html::Html},
};

/// The head of a build's page.
pub struct BuildHeading<'a> {
    pub name: &'a str,
    /// The person who shares the build; none for a guest.
    pub owner: Option<BuildOwnerName<'a>>,
    pub description: Option<&'a str>,
}

/// The owner of a build, as other users see them.
pub enum BuildOwnerName<'a> {
    Public(&'a str),
    Anonymous,
}

/// Writes the page of a shared build: its parts with today's prices and retailers.
pub fn write(
    page: &PageAddress,
    heading: &BuildHeading<'_>,
    parts: &[SavedPart],
    total: Fils,
    retailers: &RetailerDisplayNames,
) -> String {
    frame(page, |html| {
        breadcrumb(html, &[Breadcrumb::home(), Breadcrumb::current(Sentence::at("builds.sharedTitle"))]);
        html.element("h1", &[], |html| html.name(heading.name));
        if let Some(owner) = &heading.owner {
            let owner = match owner {
                BuildOwnerName::Public(name) => proper_name(name),
                BuildOwnerName::Anonymous => Sentence::at("builds.anonymous"),
            };
            let by =
                Sentence::from_fn(|texts| texts.fill("builds.by", &[("name", owner.in_language(texts.0))]));
            html.sentence("p", &[], &by);
        }
        if let Some(description) = heading.description {
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
            if let Some(state) = state_words(offered) {
                html.text(" ");
                html.words("small", state);
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

/// Returns the key of the words for a part that is not in stock anywhere now; `None` for one that is.
fn state_words(today: Option<&ProductToday>) -> Option<&'static str> {
    match today {
        None => Some("builds.state.gone"),
        Some(today) if today.in_stock => None,
        Some(today) if today.pre_order => Some("builds.state.preOrder"),
        Some(today) if today.price.is_some() => Some("builds.state.out"),
        Some(_) => Some("builds.state.unsold"),
    }
}
