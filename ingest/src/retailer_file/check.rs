//! Checks of a retailer file that its types cannot express.

use domain::model::{AffiliateTemplate, Fils, PlatformKind};
use scraper::Selector;

use super::{FieldRule, RetailerFile, SchemaOrgOptions, SelectorOptions, schedule};

/// A key and its problem.
pub(super) type Problem = (&'static str, String);

/// Returns the first problem that would break a crawl.
pub(super) fn find_problem(file: &RetailerFile) -> Option<Problem> {
    names(file)
        .or_else(|| address(file))
        .or_else(|| affiliate(file))
        .or_else(|| money(file))
        .or_else(|| rate(file))
        .or_else(|| file.request.find_problem())
        .or_else(|| cron(file))
        .or_else(|| section(file))
        .or_else(|| file.selectors.as_ref().and_then(selectors))
        .or_else(|| file.schema_org.as_ref().and_then(schema_org))
        .or_else(|| feed(file))
}

fn names(file: &RetailerFile) -> Option<Problem> {
    let empty = file.names.en.trim().is_empty() || file.names.ar.trim().is_empty();
    empty.then(|| ("names", "needs a name in en and in ar".to_owned()))
}

fn address(file: &RetailerFile) -> Option<Problem> {
    let usable = matches!(file.base_url.scheme(), "http" | "https") && file.base_url.has_host();
    (!usable).then(|| ("base_url", "must be an http or https address".to_owned()))
}

fn affiliate(file: &RetailerFile) -> Option<Problem> {
    let error = file.affiliate.as_deref()?.parse::<AffiliateTemplate>().err()?;
    Some(("affiliate", error.to_string()))
}

fn money(file: &RetailerFile) -> Option<Problem> {
    if file.currency != "KWD" {
        return Some(("currency", format!("is {:?}, but only KWD is stored", file.currency)));
    }
    let separator = |text: &str| text.chars().count() == 1 && !text.chars().all(char::is_alphanumeric);
    if !separator(&file.price_format.decimal) {
        return Some(("price_format.decimal", "must be one separator, such as \".\"".to_owned()));
    }
    let thousands = &file.price_format.thousands;
    if !(thousands.is_empty() || separator(thousands)) {
        return Some(("price_format.thousands", "must be one separator or empty".to_owned()));
    }
    if *thousands == file.price_format.decimal {
        return Some(("price_format.thousands", "is the same as the decimal separator".to_owned()));
    }
    let amounts = [("shipping.flat", &file.shipping.flat), ("shipping.free_over", &file.shipping.free_over)];
    amounts.into_iter().find_map(|(key, text)| {
        let problem = match text.as_deref()?.parse::<Fils>() {
            Err(error) => error.to_string(),
            Ok(fils) if fils < Fils::ZERO => "is negative".to_owned(),
            Ok(_) => return None,
        };
        Some((key, problem))
    })
}

fn rate(file: &RetailerFile) -> Option<Problem> {
    let rate = &file.rate;
    if !(rate.requests_per_second.is_finite() && rate.requests_per_second > 0.0) {
        return Some(("rate.requests_per_second", "must be above 0".to_owned()));
    }
    (!(1..=64).contains(&rate.concurrency))
        .then(|| ("rate.concurrency", "must be between 1 and 64".to_owned()))
}

fn cron(file: &RetailerFile) -> Option<Problem> {
    let error = schedule::parse(file.schedule.as_deref()?).err()?;
    Some(("schedule", format!("is no six-field cron expression: {error}")))
}

/// Checks the platform sections: the platform's own section must exist where it has no defaults, and no other
/// platform's section may exist.
fn section(file: &RetailerFile) -> Option<Problem> {
    let given = [
        (PlatformKind::Shopify, "shopify", file.shopify.is_some(), false),
        (PlatformKind::Woocommerce, "woocommerce", file.woocommerce.is_some(), false),
        (PlatformKind::SchemaOrg, "schema_org", file.schema_org.is_some(), false),
        (PlatformKind::Selectors, "selectors", file.selectors.is_some(), true),
        (PlatformKind::Feed, "feed", file.feed.is_some(), true),
        (PlatformKind::Magento, "magento", file.magento.is_some(), false),
        (PlatformKind::Occ, "occ", file.occ.is_some(), true),
    ];
    given.into_iter().find_map(|(platform, key, present, needed)| {
        let is_own_section = platform == file.platform;
        if is_own_section && needed && !present {
            return Some((key, "is missing: the platform requires it".to_owned()));
        }
        (present && !is_own_section)
            .then(|| (key, "belongs to another platform than the one the file names".to_owned()))
    })
}

fn selectors(options: &SelectorOptions) -> Option<Problem> {
    if options.start.is_empty() {
        return Some(("selectors.start", "names no page to start from".to_owned()));
    }
    let fields = &options.fields;
    let rules: [(&'static str, Option<&FieldRule>); 15] = [
        ("selectors.product_link", Some(&options.product_link)),
        ("selectors.next_page", options.next_page.as_ref()),
        ("selectors.fields.external_id", fields.external_id.as_ref()),
        ("selectors.fields.title", Some(&fields.title)),
        ("selectors.fields.title_ar", fields.title_ar.as_ref()),
        ("selectors.fields.manufacturer", fields.manufacturer.as_ref()),
        ("selectors.fields.part_number", fields.part_number.as_ref()),
        ("selectors.fields.sku", fields.sku.as_ref()),
        ("selectors.fields.gtin", fields.gtin.as_ref()),
        ("selectors.fields.category", fields.category.as_ref()),
        ("selectors.fields.price", Some(&fields.price)),
        ("selectors.fields.list_price", fields.list_price.as_ref()),
        ("selectors.fields.stock", fields.stock.as_ref()),
        ("selectors.fields.stock_left", fields.stock_left.as_ref()),
        ("selectors.fields.image_url", fields.image_url.as_ref()),
    ];
    rules.into_iter().find_map(|(key, rule)| Some((key, field_rule(rule?)?)))
}

/// Returns the problem of a rule that no page can be read by.
fn field_rule(rule: &FieldRule) -> Option<String> {
    if Selector::parse(&rule.select).is_err() {
        return Some(format!("has no valid CSS selector: {:?}", rule.select));
    }
    match regex::Regex::new(rule.pattern.as_deref()?) {
        Ok(pattern) if pattern.captures_len() < 2 => Some("has a pattern without a group to keep".to_owned()),
        Ok(_) => None,
        Err(_) => Some("has a pattern that is no regular expression".to_owned()),
    }
}

fn schema_org(options: &SchemaOrgOptions) -> Option<Problem> {
    let fields = options.fields.as_ref().and_then(|fields| {
        let named = |(name, rule)| Some(format!("{name} {}", field_rule(rule)?));
        Some(("schema_org.fields", format!("is wrong: {}", fields.named().find_map(named)?)))
    });
    fields.or_else(|| {
        let embedded = options.embedded.as_ref()?;
        if let Some(problem) = field_rule(&embedded.script) {
            return Some(("schema_org.embedded.script", problem));
        }
        let is_bad = |path: &str| !path.starts_with('/') && path.split('.').any(str::is_empty);
        let (name, _) = embedded.fields.named().find(|(_, path)| is_bad(path))?;
        Some(("schema_org.embedded.fields", format!("has a path with an empty part: {name}")))
    })
}

fn feed(file: &RetailerFile) -> Option<Problem> {
    let feed = file.feed.as_ref()?;
    let sources = usize::from(feed.path.is_some()) + usize::from(feed.file.is_some());
    if sources + usize::from(feed.handed_in) != 1 {
        return Some(("feed", "needs either a path, a file or handed_in = true".to_owned()));
    }
    if feed.handed_in && file.schedule.is_some() {
        return Some(("schedule", "is of no use: the retailer hands its offers in".to_owned()));
    }
    if feed.path.as_ref().is_some_and(|path| path.contains("${")) {
        return Some((
            "feed.path",
            "names an environment variable; those are read under [request] only".to_owned(),
        ));
    }
    if feed.delimiter.as_ref().is_some_and(|text| text.len() != 1) {
        return Some(("feed.delimiter", "must be one ASCII character".to_owned()));
    }
    let label = feed.encoding.as_deref()?;
    encoding_rs::Encoding::for_label(label.as_bytes())
        .is_none()
        .then(|| ("feed.encoding", format!("{label:?} is no charset")))
}
