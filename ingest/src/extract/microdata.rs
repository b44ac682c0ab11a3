//! Reads schema.org products from the microdata or RDFa of a page, into the same shape as JSON-LD.

use scraper::{ElementRef, Html, Selector};
use serde_json::{Map, Value};

use super::{amount_text::amount_text, json_ld::is_product};

/// Maximum depth of nested items.
const DEPTH: usize = 8;
/// Maximum number of elements around an item that are looked at: no real retailer's page is nested deeper.
const AROUND: usize = 200;

/// Attributes by which a markup describes items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// `itemscope`, `itemtype`, `itemprop`.
    Microdata,
    /// `typeof` and `property`, with schema.org as `vocab` or as prefix.
    Rdfa,
}

impl Markup {
    fn is_item(self, element: ElementRef<'_>) -> bool {
        element.attr(if self == Markup::Microdata { "itemscope" } else { "typeof" }).is_some()
    }

    fn kind(self, element: ElementRef<'_>) -> &str {
        element.attr(if self == Markup::Microdata { "itemtype" } else { "typeof" }).unwrap_or_default()
    }

    /// Returns the names of the property that an element holds, without schema.org's address or prefix.
    fn properties(self, element: ElementRef<'_>) -> impl Iterator<Item = &str> {
        let names = element.attr(if self == Markup::Microdata { "itemprop" } else { "property" });
        names.unwrap_or_default().split_whitespace().map(|name| {
            let name = name.strip_prefix("schema:").unwrap_or(name);
            name.rsplit_once("schema.org/").map_or(name, |(_, name)| name)
        })
    }

    fn selector(self) -> &'static str {
        match self {
            Markup::Microdata => "[itemscope][itemtype*=\"schema.org/\" i]",
            Markup::Rdfa => "[typeof]",
        }
    }

    /// Whether an item is schema.org's: RDFa names the vocabulary on an element around.
    fn is_schema_org(self, element: ElementRef<'_>) -> bool {
        let kind = self.kind(element);
        self == Markup::Microdata
            || kind.contains("schema.org/")
            || kind.contains("schema:")
            || std::iter::once(element)
                .chain(element.ancestors().take(AROUND).filter_map(ElementRef::wrap))
                .find_map(|around| around.attr("vocab"))
                .is_some_and(|vocabulary| vocabulary.contains("schema.org"))
    }
}

/// Returns the products that the page itself is about: those not inside another item.
pub fn products(page: &Html, markup: Markup) -> Vec<Value> {
    let Ok(selector) = Selector::parse(markup.selector()) else {
        return Vec::new();
    };
    page.select(&selector)
        .filter(|element| markup.kind(*element).split_whitespace().any(is_product))
        .filter(|element| {
            markup.properties(*element).all(|name| name == "mainEntity") && !inside_an_item(*element, markup)
        })
        .filter(|element| markup.is_schema_org(*element))
        .map(|element| item(element, DEPTH, markup))
        .collect()
}

/// Returns the breadcrumbs of the page, as BreadcrumbLists.
pub fn breadcrumbs(page: &Html) -> Vec<Value> {
    let mut found = Vec::new();
    for markup in [Markup::Microdata, Markup::Rdfa] {
        let Ok(selector) = Selector::parse(markup.selector()) else { continue };
        let lists = page.select(&selector).filter(|element| {
            markup.kind(*element).split_whitespace().any(|kind| kind.ends_with("BreadcrumbList"))
        });
        found.extend(lists.map(|element| item(element, DEPTH, markup)));
    }
    found
}

fn inside_an_item(element: ElementRef<'_>, markup: Markup) -> bool {
    element
        .ancestors()
        .filter_map(ElementRef::wrap)
        .take(AROUND)
        .filter(|ancestor| markup.is_item(*ancestor))
        // An item such as `WebPage` wraps the page itself and is not a list of other items.
        .any(|ancestor| !markup.kind(ancestor).contains("Page"))
}

