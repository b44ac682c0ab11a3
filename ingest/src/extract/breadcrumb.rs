//! Reads the category of a product page from its breadcrumb: schema.org's BreadcrumbList, else the markup.

use scraper::{Html, Selector};
use serde_json::Value;

use super::{json_ld, microdata};
use crate::raw_offer::RetailerCategory;

/// Returns the path that leads to the page, without the retailer's front page and the product itself.
pub fn category(page: &Html, products: &[Value]) -> Option<RetailerCategory> {
    let mut lists = json_ld::breadcrumbs(page);
    lists.extend(microdata::breadcrumbs(page));
    // A page may state several breadcrumbs; the longest carries the most information.
    let stated = lists.iter().map(names).max_by_key(Vec::len).filter(|names| !names.is_empty());
    let names = stated.unwrap_or_else(|| marked_up(page));
    let is_product = |name: &str| {
        products.iter().any(|product| {
            product.get("name").and_then(Value::as_str).is_some_and(|known| known.trim() == name)
        })
    };
    let mut names: Vec<String> = names.into_iter().filter(|name| !name.is_empty()).collect();
    if names.last().is_some_and(|last| is_product(last)) {
        names.pop();
    }
    if names.first().is_some_and(|first| is_front_page(first)) {
        names.remove(0);
    }
    (!names.is_empty()).then(|| RetailerCategory::from_path(names))
}

fn is_front_page(name: &str) -> bool {
    let name = name.to_lowercase();
    ["home", "homepage", "home page", "shop", "store", "الرئيسية", "الصفحة الرئيسية", "المتجر"]
        .contains(&name.as_str())
}

/// Returns the names of a list in the order of their positions.
fn names(list: &Value) -> Vec<String> {
    let items = match list.get("itemListElement") {
        Some(Value::Array(items)) => items.as_slice(),
        Some(single) => std::slice::from_ref(single),
        None => &[],
    };
    let mut named: Vec<(u64, String)> = items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| {
            let position = item.get("position").and_then(|position| match position {
                Value::String(text) => text.trim().parse().ok(),
                number => number.as_u64(),
            });
            let name = [item.get("name"), item.pointer("/item/name")]
                .into_iter()
                .flatten()
                .find_map(Value::as_str)?;
            Some((position.unwrap_or(index as u64), name.trim().to_owned()))
        })
        .collect();
    named.sort_by_key(|(position, _)| *position);
    named.into_iter().map(|(_, name)| name).collect()
}

/// CSS selector of breadcrumbs without structured data.
const MARKED_UP: &str = "nav.breadcrumb a, nav.woocommerce-breadcrumb a, ol.breadcrumb a, ul.breadcrumb a, \
    [aria-label=breadcrumb] a, .breadcrumbs a";
/// Maximum number of names of one breadcrumb.
const MAX_NAMES: usize = 10;

fn marked_up(page: &Html) -> Vec<String> {
    let Ok(links) = Selector::parse(MARKED_UP) else { return Vec::new() };
    let text = |link: scraper::ElementRef<'_>| {
        link.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    page.select(&links).take(MAX_NAMES).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(html: &str) -> Option<String> {
        let page = Html::parse_document(html);
        let products: Vec<Value> = json_ld::products(&json_ld::blocks(&page).nodes)
            .into_iter()
            .flat_map(json_ld::Stated::into_products)
            .collect();
        category(&page, &products).map(|category| RetailerCategory::text(&category))
    }

    #[test]
    fn breadcrumb_excludes_front_page_and_product() {
        let json = r#"<script type="application/ld+json">{"@graph":[{"@type":"BreadcrumbList","itemListElement":[
            {"@type":"ListItem","position":3,"name":"RAM A"},{"@type":"ListItem","position":1,"name":"Home"},
            {"@type":"ListItem","position":"2","item":{"@id":"/c","name":"Components"}},{"position":2,"name":"Memory"}]},
            {"@type":"Product","name":"RAM A"}]}</script>"#;
        assert_eq!(path(json).as_deref(), Some("Components > Memory"));
        let microdata = r#"<ol itemscope itemtype="https://schema.org/BreadcrumbList"><li itemprop="itemListElement" itemscope
            itemtype="https://schema.org/ListItem"><a itemprop="item" href="/"><span itemprop="name">الرئيسية</span></a>
            <meta itemprop="position" content="1"></li><li itemprop="itemListElement" itemscope
            itemtype="https://schema.org/ListItem"><a itemprop="item" href="/c"><span itemprop="name">Storage</span></a></li></ol>"#;
        assert_eq!(path(microdata).as_deref(), Some("Storage"));
        assert_eq!(path("<nav class=breadcrumb><a>Home</a> / <a>Cases</a></nav>").as_deref(), Some("Cases"));
        assert_eq!(path("<p>nothing</p>"), None);
    }
}
