//! Reads schema.org products from the JSON-LD blocks of a page.

use std::collections::HashMap;

use scraper::{Html, Selector};
use serde_json::Value;

use super::{
    copies::Copies,
    loose_json::{self, BrokenJson},
    offer_choice::listed,
};

/// Maximum depth to which `@graph` and `mainEntity` are followed.
const DEPTH: usize = 8;
/// Maximum number of products of one page; a page with more is a list.
const MAX_PRODUCTS: usize = 200;
/// Maximum number of references (`{"@id": …}`) of one page that are followed.
const MAX_REFERENCES: usize = 100;

/// Maximum length of the name of a group that its variants are named by, in characters.
const MAX_NAME_CHARS: usize = 2_000;
/// Maximum number of properties by which the variants of a group are named.
const MAX_VARYING: usize = 20;

/// Contents of the JSON-LD blocks of a page.
#[derive(Debug, Default)]
pub struct Blocks {
    pub nodes: Vec<Value>,
    /// The first block that cannot be read and names a product, else the first that speaks of products.
    pub broken: Option<BrokenBlock>,
}

/// A block that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("JSON-LD block {number} of the page is broken in {fault}")]
pub struct BrokenBlock {
    /// Position among the blocks of the page, from 1.
    pub number: usize,
    pub fault: BrokenJson,
    /// Whether it names the type of a product; else it only speaks of products, as in an address.
    pub is_product: bool,
}

/// A product, or a group of variants.
#[derive(Debug, Clone, PartialEq)]
pub struct Stated {
    pub node: Value,
    /// The variants of a group, each completed from it; empty for a product without a list of variants.
    pub variants: Vec<Value>,
    /// Whether the page names it as what it is about.
    pub is_main: bool,
}

impl Stated {
    /// Returns a product without variants.
    pub fn product(node: Value) -> Self {
        Self { node, variants: Vec::new(), is_main: false }
    }

    /// Returns the variants, or the product itself.
    pub fn into_products(self) -> Vec<Value> {
        if self.variants.is_empty() { vec![self.node] } else { self.variants }
    }
}

/// Reads the blocks of a page. A broken block says nothing about the others.
pub fn blocks(page: &Html) -> Blocks {
    let Ok(scripts) = Selector::parse("script[type*=\"ld+json\" i]") else {
        return Blocks::default();
    };
    let mut found = Blocks::default();
    let is_json_ld = |kind: &str| {
        kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/ld+json")
    };
    let scripts = page.select(&scripts).filter(|script| script.attr("type").is_some_and(is_json_ld));
    for (index, script) in scripts.enumerate() {
        let text: String = script.text().collect();
        let read =
            serde_json::from_str(text.trim()).map_or_else(|_| loose_json::read(&text), |node| Ok(vec![node]));
        match read {
            Ok(nodes) => found.nodes.extend(nodes),
            Err(fault) => {
                let lower = text.to_ascii_lowercase();
                let is_product = lower.contains("product\"");
                let is_first = found.broken.as_ref().is_none_or(|broken| is_product && !broken.is_product);
                if is_first && lower.contains("product") {
                    found.broken = Some(BrokenBlock { number: index + 1, fault, is_product });
                }
            }
        }
    }
    found
}

/// Returns the products of blocks; products in lists of related products and in reviews are left out.
pub fn products(nodes: &[Value]) -> Vec<Stated> {
    let mut found = Vec::new();
    let mut references = References::of(nodes);
    for node in nodes {
        references.collect(node, DEPTH, false, &mut found);
    }
    found
}