fn item(element: ElementRef<'_>, depth: usize, markup: Markup) -> Value {
    let mut object = Map::new();
    let kind = markup.kind(element);
    if !kind.is_empty() {
        object.insert("@type".to_owned(), Value::String(kind.to_owned()));
    }
    if depth > 0 {
        for child in element.child_elements() {
            properties(child, depth, markup, &mut object);
        }
    }
    Value::Object(object)
}

fn properties(element: ElementRef<'_>, depth: usize, markup: Markup, object: &mut Map<String, Value>) {
    // Markup nests as deep as its author likes; a list instead of recursion keeps the stack flat.
    let mut waiting = vec![element];
    while let Some(element) = waiting.pop() {
        let is_item = markup.is_item(element);
        let mut read: Option<Value> = None;
        for name in markup.properties(element) {
            let value = read.get_or_insert_with(|| match is_item {
                true => item(element, depth - 1, markup),
                false => Value::String(text_of(element, name)),
            });
            add(object, name, value.clone());
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

fn text_of(element: ElementRef<'_>, property: &str) -> String {
    let attribute = match element.value().name() {
        "a" | "link" | "area" => "href",
        "img" | "source" | "iframe" => "src",
        "data" | "meter" => "value",
        "time" => "datetime",
        _ => "content",
    };
    // RDFa allows `content` and `resource` on any element.
    let stated =
        element.attr(attribute).or_else(|| element.attr("content")).or_else(|| element.attr("resource"));
    if let Some(stated) = stated {
        return stated.to_owned();
    }
    if property.to_ascii_lowercase().ends_with("price") {
        return amount_text(element);
    }
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
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
        let products = products(&page, Markup::Microdata);
        assert_eq!(products.len(), 1);
        assert_eq!(products[0]["name"], "RTX 5070");
        assert_eq!(products[0]["brand"]["name"], "MSI");
        assert_eq!(products[0]["offers"]["price"], "199.900");
        assert_eq!(products[0]["offers"]["availability"], "https://schema.org/InStock");
    }

    #[test]
    fn rdfa_is_read_with_a_vocabulary_or_a_prefix() {
        for html in [
            r#"<main vocab="https://schema.org/"><div typeof="Product"><h1 property="name">Kraken 280</h1>
            <a property="url" href="/p/k">x</a><div property="offers" typeof="Offer"><b property="price">43<sup>250</sup></b>
            <span property="priceCurrency" content="KWD">KD</span><link property="availability" href="schema:InStock"></div>
            </div></main>"#,
            r#"<div typeof="schema:Product"><h1 property="schema:name">Kraken 280</h1><div property="schema:offers"
            typeof="schema:Offer"><meta property="schema:price" content="43٫250"></div></div>"#,
            r#"<div typeof="http://schema.org/Product"><h1 property="http://schema.org/name">Kraken 280</h1><div
            property="http://schema.org/offers" typeof="http://schema.org/Offer"><b property="http://schema.org/price">43٫250</b>
            </div></div>"#,
        ] {
            let products = products(&Html::parse_document(html), Markup::Rdfa);
            assert_eq!(products.len(), 1, "{html}");
            assert_eq!(products[0]["name"], "Kraken 280");
            assert_eq!(products[0]["offers"]["price"], "43٫250");
        }
        let other = "<div vocab=\"http://xmlns.com/foaf/0.1/\"><div typeof=\"Product\"></div></div>";
        assert!(products(&Html::parse_document(other), Markup::Rdfa).is_empty());
    }

    #[test]
    fn product_of_a_web_page_is_its_main_entity() {
        let page = Html::parse_document(
            r#"<body itemscope itemtype="https://schema.org/ItemPage"><div itemprop="mainEntity" itemscope
            itemtype="https://schema.org/Product"><b itemprop="name">A</b></div><div itemprop="about" itemscope
            itemtype="https://schema.org/Product"><b itemprop="name">B</b></div></body>"#,
        );
        let products = products(&page, Markup::Microdata);
        assert_eq!(products.iter().map(|product| product["name"].as_str()).collect::<Vec<_>>(), [Some("A")]);
    }
}
