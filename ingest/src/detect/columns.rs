//! Maps the columns of a feed to our fields, by the names that feeds use.

/// Our fields, each with its names in feeds, the likeliest first.
const NAMES: [(&str, &[&str]); 17] = [
    ("external_id", &["id", "item_id", "product_id", "external_id", "sku", "code", "item_code", "reference"]),
    ("title", &["title", "name", "product_name", "product_title", "product"]),
    ("title_ar", &["title_ar", "name_ar", "arabic_title", "title_arabic", "product_name_ar"]),
    ("url", &["link", "url", "product_url", "product_link", "permalink"]),
    ("price", &["price", "regular_price", "price_kwd", "unit_price", "amount"]),
    ("sale_price", &["sale_price", "special_price", "offer_price"]),
    ("sale_price_dates", &["sale_price_effective_date", "sale_price_dates"]),
    ("list_price", &["list_price", "regular_price", "old_price", "compare_at_price", "was", "rrp", "msrp"]),
    ("manufacturer", &["brand", "manufacturer", "vendor", "maker"]),
    ("part_number", &["mpn", "part_number", "partnumber", "manufacturer_part_number", "part_no"]),
    ("gtin", &["gtin", "ean", "upc", "barcode", "ean13"]),
    ("category", &["product_type", "category", "categories", "category_path", "category_name"]),
    ("description", &["description", "short_description", "product_description", "details"]),
    ("stock", &["availability", "stock", "stock_status", "in_stock", "status"]),
    ("stock_left", &["quantity", "qty", "stock_quantity", "stock_left", "inventory"]),
    ("image_url", &["image_link", "image", "image_url", "picture", "thumbnail"]),
    ("condition", &["condition"]),
];

/// Returns the columns of a feed with these headings; `None` where an id, title, price or address is missing.
pub(crate) fn find_columns(headings: &[String]) -> Option<Vec<(&'static str, String)>> {
    let mut columns: Vec<(&'static str, String)> = Vec::new();
    for (field, names) in NAMES {
        let heading = names.iter().find_map(|name| {
            let found = headings.iter().find(|heading| fold(heading) == *name)?;
            // Each column serves one field: `regular_price` beside `price` is the list price.
            let free = columns.iter().all(|(_, taken)| taken != found);
            free.then(|| found.clone())
        });
        if let Some(heading) = heading {
            columns.push((field, heading));
        }
    }
    let sku = headings.iter().find(|heading| fold(heading) == "sku");
    if let Some(sku) = sku.filter(|sku| columns.iter().all(|(_, taken)| taken != *sku)) {
        columns.push(("sku", sku.clone()));
    }
    let has = |wanted: &str| columns.iter().any(|(field, _)| *field == wanted);
    (has("external_id") && has("title") && has("url") && has("price")).then_some(columns)
}

fn fold(heading: &str) -> String {
    let heading = heading.trim().to_lowercase();
    heading.strip_prefix("g:").unwrap_or(&heading).replace([' ', '-'], "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_feed_headings_are_recognised() {
        let headings = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let columns = find_columns(&headings("SKU,Product Name,Brand,MPN,Price,Regular Price,Link,qty"))
            .expect("a feed");
        let of =
            |field: &str| columns.iter().find(|(known, _)| *known == field).map(|(_, name)| name.as_str());
        assert_eq!(
            (of("external_id"), of("title"), of("list_price")),
            (Some("SKU"), Some("Product Name"), Some("Regular Price"))
        );
        assert_eq!((of("sku"), of("stock_left")), (None, Some("qty")));
        assert_eq!(find_columns(&headings("date,amount,comment")), None);
    }
}
