//! Queries with a price, made from the wordings of `price_wordings.tsv`. The wordings are written apart from the words of
//! `config/search/intents.toml`, and measured without adding them there.

use bench::Rng;

use crate::{
    arabic::{Terms, arabic_digits},
    judged_queries::prices::Bound,
    kinds::KINDS,
    negations::fill,
    query::{FreshQuery, Truth, dinars},
};

const WORDINGS: &str = include_str!("price_wordings.tsv");

/// Returns a query of a random wording.
pub(crate) fn price(terms: &Terms, rng: &mut Rng) -> Option<FreshQuery> {
    let wordings: Vec<(&str, &str)> = wordings().collect();
    let (bounds, wording) = rng.pick(&wordings);
    if bounds == "none" {
        let truth = Truth::Price { category: None, min: Bound::None, max: Bound::None };
        return Some(FreshQuery::new("no price", wording, truth));
    }
    let kind = &KINDS[rng.below(KINDS.len() as u64) as usize];
    let low = 5 * (3 + rng.below(40));
    let high = low + 5 * (2 + rng.below(20));
    let mut numbers = [low.to_string(), high.to_string()];
    if !wording.is_ascii() && rng.percent(30) {
        numbers = numbers.map(|number| arabic_digits(&number));
    }
    let text = fill(wording, kind, terms, rng)?.replace("{n}", &numbers[0]).replace("{m}", &numbers[1]);
    let (low, high) = (dinars(low), dinars(high));
    let (min, max) = match bounds {
        "max" => (Bound::None, Bound::Exactly(low)),
        "min" => (Bound::Exactly(low), Bound::None),
        "range" => (Bound::Exactly(low), Bound::Exactly(high)),
        _ => (Bound::Around(low), Bound::Around(low)),
    };
    let truth = Truth::Price { category: Some(kind.category), min, max };
    Some(FreshQuery::new("prices", text, truth))
}

/// Returns the kind of bounds and the text of each wording.
fn wordings() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = WORDINGS.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split_once('\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_a_hundred_wordings_state_a_price_in_both_languages() {
        let priced: Vec<_> = wordings().filter(|(bounds, _)| *bounds != "none").collect();
        let arabic = priced.iter().filter(|(_, wording)| !wording.is_ascii()).count();
        assert!(priced.len() >= 100 && arabic >= 30, "{} wordings, {arabic} Arabic", priced.len());
        for (bounds, wording) in priced {
            assert!(["max", "min", "range", "around"].contains(&bounds), "{wording}");
            assert!(wording.contains("{kind}") && wording.contains("{n}"), "{wording}");
            assert_eq!(wording.contains("{m}"), bounds == "range", "{wording}");
        }
    }

    #[test]
    fn stated_numbers_are_the_bounds() {
        let terms = Terms::parse("english\tkind\tvariants\tother\ngraphics card\tcategory\tكرت شاشة\t");
        let mut rng = Rng::new(7);
        for _ in 0..500 {
            let Some(query) = price(&terms, &mut rng) else { continue };
            let Truth::Price { min, max, .. } = query.truth else { panic!("{}", query.text) };
            for bound in [min, max] {
                let (Bound::Exactly(fils) | Bound::Around(fils)) = bound else { continue };
                let number = (fils.0 / 1000).to_string();
                let is_said = query.text.contains(&number) || query.text.contains(&arabic_digits(&number));
                assert!(is_said, "{} has no {number}", query.text);
            }
        }
    }
}
