//! Reads schema.org products from the JSON-LD blocks of a page.

use scraper::{Html, Selector};
use serde_json::Value;

/// Maximum depth to which `@graph` and `mainEntity` are followed.
const DEPTH: usize = 8;

/// Returns the products that the page itself is about; products in lists of related products are left out.
pub fn products(page: &Html) -> Vec<Value> {
    let mut found = Vec::new();
    for block in blocks(page) {
        collect(block, DEPTH, &mut found);
    }
    found
}

/// Returns the breadcrumbs of the page.
pub fn breadcrumbs(page: &Html) -> Vec<Value> {
    let mut found = Vec::new();
    for block in blocks(page) {
        collect_breadcrumbs(block, DEPTH, &mut found);
    }
    found
}

fn collect_breadcrumbs(value: Value, depth: usize, found: &mut Vec<Value>) {
    match value {
        Value::Array(items) if depth > 0 => {
            items.into_iter().for_each(|item| collect_breadcrumbs(item, depth - 1, found));
        }
        Value::Object(_) if is_a(&value, "BreadcrumbList") => found.push(value),
        Value::Object(mut object) if depth > 0 => {
            for key in ["@graph", "breadcrumb", "mainEntityOfPage"] {
                if let Some(inner) = object.remove(key) {
                    collect_breadcrumbs(inner, depth - 1, found);
                }
            }
        }
        _ => {}
    }
}

/// Returns the blocks that can be parsed: a broken block says nothing about the others.
fn blocks(page: &Html) -> Vec<Value> {
    let Ok(blocks) = Selector::parse("script[type=\"application/ld+json\"]") else {
        return Vec::new();
    };
    page.select(&blocks).filter_map(|block| read_block(&block.text().collect::<String>())).collect()
}

/// Parses a block. Retailers wrap blocks in comments or CDATA and leave raw line breaks inside strings.
fn read_block(text: &str) -> Option<Value> {
    let text = text.trim();
    let text = text.strip_prefix("<!--").unwrap_or(text);
    let text = text.strip_suffix("-->").unwrap_or(text);
    let text =
        text.trim().trim_start_matches("//<![CDATA[").trim_end_matches("//]]>").trim().trim_end_matches(';');
    serde_json::from_str(text).ok().or_else(|| {
        let spaced: String =
            text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        serde_json::from_str(&spaced).ok()
    })
}

fn collect(value: Value, depth: usize, found: &mut Vec<Value>) {
    if depth == 0 {
        return;
    }
    match value {
        Value::Array(items) => items.into_iter().for_each(|item| collect(item, depth - 1, found)),
        Value::Object(ref object) if is_a(&value, "Product") || is_a(&value, "ProductGroup") => {
            match object.get("hasVariant") {
                Some(variants) if is_a(&value, "ProductGroup") => {
                    let variants = match variants {
                        Value::Array(items) => items.clone(),
                        single => vec![single.clone()],
                    };
                    // A variant with a page of its own is only a reference here.
                    found.extend(
                        variants
                            .into_iter()
                            .filter(|variant| {
                                ["offers", "name", "sku", "mpn"].iter().any(|key| variant.get(*key).is_some())
                            })
                            .map(|variant| with_group(variant, &value)),
                    );
                }
                _ => found.push(value),
            }
        }
        Value::Object(mut object) => {
            for key in ["@graph", "mainEntity", "mainEntityOfPage"] {
                if let Some(inner) = object.remove(key) {
                    collect(inner, depth - 1, found);
                }
            }
        }
        _ => {}
    }
}

/// Completes a variant from its group: a variant states only the differences, so manufacturer, picture and category
/// come from the group.
fn with_group(variant: Value, group: &Value) -> Value {
    let Value::Object(mut variant) = variant else { return variant };
    if !variant.contains_key("name")
        && let Some(name) = varied_name(&variant, group)
    {
        variant.insert("name".to_owned(), Value::String(name));
    }
    for key in ["name", "brand", "manufacturer", "image", "category", "url", "alternateName"] {
        if !variant.contains_key(key)
            && let Some(value) = group.get(key)
        {
            variant.insert(key.to_owned(), value.clone());
        }
    }
    Value::Object(variant)
}

