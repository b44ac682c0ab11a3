//! Checks of a retailer file that its types cannot express.

use domain::model::{AffiliateTemplate, Fils};

use super::{RetailerFile, schedule};
use crate::platforms;

/// A key and its problem.
pub(crate) type Problem = (&'static str, String);

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
    let own = platforms::for_kind(file.platform);
    let misplaced = platforms::ALL.iter().find_map(|platform| {
        let (is_own, present) = (platform.key == own.key, (platform.categories)(file).is_some());
        match (is_own, present) {
            (true, false) if platform.needs_section => {
                Some((platform.key, "is missing: the platform requires it".to_owned()))
            }
            (false, true) => {
                let problem = "belongs to another platform than the one the file names";
                Some((platform.key, problem.to_owned()))
            }
            _ => None,
        }
    });
    misplaced.or_else(|| (own.find_problem)(file))
}
