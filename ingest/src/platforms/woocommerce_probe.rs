//! Whether a retailer's site runs on WooCommerce.

use domain::model::PlatformKind;
use serde_json::Value;

use crate::detect::{DetectError, DetectedPlatform, Probe, text_at};

pub(super) async fn probe(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    let Some(url) = asking.at("/wp-json/wc/store/v1/products?per_page=1") else { return Ok(None) };
    let Some(answer) = asking.get(&url).await? else { return Ok(None) };
    let Some(products) = answer.json::<Vec<Value>>().ok() else {
        asking.note(&url, "not WooCommerce's list");
        return Ok(None);
    };
    let what = "/wp-json/wc/store/v1/products answers as WooCommerce's Store API";
    let mut found = DetectedPlatform::new(PlatformKind::Woocommerce, what);
    let first = products.first().unwrap_or(&Value::Null);
    found.currency = text_at(first, "/prices/currency_code");
    if let Some(unit) = first.pointer("/prices/currency_minor_unit") {
        found
            .evidence
            .push(format!("prices come in minor units of {unit} decimals, which each product states"));
    }
    Ok(Some(found))
}
