//! Reads the product that the `<meta>` tags of a page state: OpenGraph's `product:price:amount` and what belongs to it.

use scraper::{Html, Selector};
use serde_json::{Value, json};

/// Maximum number of contents of one name that are compared.
const MAX_CONTENTS: usize = 20;

/// Returns the product, in the form of schema.org; `None` where no amount is stated. Several different amounts are those of
/// variants, so they are all kept and refused later.
pub(super) fn product(page: &Html) -> Option<Value> {
    let tags = Tags(page);
    let amount = tags.all(&["product:price:amount", "og:price:amount", "product:price"])?;
    let mut offer = json!({"@type": "Offer", "price": amount});
    set(&mut offer, "priceCurrency", tags.first(&["product:price:currency", "og:price:currency"]));
    set(&mut offer, "availability", tags.first(&["product:availability", "og:availability"]));
    set(&mut offer, "itemCondition", tags.first(&["product:condition", "og:condition"]));
    let regular = tags.first(&["product:original_price:amount", "og:price:standard_amount"]);
    if let Some(sale) = tags.all(&["product:sale_price:amount"]) {
        let mut special = json!({"price": sale});
        set(&mut special, "validFrom", tags.first(&["product:sale_price_dates:start"]));
        set(&mut special, "validThrough", tags.first(&["product:sale_price_dates:end"]));
        offer["priceSpecification"] = json!([special, {"price": amount, "priceType": "ListPrice"}]);
        offer.as_object_mut()?.remove("price");
    } else if let Some(regular) = regular {
        offer["priceSpecification"] = json!({"price": regular, "priceType": "ListPrice"});
    }
    let mut product = json!({"@type": "Product", "offers": offer});
    let heading = Selector::parse("h1").ok().and_then(|selector| {
        let mut headings = page.select(&selector).map(|heading| heading.text().collect::<String>());
        headings.next().filter(|_| headings.next().is_none())
    });
    let heading = heading.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    set(&mut product, "name", heading.filter(|text| !text.is_empty()).or_else(|| tags.first(&["og:title"])));
    set(&mut product, "sku", tags.first(&["product:retailer_item_id", "product:retailer_part_no"]));
    set(&mut product, "mpn", tags.first(&["product:mfr_part_no"]));
    set(&mut product, "gtin", tags.first(&["product:ean", "product:upc"]));
    set(&mut product, "brand", tags.first(&["product:brand", "og:brand"]));
    set(&mut product, "category", tags.first(&["product:category"]));
    set(&mut product, "image", tags.first(&["og:image"]));
    Some(product)
}

fn set(node: &mut Value, key: &str, text: Option<String>) {
    if let (Some(object), Some(text)) = (node.as_object_mut(), text) {
        object.insert(key.to_owned(), Value::String(text));
    }
}

struct Tags<'a>(&'a Html);

impl Tags<'_> {
    /// Returns the content of the first tag with one of these names.
    fn first(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| contents(self.0, name).into_iter().next())
    }

    /// Returns all different contents of the first of these names that is there, joined by slashes.
    fn all(&self, names: &[&str]) -> Option<String> {
        let mut found = names.iter().map(|name| contents(self.0, name)).find(|found| !found.is_empty())?;
        found.sort_unstable();
        found.dedup();
        Some(found.join(" / "))
    }
}

/// Returns the contents of the tags with a name, in `property` or `name`.
pub(super) fn contents(page: &Html, name: &str) -> Vec<String> {
    let Ok(tags) = Selector::parse(&format!("meta[property=\"{name}\"], meta[name=\"{name}\"]")) else {
        return Vec::new();
    };
    page.select(&tags)
        .filter_map(|tag| Some(tag.attr("content")?.trim().to_owned()))
        .filter(|content| !content.is_empty())
        .take(MAX_CONTENTS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tags: &[(&str, &str)]) -> Option<Value> {
        let tags: String = tags
            .iter()
            .map(|(name, content)| format!("<meta property=\"{name}\" content=\"{content}\">"))
            .collect();
        product(&Html::parse_document(&format!("<head>{tags}</head><h1>Fractal Torrent</h1>")))
    }

    #[test]
    fn price_of_the_page_is_read() {
        let found = read(&[
            ("product:price:amount", "57.250"),
            ("product:price:currency", "KWD"),
            ("product:availability", "in stock"),
            ("product:retailer_item_id", "T-1"),
            ("product:condition", "refurbished"),
        ])
        .expect("a product");
        assert_eq!((&found["name"], &found["sku"]), (&json!("Fractal Torrent"), &json!("T-1")));
        let offer = json!({"@type": "Offer", "price": "57.250", "priceCurrency": "KWD", "availability": "in stock",
            "itemCondition": "refurbished"});
        assert_eq!(found["offers"], offer);
        assert_eq!(read(&[("og:title", "Fractal Torrent"), ("product:price:currency", "KWD")]), None);
    }

    #[test]
    fn sale_and_variants_are_told_apart() {
        let sale = read(&[
            ("product:price:amount", "57.250"),
            ("product:sale_price:amount", "49.500"),
            ("product:sale_price_dates:end", "2026-12-05"),
        ]);
        assert_eq!(
            sale.expect("a product")["offers"]["priceSpecification"],
            json!([{"price": "49.500", "validThrough": "2026-12-05"}, {"price": "57.250", "priceType": "ListPrice"}])
        );
        let variants = read(&[("product:price:amount", "57.250"), ("product:price:amount", "63.000")]);
        assert_eq!(variants.expect("a product")["offers"]["price"], "57.250 / 63.000");
    }
}
