//! Platforms with an interface for machines.

use domain::model::PlatformKind;
use serde_json::{Value, json};
use url::Url;

use super::{DetectError, DetectedPlatform, OptionLine, Probe};

pub(super) async fn shopify(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    let Some(url) = asking.at("/products.json?limit=1") else { return Ok(None) };
    let Some(answer) = asking.get(&url).await? else { return Ok(None) };
    let products = answer.json::<Value>().ok().filter(|value| value["products"].is_array());
    if products.is_none() {
        asking.note(&url, "not Shopify's list");
        return Ok(None);
    }
    let mut found =
        DetectedPlatform::new(PlatformKind::Shopify, "/products.json lists products as Shopify does");
    if let Some(url) = asking.at("/meta.json")
        && let Some(meta) = asking.get(&url).await?.and_then(|answer| answer.json::<Value>().ok())
    {
        found.currency = text(&meta, "/currency");
        found.name = text(&meta, "/name");
        found.evidence.extend(
            found.currency.iter().map(|currency| format!("/meta.json names the currency {currency}")),
        );
    }
    Ok(Some(found))
}

pub(super) async fn woocommerce(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    let Some(url) = asking.at("/wp-json/wc/store/v1/products?per_page=1") else { return Ok(None) };
    let Some(answer) = asking.get(&url).await? else { return Ok(None) };
    let Some(products) = answer.json::<Vec<Value>>().ok() else {
        asking.note(&url, "not WooCommerce's list");
        return Ok(None);
    };
    let what = "/wp-json/wc/store/v1/products answers as WooCommerce's Store API";
    let mut found = DetectedPlatform::new(PlatformKind::Woocommerce, what);
    let first = products.first().unwrap_or(&Value::Null);
    found.currency = text(first, "/prices/currency_code");
    if let Some(unit) = first.pointer("/prices/currency_minor_unit") {
        found
            .evidence
            .push(format!("prices come in minor units of {unit} decimals, which each product states"));
    }
    Ok(Some(found))
}

pub(super) async fn magento(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
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
            |store: &&Value| text(store, "/locale").is_some_and(|locale| locale.starts_with(language));
        if let Some(store) = stores.iter().flatten().find(speaks)
            && let Some(code) = text(store, "/store_code")
        {
            found.currency = found.currency.or_else(|| text(store, "/base_currency_code"));
            found.name = found.name.or_else(|| text(store, "/store_name"));
            found.options.push(OptionLine::text(key, &code).because(format!("its store view in {language}")));
        }
    }
    Ok(Some(found))
}

/// Probes SAP Commerce. The site's name is requested from the interface, else read from the front page.
pub(super) async fn occ(asking: &mut Probe<'_>) -> Result<Option<DetectedPlatform>, DetectError> {
    let shop_url = asking.base.clone();
    let backend =
        asking.front.occ.clone().filter(|url| url.host_str() == shop_url.host_str()).unwrap_or(shop_url);
    let at = |path: &str| -> Option<Url> {
        format!("{}/{path}", backend.as_str().trim_end_matches('/')).parse().ok()
    };
    let mut sites: Vec<String> = Vec::new();
    if let Some(url) = at("occ/v2/basesites?fields=DEFAULT")
        && let Some(answer) = asking.get(&url).await?.and_then(|answer| answer.json::<Value>().ok())
    {
        let listed = answer.pointer("/baseSites").and_then(Value::as_array).into_iter().flatten();
        sites.extend(listed.filter_map(|site| text(site, "/uid")));
    }
    if let Some(site) = asking.front.html.split("occ/v2/").nth(1) {
        let site: String = site
            .chars()
            .take_while(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
            .collect();
        if !site.is_empty() && !sites.contains(&site) {
            sites.push(site);
        }
    }
    for site in sites.into_iter().take(5) {
        let search = |language: &str| {
            at(&format!("occ/v2/{site}/products/search?query=:relevance&pageSize=1&curr=KWD&lang={language}"))
        };
        let mut names = Vec::new();
        for url in ["en", "ar"].into_iter().filter_map(search) {
            let answer = asking.get(&url).await?.and_then(|answer| answer.json::<Value>().ok());
            names.extend(answer.and_then(|answer| text(&answer, "/products/0/name")));
        }
        let [english, rest @ ..] = names.as_slice() else { continue };
        let mut found = DetectedPlatform::new(
            PlatformKind::Occ,
            format!("/occ/v2/{site}/products/search answers as SAP Commerce"),
        );
        found.options.push(OptionLine::text("site", &site));
        if rest.first().is_some_and(|arabic| arabic != english) {
            let line = OptionLine { key: "arabic", value: "true".to_owned(), comment: None };
            found.options.push(line.because("its titles in Arabic differ from those in English"));
        }
        return Ok(Some(found));
    }
    Ok(None)
}

fn text(value: &Value, pointer: &str) -> Option<String> {
    value.pointer(pointer)?.as_str().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}