/// Returns the group's name with the values by which the variant differs (`variesBy`): "Vengeance 32GB White".
fn varied_name(variant: &serde_json::Map<String, Value>, group: &Value) -> Option<String> {
    let mut name = group.get("name")?.as_str()?.to_owned();
    let varies = match group.get("variesBy") {
        Some(Value::Array(items)) => items.clone(),
        Some(single) => vec![single.clone()],
        None => Vec::new(),
    };
    for property in varies.iter().filter_map(Value::as_str) {
        let key = property.rsplit(['/', '#', ':']).next().unwrap_or_default();
        let value = variant.get(key).and_then(|value| value.as_str().or_else(|| value.get("name")?.as_str()));
        if let Some(value) = value.map(str::trim).filter(|value| !value.is_empty() && !name.contains(value)) {
            name.push(' ');
            name.push_str(value);
        }
    }
    Some(name)
}

/// Whether a node's `@type` is, or includes, a schema.org type, with or without the schema.org address in front.
pub fn is_a(node: &Value, name: &str) -> bool {
    let matches = |text: &str| text.rsplit(['/', '#', ':']).next() == Some(name);
    match node.get("@type") {
        Some(Value::String(text)) => matches(text),
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).any(matches),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(html: &str) -> Vec<String> {
        products(&Html::parse_document(html))
            .iter()
            .map(|product| product["name"].as_str().unwrap_or("?").to_owned())
            .collect()
    }

    fn block(json: &str) -> String {
        format!("<html><head><script type=\"application/ld+json\">{json}</script></head></html>")
    }

    #[test]
    fn a_product_is_found_alone_in_a_list_in_a_graph_and_beside_broken_blocks() {
        let one = r#"{"@type":"Product","name":"A"}"#;
        assert_eq!(names(&block(one)), ["A"]);
        assert_eq!(names(&block(&format!("[{one}]"))), ["A"]);
        assert_eq!(names(&block(&format!(r#"{{"@graph":[{{"@type":"WebPage"}},{one}]}}"#))), ["A"]);
        assert_eq!(
            names(&block(r#"{"@type":"ItemPage","mainEntity":{"@type":["Product","Thing"],"name":"A"}}"#)),
            ["A"]
        );
        assert_eq!(names(&format!("{}{}", block(r#"{"@type":"Product","#), block(one))), ["A"]);
        assert_eq!(
            names(&block("{\"@type\":\"http://schema.org/Product\",\"name\":\"A\",\"d\":\"two\nlines\"}")),
            ["A"]
        );
    }

    #[test]
    fn products_in_lists_are_not_the_product_of_the_page() {
        let others = r#"{"@type":"ItemList","itemListElement":[{"item":{"@type":"Product","name":"B"}}]}"#;
        assert!(names(&block(others)).is_empty());
        assert!(names("<html><body>Error establishing a database connection</body></html>").is_empty());
    }

    #[test]
    fn variants_inherit_missing_fields_from_their_group() {
        let group = r#"{"@type":"ProductGroup","name":"Kit","brand":"X","hasVariant":[{"@type":"Product","sku":"1"},{"@type":"Product","sku":"2","name":"Kit 2"}]}"#;
        assert_eq!(names(&block(group)), ["Kit", "Kit 2"]);
        let varied = r#"{"@type":"ProductGroup","name":"Kit","variesBy":["https://schema.org/color","size"],"hasVariant":[
            {"@type":"Product","sku":"1","color":"White","size":"32GB"},{"url":"https://shop.example/other"}]}"#;
        assert_eq!(names(&block(varied)), ["Kit White 32GB"]);
        let alone = r#"{"@type":"ProductGroup","name":"Kit","hasVariant":{"@type":"Product","sku":"1"}}"#;
        assert_eq!(names(&block(alone)), ["Kit"]);
    }
}
