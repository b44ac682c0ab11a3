//! Compares what came out with the sentence of a case. A sentence has clauses (`;`), of which all must hold, and a clause
//! has alternatives (`or`), of which one must. An amount that the sentence does not name must not come out at all.

use super::{
    outcome::{Outcome, ReadOffer, Refused, describe, dinars},
    sentence::{Alternative, amounts},
};

/// Judgement of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Pass,
    Fail(String),
    NotJudged,
}

/// A request of the crawl beyond this number shows that a list that repeats itself is read on.
const MAX_REQUESTS_OF_A_REPEATING_LIST: usize = 20;

/// Judges a case: `what` it is, what `must` come out, what was made of it, and what of its whole retailer. `own_page` is the
/// end of the address of its page, where the sentence demands it.
pub(crate) fn judge(
    what: &str,
    must: &str,
    of_case: &Outcome,
    of_retailer: &Outcome,
    own_page: &str,
) -> Verdict {
    if must.starts_with("not judged") {
        return Verdict::NotJudged;
    }
    let whole = must.replace("; or ", ", or ");
    let mut is_judged = false;
    let mut named: Vec<i64> = Vec::new();
    for clause in whole.split(';').map(str::trim) {
        if let Some(rest) = clause.strip_prefix("never ") {
            let wrong = amounts(rest).0;
            is_judged |= !wrong.is_empty();
            if let Some(offer) = of_case.offers.iter().find(|offer| wrong.contains(&offer.price)) {
                return Verdict::Fail(format!("published at {}", dinars(offer.price)));
            }
            continue;
        }
        named.extend(amounts(clause).0);
        let scope = if clause.starts_with("the related ") { of_retailer } else { of_case };
        let alternatives: Vec<Alternative> =
            clause.replace(", or ", " or ").split(" or ").map(Alternative::read).collect();
        if alternatives.iter().all(Alternative::is_empty) {
            continue;
        }
        is_judged = true;
        let names_amount = !amounts(&whole).0.is_empty();
        let context = Context { what, outcome: scope, own_page, names_amount };
        let problems: Vec<String> =
            alternatives.iter().filter_map(|alternative| alternative.problem(&context)).collect();
        if problems.len() == alternatives.len() {
            return Verdict::Fail(problems.join(", and "));
        }
    }
    // `(the pack whose sku is the page's)`: of the others nothing is said.
    let says_all = !must.contains("the pack whose");
    let other = of_case.offers.iter().find(|offer| !named.contains(&offer.price));
    match other.filter(|_| says_all && !named.is_empty()) {
        Some(offer) => Verdict::Fail(format!("also {} at {}", offer.external_id, dinars(offer.price))),
        None if is_judged => Verdict::Pass,
        None => Verdict::NotJudged,
    }
}

/// Context that the judgement of an alternative needs beside it.
struct Context<'a> {
    what: &'a str,
    outcome: &'a Outcome,
    own_page: &'a str,
    /// Whether the whole sentence names an amount: without one, a refused case has no offer.
    names_amount: bool,
}

impl Alternative {
    /// Returns what is wrong.
    fn problem(&self, context: &Context<'_>) -> Option<String> {
        self.problem_of_refusals(context)
            .or_else(|| self.problem_of_report(context.outcome))
            .or_else(|| self.problem_of_offers(context))
            .or_else(|| self.problem_of_titles(context.outcome))
    }

    fn problem_of_refusals(&self, context: &Context<'_>) -> Option<String> {
        let outcome = context.outcome;
        let refused = || {
            let listed = outcome.refused.iter().map(|one| format!("{} ({})", one.reason, one.detail));
            listed.chain(outcome.error.clone()).collect::<Vec<_>>().join("; ")
        };
        let is_right = |one: &Refused| self.code.is_none_or(|code| one.reason == code);
        let is_refused = outcome.refused.iter().any(is_right)
            || (self.code.is_none() && outcome.refused.is_empty() && outcome.error.is_some());
        if self.is_refused && !is_refused {
            return Some(format!("not refused {}: {}", self.code.unwrap_or("as it must be"), refused()));
        }
        if self.is_broken && outcome.refused.iter().any(|one| one.reason == "NO_PRODUCT") {
            return Some(refused());
        }
        if self.is_held && outcome.held.is_empty() {
            return Some("not held".to_owned());
        }
        let must_be_gone = (self.is_refused || self.is_held) && !context.names_amount;
        if let Some(offer) = outcome.offers.first().filter(|_| must_be_gone) {
            return Some(format!("published at {}", dinars(offer.price)));
        }
        (self.nothing_refused && !outcome.refused.is_empty()).then(|| format!("refused: {}", refused()))
    }