/// Returns the breadcrumbs of the page.
pub fn breadcrumbs(page: &Html) -> Vec<Value> {
    let mut found = Vec::new();
    for block in blocks(page).nodes {
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

/// Nodes of a page by their `@id`, and what may still be copied of them.
struct References<'a> {
    by_id: HashMap<&'a str, &'a Value>,
    left: usize,
    copies: Copies,
}

impl<'a> References<'a> {
    fn of(nodes: &'a [Value]) -> Self {
        let inner =
            nodes.iter().flat_map(|node| listed(node).chain(node.get("@graph").into_iter().flat_map(listed)));
        let by_id = inner
            .filter(|node| node.as_object().is_some_and(|object| object.len() > 1))
            .filter_map(|node| Some((node.get("@id")?.as_str()?, node)))
            .collect();
        Self { by_id, left: MAX_REFERENCES, copies: Copies::default() }
    }

    /// Returns the node to which a value only refers.
    fn target(&mut self, value: &Value) -> Option<&'a Value> {
        let object = value.as_object().filter(|object| object.len() == 1)?;
        let node = *self.by_id.get(object.get("@id")?.as_str()?)?;
        self.left = self.left.checked_sub(1)?;
        Some(node)
    }

    /// Replaces the references of a product's properties; `None` where the page has more than is copied.
    fn resolved(&mut self, product: &Value) -> Option<Value> {
        let mut product = self.copies.copy(product)?;
        for key in ["offers", "hasVariant", "brand", "itemOffered"] {
            let values = match product.get_mut(key) {
                Some(Value::Array(items)) => items.as_mut_slice(),
                Some(single) => std::slice::from_mut(single),
                None => continue,
            };
            for value in values {
                if let Some(node) = self.target(value) {
                    *value = self.copies.copy(node)?;
                }
            }
        }
        Some(product)
    }

    fn collect(&mut self, value: &Value, depth: usize, is_main: bool, found: &mut Vec<Stated>) {
        if depth == 0 || found.len() >= MAX_PRODUCTS {
            return;
        }
        let Value::Object(object) = value else {
            if let Value::Array(items) = value {
                items.iter().for_each(|item| self.collect(item, depth - 1, is_main, found));
            }
            return;
        };
        if kinds(value).any(is_product) {
            let node = self.resolved(value);
            found.extend(node.and_then(|node| stated(node, is_main, &mut self.copies)));
        } else if let Some(offered) = object.get("itemOffered") {
            let Some(offer) = self.resolved(value) else { return };
            let offered = offer.get("itemOffered").unwrap_or(offered);
            let left = MAX_PRODUCTS - found.len();
            for product in listed(offered).filter(|product| kinds(product).any(is_product)).take(left) {
                let Some(product) = with_offer(product, &offer, &mut self.copies) else { return };
                found.extend(stated(product, is_main, &mut self.copies));
            }
        } else {
            for key in ["@graph", "mainEntity", "mainEntityOfPage"] {
                if let Some(inner) = object.get(key) {
                    let inner = self.target(inner).unwrap_or(inner);
                    self.collect(inner, depth - 1, is_main || key == "mainEntity", found);
                }
            }
        }
    }
}

fn stated(node: Value, is_main: bool, copies: &mut Copies) -> Option<Stated> {
    let mut variants = Vec::new();
    if let Some(stated) = node.get("hasVariant").filter(|_| kinds(&node).any(is_product)) {
        // A variant with a page of its own is only a reference here.
        let told =
            |variant: &&Value| ["offers", "name", "sku", "mpn"].iter().any(|key| variant.get(*key).is_some());
        for variant in listed(stated).filter(told).take(MAX_PRODUCTS) {
            variants.push(with_group(copies.copy(variant)?, &node, copies)?);
        }
    }
    Some(Stated { node, variants, is_main })
}

/// Returns the product of a stated Offer, with that offer where it states none itself.
fn with_offer(product: &Value, offer: &Value, copies: &mut Copies) -> Option<Value> {
    let mut product = copies.copy(product)?;
    if let Some(object) = product.as_object_mut()
        && !object.contains_key("offers")
    {
        object.insert("offers".to_owned(), copies.copy_without(offer, "itemOffered")?);
    }
    Some(product)
}

/// Completes a variant from its group: a variant states only the differences, so manufacturer, picture and category
/// come from the group. `None` where the page has more than is copied.
fn with_group(variant: Value, group: &Value, copies: &mut Copies) -> Option<Value> {
    let Value::Object(mut variant) = variant else { return Some(variant) };
    if !variant.contains_key("name")
        && let Some(name) = varied_name(&variant, group)
    {
        variant.insert("name".to_owned(), Value::String(name));
    }
    // Without a number, its own address tells a variant from the others.
    if ["sku", "productID", "mpn"].iter().all(|key| !variant.contains_key(*key))
        && let Some(address) =
            variant.get("url").filter(|address| group.get("url") != Some(*address)).cloned()
    {
        variant.insert("productID".to_owned(), address);
    }
    for key in ["name", "brand", "manufacturer", "image", "category", "url", "alternateName", "itemCondition"]
    {
        if !variant.contains_key(key)
            && let Some(value) = group.get(key)
        {
            variant.insert(key.to_owned(), copies.copy_first(value)?);
        }
    }
    Some(Value::Object(variant))
}

