//! Content of the home page for new visitors: what the site is, its figures, and the ready builds, each in the place in
//! which the app renders it (`web/src/features/builder/start/FirstVisit.tsx`).

use domain::model::Fils;

use super::frame;
use crate::{
    services::texts::{Sentence, clean, grouped, proper_name},
    site::{address::PageAddress, html::Html},
    wire::retailer::Retailer,
};

/// Size of the site.
#[derive(Debug, Clone, Copy)]
pub struct SiteFigures<'a> {
    /// Number of products; 0 where it is not known.
    pub parts: u64,
    /// Compared retailers; empty where they are not known.
    pub retailers: &'a [Retailer],
}

/// A ready build, as in `web/src/lib/buildTemplates.ts`.
#[derive(Debug)]
struct Template {
    name: &'static str,
    /// Its purpose; of the recommended one, that it is recommended.
    chip: &'static str,
    description: &'static str,
    /// Estimate in whole dinars.
    dinars: i64,
}

const TEMPLATES: [Template; 4] = [
    Template {
        name: "templates.budget-office.name",
        chip: "templates.category.office",
        description: "templates.budget-office.description",
        dinars: 300,
    },
    Template {
        name: "templates.gaming-mid.name",
        chip: "templates.recommended",
        description: "templates.gaming-mid.description",
        dinars: 800,
    },
    Template {
        name: "templates.gaming-high.name",
        chip: "templates.category.gaming",
        description: "templates.gaming-high.description",
        dinars: 1_500,
    },
    Template {
        name: "templates.workstation.name",
        chip: "templates.category.professional",
        description: "templates.workstation.description",
        dinars: 2_000,
    },
];

/// Writes the home page. All of it is for new visitors: a browser that has stored a build with parts removes it before
/// the first paint (`web/tools/adaptServerContent.ts`).
pub fn write(page: &PageAddress, figures: &SiteFigures<'_>) -> String {
    frame(page, |html| {
        html.element("div", &[("class", "server-visit"), ("data-new-visitors", "")], |html| {
            html.block("div", "server-intro", |html| {
                html.block("div", "server-lead", |html| {
                    html.words("h1", "build.heading");
                    html.words("p", "build.lead");
                    write_figures(html, figures);
                });
                // The app asks for the example, which needs the solver.
                html.element("div", &[("class", "server-example"), ("aria-hidden", "true")], |_| ());
            });
            ready_builds(html);
        });
    })
}

fn write_figures(html: &mut Html, figures: &SiteFigures<'_>) {
    html.block("dl", "server-figures", |html| {
        let shops = figures.retailers.len() as u64;
        for (key, number) in [("visit.facts.parts", figures.parts), ("visit.facts.shops", shops)] {
            if number > 0 {
                html.element("div", &[], |html| {
                    html.words("dt", key);
                    html.element("dd", &[], |html| html.text(&grouped(number)));
                });
            }
        }
    });
    html.block("ul", "server-shops", |html| {
        for retailer in figures.retailers {
            html.element("li", &[], |html| html.sentence("bdi", &[], &retailer_name(retailer)));
        }
    });
}

fn retailer_name(retailer: &Retailer) -> Sentence {
    if retailer.name_ar.is_empty() {
        return proper_name(&retailer.name);
    }
    Sentence { en: clean(&retailer.name), ar: clean(&retailer.name_ar) }
}

fn ready_builds(html: &mut Html) {
    html.block("div", "server-templates", |html| {
        html.block("div", "server-templates-head", |html| {
            html.words("h2", "templates.title");
            html.words("p", "visit.readyLead");
        });
        html.element("ul", &[], |html| {
            for template in &TEMPLATES {
                ready_build(html, template);
            }
        });
    });
}

fn ready_build(html: &mut Html, template: &Template) {
    html.element("li", &[], |html| {
        // The places of the drawings.
        html.element("div", &[("class", "server-drawings"), ("aria-hidden", "true")], |html| {
            for _ in 0..3 {
                html.element("i", &[], |_| ());
            }
        });
        html.block("div", "server-words", |html| {
            html.words("h3", template.name);
            html.words("span", template.chip);
            html.words("p", template.description);
            html.element("p", &[], |html| {
                html.words("span", "templates.about");
                html.text(" ");
                html.price(Fils(template.dinars * 1_000));
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_builds_are_those_of_the_app() {
        let app = include_str!("../../../../web/src/lib/buildTemplates.ts");
        for template in &TEMPLATES {
            let id = template.name.split('.').nth(1).unwrap();
            let (_, rest) = app.split_once(&format!("id: '{id}',")).unwrap();
            let (_, rest) = rest.split_once("estimatedPrice: ").unwrap();
            assert!(rest.starts_with(&format!("{},", template.dinars)), "{id}");
        }
        assert_eq!(app.matches("estimatedPrice: ").count(), TEMPLATES.len() + 1, "one more is the type");
    }

    #[test]
    fn unknown_figures_are_left_out() {
        let address = PageAddress::from_path("/");
        let html = write(&address, &SiteFigures { parts: 0, retailers: &[] });
        assert!(!html.contains("<dt"), "{html}");
        let html = write(&address, &SiteFigures { parts: 1_127, retailers: &[] });
        assert!(html.contains(">1,127</dd>") && html.matches("<dt").count() == 1, "{html}");
    }
}