    fn problem_of_report(&self, outcome: &Outcome) -> Option<String> {
        let says_something = outcome.error.is_some() || !outcome.refused.is_empty();
        if (self.is_partial && !(outcome.is_partial || says_something)) || (self.is_named && !says_something)
        {
            return Some("the report says nothing of what could not be read".to_owned());
        }
        let many = self.ends_soon && outcome.requests > MAX_REQUESTS_OF_A_REPEATING_LIST;
        many.then(|| format!("{} requests", outcome.requests))
    }

    fn problem_of_offers(&self, context: &Context<'_>) -> Option<String> {
        let outcome = context.outcome;
        let offers = &outcome.offers;
        if let Some(count) = self.count.filter(|count| *count != offers.len()) {
            return Some(format!("{} offers instead of {count}: {}", offers.len(), describe(outcome)));
        }
        if let Some(wanted) = &self.no_part {
            let is_part = |offer: &&ReadOffer| offer.category.as_deref() != Some("OTHER");
            let is_other_reason = |offer: &&ReadOffer| {
                wanted != "OTHER" && offer.non_part_reason.as_deref() != Some(wanted.as_str())
            };
            if let Some(offer) = offers.iter().find(|offer| is_part(offer) || is_other_reason(offer)) {
                let found = (offer.category.as_deref(), offer.non_part_reason.as_deref());
                return Some(format!("it is {found:?}, not {wanted}"));
            }
        }
        // Without an amount, the facts are those of any offer.
        let wanted: Vec<Option<i64>> = if self.amounts.is_empty() {
            vec![None]
        } else {
            self.amounts.iter().copied().map(Some).collect()
        };
        let says_facts = !self.amounts.is_empty() || self.category.is_some() || self.stock.is_some();
        wanted.into_iter().filter(|_| says_facts).find_map(|price| {
            let found: Vec<&ReadOffer> =
                offers.iter().filter(|offer| price.is_none_or(|price| offer.price == price)).collect();
            if found.is_empty() {
                let wanted = price.map_or("an offer".to_owned(), dinars);
                return Some(format!("{wanted} is missing: {}", describe(outcome)));
            }
            let problems: Vec<String> =
                found.iter().filter_map(|offer| self.problem_of_offer(offer, context)).collect();
            (problems.len() == found.len()).then(|| problems.join(" or "))
        })
    }

    fn problem_of_offer(&self, offer: &ReadOffer, context: &Context<'_>) -> Option<String> {
        let category = offer.category.as_deref();
        if self.category.is_some() && self.category != category {
            return Some(format!("category {}", category.unwrap_or("unknown")));
        }
        // A part that is ordered before it is there has a state of its own, which no case names.
        let text = context.what.to_lowercase();
        let is_ordered =
            text.contains("preorder") || text.contains("pre-order") || text.contains("back-order");
        let is_stock = |wanted: &str| {
            offer.stock == wanted
                || (wanted == "OUT" && is_ordered && !["IN", "UNKNOWN"].contains(&offer.stock.as_str()))
        };
        if self.stock.is_some_and(|wanted| !is_stock(wanted)) {
            return Some(format!("stock {}", offer.stock));
        }
        let list_price = self.list_prices.first().copied();
        if (list_price.is_some() && offer.list_price != list_price)
            || (self.no_list_price && offer.list_price.is_some())
        {
            return Some(format!("list price {}", offer.list_price.map_or("none".to_owned(), dinars)));
        }
        if self.no_picture && offer.has_picture {
            return Some("it has a picture".to_owned());
        }
        (self.own_page && !offer.url.ends_with(context.own_page)).then(|| format!("address {}", offer.url))
    }