/// Returns the group's name with the values by which the variant differs (`variesBy`): "Vengeance 32GB White".
fn varied_name(variant: &serde_json::Map<String, Value>, group: &Value) -> Option<String> {
    let mut name: String = group.get("name")?.as_str()?.chars().take(MAX_NAME_CHARS).collect();
    let varies = group.get("variesBy").into_iter().flat_map(listed).take(MAX_VARYING);
    for property in varies.filter_map(Value::as_str) {
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
    kinds(node).any(|kind| local_name(kind).eq_ignore_ascii_case(name))
}

/// Whether a type is a product's.
pub fn is_product(kind: &str) -> bool {
    ["Product", "ProductGroup", "IndividualProduct", "ProductModel", "SomeProducts"]
        .iter()
        .any(|name| local_name(kind).eq_ignore_ascii_case(name))
}

fn kinds(node: &Value) -> impl Iterator<Item = &str> {
    node.get("@type").into_iter().flat_map(listed).filter_map(Value::as_str)
}

fn local_name(kind: &str) -> &str {
    kind.trim().rsplit(['/', '#', ':']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(html: &str) -> Vec<String> {
        products(&blocks(&Html::parse_document(html)).nodes)
            .into_iter()
            .flat_map(Stated::into_products)
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

    #[test]
    fn types_and_scripts_are_found_in_any_spelling() {
        for kind in
            ["product", "PRODUCT", "IndividualProduct", "schema:Product", "https://schema.org/SomeProducts"]
        {
            assert_eq!(names(&block(&format!(r#"{{"@type":"{kind}","name":"A"}}"#))), ["A"], "{kind}");
        }
        for kind in ["application/ld+json; charset=utf-8", "Application/LD+JSON", " application/ld+json "] {
            let html = format!(r#"<script type="{kind}">{{"@type":"Product","name":"A"}}</script>"#);
            assert_eq!(names(&html), ["A"], "{kind}");
        }
        assert!(
            names(r#"<script type="application/ld+json-x">{"@type":"Product","name":"A"}</script>"#)
                .is_empty()
        );
    }

    #[test]
    fn product_of_an_offer_and_products_by_reference_are_found() {
        let offer = r#"{"@type":"Offer","price":"31.250","itemOffered":{"@type":"Product","name":"A"}}"#;
        let found = products(&blocks(&Html::parse_document(&block(offer))).nodes);
        assert_eq!(found[0].node["offers"]["price"], "31.250");
        let graph = r##"{"@graph":[{"@type":"WebPage","mainEntity":{"@id":"#p"}},{"@type":"Offer","@id":"#o","price":"31.250"},
            {"@type":"Product","@id":"#p","name":"A","offers":{"@id":"#o"}}]}"##;
        let found = products(&blocks(&Html::parse_document(&block(graph))).nodes);
        assert!(found.iter().any(|stated| stated.is_main && stated.node["offers"]["price"] == "31.250"));
    }

    #[test]
    fn broken_block_is_named() {
        let html =
            format!("{}{}", block(r#"{"@type":"WebPage"}"#), block("{\"@type\":\"Product\",\n\"name\":\"A"));
        let broken = blocks(&Html::parse_document(&html)).broken.expect("a broken block").to_string();
        assert!(
            broken.starts_with("JSON-LD block 2 of the page is broken in line 2: a string has no end"),
            "{broken}"
        );
    }

    #[test]
    fn variants_without_numbers_are_told_apart_and_as_used_as_their_group() {
        let group = r#"{"@type":"ProductGroup","name":"Kit","url":"/kit","itemCondition":"UsedCondition","hasVariant":[
            {"@type":"Product","name":"Kit 32GB","url":"/kit?v=1"},{"@type":"Product","name":"Kit 64GB","url":"/kit?v=2"}]}"#;
        let found = products(&blocks(&Html::parse_document(&block(group))).nodes).remove(0).into_products();
        let ids: Vec<_> = found.iter().map(|variant| variant["productID"].as_str()).collect();
        assert_eq!(ids, [Some("/kit?v=1"), Some("/kit?v=2")]);
        assert!(found.iter().all(|variant| variant["itemCondition"] == "UsedCondition"));
    }
}
