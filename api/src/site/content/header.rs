//! Header of a page's first answer: in the places and sizes of the app's header (`web/src/app/Header.tsx`), and of use
//! without scripts.

use domain::store::users::Language;

use crate::site::{address::PageAddress, html::Html};

/// Id of the list of all categories, to which the menu leads.
pub(super) const CATEGORIES_ID: &str = "categories";

/// Writes the header. `query`: the words that the page searched, which stay in the field.
pub(super) fn write(html: &mut Html, page: &PageAddress, query: Option<&str>) {
    html.block("header", "server-top", |html| {
        html.block("div", "server-bar", |html| {
            html.link("/", |html| {
                html.decoration("/favicon.svg");
                html.words("span", "app.name");
            });
            pages(html);
            search(html, page, query);
            end(html, page);
        });
    });
}

fn pages(html: &mut Html) {
    let label = html.text_of_key("nav.main");
    html.element("nav", &[("class", "server-nav"), ("aria-label", label)], |html| {
        html.link("/", |html| {
            html.words("span", "nav.builder");
            // The browser knows the build, and fills in how much of it is chosen.
            html.element("i", &[("aria-hidden", "true")], |_| ());
        });
        html.link("/products", |html| html.words("span", "nav.browse"));
    });
}

/// Writes the search as a form, whose result is a page like any other.
fn search(html: &mut Html, page: &PageAddress, query: Option<&str>) {
    html.block("search", "server-find", |html| {
        let action = page.link("/search");
        html.element("form", &[("action", &action), ("method", "get")], |html| {
            let attributes = [
                ("type", "search"),
                ("name", "q"),
                ("maxlength", "200"),
                ("value", query.unwrap_or_default()),
            ];
            html.field(
                "input",
                &attributes,
                &[("placeholder", "search.placeholder"), ("aria-label", "search.label")],
            );
        });
    });
}

fn end(html: &mut Html, page: &PageAddress) {
    html.block("div", "server-end", |html| {
        let code = match page.language {
            Language::En => "EN",
            Language::Ar => "ع",
        };
        html.element("span", &[("class", "server-icon server-language"), ("aria-hidden", "true")], |html| {
            html.text(code);
        });
        html.element("span", &[("class", "server-icon server-currency"), ("aria-hidden", "true")], |html| {
            html.words("span", "nav.kwd");
        });
        let login = page.link("/login");
        html.element("a", &[("class", "server-icon server-user"), ("href", &login)], |html| {
            html.words("span", "nav.login");
        });
        let categories = format!("#{CATEGORIES_ID}");
        html.element("a", &[("class", "server-icon server-menu"), ("href", &categories)], |html| {
            html.words("span", "nav.menu");
        });
    });
}
