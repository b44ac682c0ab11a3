//! Whether a retailer's site runs on Magento.

use domain::model::PlatformKind;
use serde_json::{Value, json};

use crate::detect::{DetectError, DetectedPlatform, OptionLine, Probe, text_at};

pub(super) async fn probe(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    let Some(url) = asking.at("/graphql") else { return Ok(None) };
    let query = "{ products(filter: { price: { from: \"0\" } }, pageSize: 1) { page_info { total_pages } items { sku } } }";
    let Some(answer) = asking.post(&url, &json!({ "query": query })).await? else { return Ok(None) };
    if !answer
        .json::<Value>()
        .is_ok_and(|answer| answer.pointer("/data/products").is_some_and(Value::is_object))
    {
        asking.note(&url, "not Magento's GraphQL");
        return Ok(None);
    }
    let mut found = DetectedPlatform::new(PlatformKind::Magento, "/graphql answers as Magento's");
    // Best effort: older versions support one store only.
    let stores = "{ availableStores { store_code locale base_currency_code store_name } }";
    let stores =
        asking.post(&url, &json!({ "query": stores })).await?.and_then(|answer| answer.json::<Value>().ok());
    let stores =
        stores.as_ref().and_then(|answer| answer.pointer("/data/availableStores")?.as_array().cloned());
    for (key, language) in [("store", "en"), ("store_ar", "ar")] {
        let speaks =
            |store: &&Value| text_at(store, "/locale").is_some_and(|locale| locale.starts_with(language));
        if let Some(store) = stores.iter().flatten().find(speaks)
            && let Some(code) = text_at(store, "/store_code")
        {
            found.currency = found.currency.or_else(|| text_at(store, "/base_currency_code"));
            found.name = found.name.or_else(|| text_at(store, "/store_name"));
            found.options.push(OptionLine::text(key, &code).because(format!("its store view in {language}")));
        }
    }
    Ok(Some(found))
}