    fn problem_of_titles(&self, outcome: &Outcome) -> Option<String> {
        outcome.offers.iter().find_map(|offer| {
            let title = &offer.title;
            let has_markup = title.contains('<') || title.contains("&amp;") || title.contains("&#");
            let lacks = self.title_has.as_ref().is_some_and(|part| !title.contains(part.as_str()));
            let is_right = !((self.plain_title || self.title_has.is_some()) && has_markup)
                && !lacks
                && (!self.is_arabic || title.chars().any(|letter| ('\u{600}'..='\u{6ff}').contains(&letter)));
            (!is_right).then(|| format!("title {title:?}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(price: i64, category: &str, stock: &str) -> ReadOffer {
        ReadOffer {
            external_id: price.to_string(),
            title: "AMD & Ryzen".to_owned(),
            url: "http://shop.example/item/b".to_owned(),
            category: Some(category.to_owned()),
            price,
            stock: stock.to_owned(),
            ..ReadOffer::default()
        }
    }

    fn refused(reason: &str) -> Outcome {
        let one = Refused { reason: reason.to_owned(), ..Refused::default() };
        Outcome { refused: vec![one], ..Outcome::default() }
    }

    fn offers(offers: &[ReadOffer]) -> Outcome {
        Outcome { offers: offers.to_vec(), ..Outcome::default() }
    }

    /// Whether the sentence holds of an outcome; `None` where it is not judged.
    fn holds(must: &str, outcome: &Outcome) -> Option<bool> {
        match judge("a pre-order", must, outcome, outcome, "/item/b") {
            Verdict::Pass => Some(true),
            Verdict::Fail(_) => Some(false),
            Verdict::NotJudged => None,
        }
    }

    #[test]
    fn facts_of_one_offer_are_compared() {
        let found = offers(&[offer(12_500, "PSU", "IN")]);
        for (must, right) in [
            ("12.500", true),
            ("12.500, PSU, in stock", true),
            ("12.500, PSU, one offer", true),
            ("12.500, no old price, PSU (until then)", true),
            ("12.500, PSU, no picture", true),
            ("12.500; the title has \"&\"", true),
            ("12.500 or refused; never 12500.000", true),
            ("B at 12.500 with the address of its own page", true),
            ("12.600", false),
            ("12.500, CPU", false),
            ("12.500, PSU, out of stock", false),
            ("12.500, list price 14.500, PSU", false),
            ("two offers of 12.500", false),
            ("12.500; the title has \"+\"", false),
            ("refused NOT_NEW", false),
            ("refused or held; never the price of the card", false),
            ("no part (OTHER)", false),
        ] {
            assert_eq!(holds(must, &found), Some(right), "{must}");
        }
        assert_eq!(
            holds("12.500, PSU, out of stock", &offers(&[offer(12_500, "PSU", "PREORDER")])),
            Some(true)
        );
    }

    #[test]
    fn amount_that_is_not_named_must_not_come_out() {
        let two = offers(&[offer(12_500, "PSU", "IN"), offer(90_000, "PSU", "IN")]);
        assert_eq!(holds("12.500, PSU", &two), Some(false));
        assert_eq!(holds("12.500, PSU (the pack whose sku is the page's)", &two), Some(true));
        assert_eq!(holds("12.500 and 90.000, PSU", &two), Some(true));
        assert_eq!(holds("two offers, PSU: 12.500, 90.000", &two), Some(true));
        assert_eq!(holds("12.500 or refused; never 90.000", &two), Some(false));
        assert_eq!(
            holds("12.500 read; the second read (90.000) or refused by name; detect says it", &two),
            Some(true)
        );
    }

    #[test]
    fn refusals_are_compared_by_their_code() {
        let sold = refused("NOT_NEW");
        for (must, right) in [
            ("refused", true),
            ("refused NOT_NEW", true),
            ("refused, two prices (documented)", true),
            ("refused, SEVERAL_PRICES (a range)", false),
            ("12.500, CASE, or refused as a broken block", true),
            ("refused as a broken block, or 12.500; no other price", true),
            ("12.500, PSU", false),
            ("12.500, PSU, one offer, nothing among the rejected", false),
            ("one listing refused, all others read", true),
        ] {
            assert_eq!(holds(must, &sold), Some(right), "{must}");
        }
        let broken = "refused; the reason names the broken block, not a missing product";
        assert_eq!(holds(broken, &sold), Some(true));
        assert_eq!(holds(broken, &refused("NO_PRODUCT")), Some(false));
        let mixed = Outcome { offers: vec![offer(12_500, "GPU", "IN")], ..refused("NOT_NEW") };
        assert_eq!(holds("12.500, GPU; the used variant refused NOT_NEW", &mixed), Some(true));
    }

    #[test]
    fn whole_crawl_is_judged_by_its_report() {
        let silent = offers(&[offer(70_900, "CPU", "IN"), offer(70_900, "CPU", "IN")]);
        let must = "partial: two offers of 70.900 from the good child, the dead one named";
        assert_eq!(holds(must, &silent), Some(false));
        let said =
            Outcome { error: Some("gone.xml answered 404".to_owned()), is_partial: true, ..silent.clone() };
        assert_eq!(holds(must, &said), Some(true));
        assert_eq!(holds("two offers of 70.900, or one and the bad address named", &silent), Some(true));
        let long = Outcome { requests: 5_000, ..offers(&[offer(70_900, "CPU", "IN")]) };
        assert_eq!(holds("one offer; the crawl ends after a page that repeats", &long), Some(false));
    }

    #[test]
    fn sentences_that_no_program_understands_are_not_judged() {
        for must in ["not judged", "not judged: new goods in a damaged box", "two products", "see the note"] {
            assert_eq!(holds(must, &Outcome::default()), None, "{must}");
        }
    }
}
