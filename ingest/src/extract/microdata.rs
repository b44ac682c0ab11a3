//! Reads schema.org products from the microdata of a page, into the same shape as JSON-LD.

use scraper::{ElementRef, Html, Selector};
use serde_json::{Map, Value};

/// Maximum depth of nested items.
const DEPTH: usize = 8;

/// Returns the products that the page itself is about: those not inside another item.
pub fn products(page: &Html) -> Vec<Value> {
    let Ok(selector) = Selector::parse("[itemscope][itemtype*=\"schema.org/Product\"]") else {
        return Vec::new();
    };
    page.select(&selector)
        .filter(|element| element.attr("itemprop").is_none() && !inside_an_item(*element))
        .map(|element| item(element, DEPTH))
        .collect()
}

/// Returns the breadcrumbs of the page, as BreadcrumbLists.
pub fn breadcrumbs(page: &Html) -> Vec<Value> {
    let Ok(selector) = Selector::parse("[itemscope][itemtype*=\"schema.org/BreadcrumbList\"]") else {
        return Vec::new();
    };
    page.select(&selector).map(|element| item(element, DEPTH)).collect()
}

fn inside_an_item(element: ElementRef<'_>) -> bool {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        // No real retailer's page is nested deeper.
        .take(200)
        .filter(|ancestor| ancestor.attr("itemscope").is_some())
        // An item such as `WebPage` wraps the page itself and is not a list of other items.
        .any(|ancestor| !ancestor.attr("itemtype").unwrap_or_default().contains("Page"))
}

fn item(element: ElementRef<'_>, depth: usize) -> Value {
    let mut object = Map::new();
    if let Some(kind) = element.attr("itemtype") {
        object.insert("@type".to_owned(), Value::String(kind.to_owned()));
    }
    if depth > 0 {
        for child in element.child_elements() {
            properties(child, depth, &mut object);
        }
    }
    Value::Object(object)
}

fn properties(element: ElementRef<'_>, depth: usize, object: &mut Map<String, Value>) {
    // Markup nests as deep as its author likes; a list instead of recursion keeps the stack flat.
    let mut waiting = vec![element];
    while let Some(element) = waiting.pop() {
        let is_item = element.attr("itemscope").is_some();
        if let Some(names) = element.attr("itemprop") {
            let value = if is_item { item(element, depth - 1) } else { Value::String(text_of(element)) };
            for name in names.split_whitespace() {
                add(object, name, value.clone());
            }
        }
        if !is_item {
            let mut children: Vec<_> = element.child_elements().collect();
            children.reverse();
            waiting.extend(children);
        }
    }
}

/// Adds a property; a second value turns it into a list.
fn add(object: &mut Map<String, Value>, name: &str, value: Value) {
    match object.get_mut(name) {
        None => {
            object.insert(name.to_owned(), value);
        }
        Some(Value::Array(items)) => items.push(value),
        Some(first) => *first = Value::Array(vec![first.clone(), value]),
    }
}

fn text_of(element: ElementRef<'_>) -> String {
    let attribute = match element.value().name() {
        "meta" => "content",
        "a" | "link" | "area" => "href",
        "img" | "source" | "iframe" => "src",
        "data" | "meter" => "value",
        "time" => "datetime",
        _ => "content",
    };
    element.attr(attribute).map_or_else(
        || element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" "),
        str::to_owned,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_with_its_offer_is_read() {
        let page = Html::parse_document(
            r#"<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">RTX <b>5070</b></h1>
            <meta itemprop="sku" content="N1"><div itemprop="brand" itemscope itemtype="https://schema.org/Brand">
            <span itemprop="name">MSI</span></div><div><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
            <span itemprop="price" content="199.900">199.900 KD</span><link itemprop="availability" href="https://schema.org/InStock">
            </div></div></div>
            <ul itemscope itemtype="https://schema.org/ItemList"><li itemscope itemtype="https://schema.org/Product">
            <span itemprop="name">other</span></li></ul>"#,
        );
        let products = products(&page);
        assert_eq!(products.len(), 1);
        assert_eq!(products[0]["name"], "RTX 5070");
        assert_eq!(products[0]["brand"]["name"], "MSI");
        assert_eq!(products[0]["offers"]["price"], "199.900");
        assert_eq!(products[0]["offers"]["availability"], "https://schema.org/InStock");
    }
}
