use domain::model::Fils;

use super::{frame, panel};
use crate::{
    routes::budget::answer::BudgetBuilds,
    services::texts::{Sentence, category_name},
    site::{address::PageAddress, html::Html},
    wire::kwd::Kwd,
};

/// The page of builds for a budget: the best build's parts with today's prices, or the reason why nothing in stock makes one; only
/// heading and lead where the budget is too low.
pub fn write(page: &PageAddress, heading: &Sentence, found: Option<&BudgetBuilds>) -> String {
    frame(page, |html| {
        html.sentence("h1", &[], heading);
        html.words("p", "budget.lead");
        if let Some(reason) = found.and_then(|found| found.no_build.as_ref()) {
            let reason = Sentence { en: reason.text.clone(), ar: reason.text_ar.clone() };
            html.sentence("p", &[], &reason);
            return;
        }
        let Some((found, best)) = found.and_then(|found| Some((found, found.builds.first()?))) else {
            return;
        };
        panel(html, &Sentence::at("budget.kinds.best.name"), |html| {
            html.block("p", "server-price", |html| html.price(best.build.total.0));
            html.element("table", &[], |html| {
                html.element("tbody", &[], |html| {
                    for part in &best.build.parts {
                        let product = found.products.iter().find(|product| product.id == part.product_id);
                        let Some(product) = product else { continue };
                        let Kwd(price) = part.price;
                        row(
                            html,
                            &category_name(part.category, "one"),
                            &product.name,
                            &product.id.to_string(),
                            price,
                        );
                    }
                });
            });
            html.words("p", "budget.estimated");
        });
    })
}

fn row(html: &mut Html, category: &Sentence, name: &str, id: &str, price: Fils) {
    html.element("tr", &[], |html| {
        html.sentence("th", &[("scope", "row")], category);
        html.element("td", &[], |html| html.link(&format!("/product/{id}"), |html| html.name(name)));
        html.element("td", &[], |html| html.price(price));
    });
}
