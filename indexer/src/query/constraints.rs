//! The parser's part for constraints: prices and measures, stock, sort orders.

use domain::model::Fils;

use super::{
    intent::amount_constraint::AmountConstraint, parsed_query::QuerySpan, query_parser::QueryParser,
};
use crate::{
    collect::filter::TextConstraints,
    config::{intents::table::longest_phrase, lexicon::Marker},
    interface::{Sort, SpecFilter, UnderstoodKind, UnderstoodPart},
    text::fold::has_digit,
};

impl QueryParser<'_> {
    /// Reads a price, measure, stock or order at the index; returns the number of words that it took.
    pub(super) fn parse_constraint(&mut self, index: usize) -> Option<usize> {
        if let Some(length) = self.parse_foreign_price(index) {
            return Some(length);
        }
        let read = self
            .parse_value_order(index)
            .or_else(|| self.parse_amount(index))
            .or_else(|| self.parse_stock_or_sort(index))?;
        let (length, part, stated) = read;
        // A phrase of a price may be longer than those that `parse_interpretation` reads; read word by word, its later
        // words would state another price.
        if self.literal.contains(self.phrase(index, length)) {
            self.parsed.spans.extend((index..index + length).map(QuerySpan::plain));
            return Some(length);
        }
        let constraints = &mut self.parsed.constraints;
        if stated.sort.is_some() {
            // `cheapest ssd per tb`: a price alone says less than the price for each unit.
            if matches!(constraints.sort, Some(Sort::Value(_))) {
                return Some(length);
            }
            if matches!(stated.sort, Some(Sort::Value(_))) {
                self.parsed.understood.retain(|part| part.kind != UnderstoodKind::Sort);
            }
        }
        constraints.categories.extend(stated.categories);
        constraints.price_min = stated.price_min.or(constraints.price_min);
        constraints.price_max = stated.price_max.or(constraints.price_max);
        constraints.price_around = stated.price_around.or(constraints.price_around);
        constraints.in_stock |= stated.in_stock;
        constraints.sort = stated.sort.or(constraints.sort);
        constraints.specs.extend(stated.specs);
        self.parsed.understood.push(part);
        Some(length)
    }

    fn parse_stock_or_sort(&self, index: usize) -> Option<(usize, UnderstoodPart, TextConstraints)> {
        let intents = &self.lexicon.intents;
        let is_use = |phrase: &str| intents.use_of(phrase).is_some();
        let use_length = longest_phrase(intents, self.joined, index, is_use).unwrap_or(0);
        for length in (1..=3).rev() {
            if index + length > self.words.len() || use_length > length {
                continue;
            }
            for marker in self.lexicon.markers(self.phrase(index, length)) {
                let words = self.phrase(index, length).to_owned();
                match marker {
                    Marker::Stock => {
                        let filter = vec![("inStock".to_owned(), vec!["true".to_owned()])];
                        let stated = TextConstraints { in_stock: true, ..TextConstraints::default() };
                        let part = UnderstoodPart::new(UnderstoodKind::Stock, "inStock", words, filter);
                        return Some((length, part, stated));
                    }
                    Marker::Sort(sort) => {
                        let filter = vec![("sort".to_owned(), vec![sort.to_string()])];
                        let stated = TextConstraints { sort: Some(*sort), ..TextConstraints::default() };
                        let part = UnderstoodPart::new(UnderstoodKind::Sort, sort.to_string(), words, filter);
                        return Some((length, part, stated));
                    }
                    Marker::Noise => {}
                }
            }
        }
        None
    }

    /// Reads a price in another currency, which is neither a condition nor words; returns the number of words.
    pub(super) fn parse_foreign_price(&mut self, index: usize) -> Option<usize> {
        if !self.has_foreign_currency || !self.may_begin_amount(index) {
            return None;
        }
        let length = self.foreign_price(index)?;
        if self.literal.contains(self.phrase(index, length)) {
            return None;
        }
        self.noise.extend((index..index + length).map(QuerySpan::plain));
        Some(length)
    }

    /// Whether an amount can begin at the index.
    pub(super) fn may_begin_amount(&self, index: usize) -> bool {
        self.last_amount.is_some_and(|last| last >= index)
            && self.words.get(index).is_some_and(|word| {
                has_digit(&word.text) || self.intents.begins_phrase(&word.text) || self.may_begin(index)
            })
    }

    /// Returns the price or measure with its bounds that begins at the index.
    fn parse_amount(&self, index: usize) -> Option<(usize, UnderstoodPart, TextConstraints)> {
        let found = self.may_begin_amount(index).then(|| self.stated_amount(index))??;
        let words = self.phrase(index, found.length).to_owned();
        let mut constraints = TextConstraints::default();
        let part = match found.constraint {
            AmountConstraint::Price { min, max, around } => {
                (constraints.price_min, constraints.price_max) = (min, max);
                constraints.price_around = around;
                let (label, filter) =
                    label_range(["minPrice", "maxPrice"], min.map(format_dinars), max.map(format_dinars));
                UnderstoodPart::new(UnderstoodKind::Price, label, words, filter)
            }
            AmountConstraint::Measure { key, filter } => {
                let (min, max) = match &filter {
                    SpecFilter::Range { min, max } => (*min, *max),
                    SpecFilter::AnyOf(_) | SpecFilter::NoneOf(_) => (None, None),
                };
                constraints.specs.push((key, filter));
                let names = [format!("spec.{key}.min"), format!("spec.{key}.max")];
                let [low, high] = &names;
                let text = |bound: Option<f64>| bound.map(|bound| bound.to_string());
                let (label, filter) = label_range([low.as_str(), high.as_str()], text(min), text(max));
                UnderstoodPart::new(UnderstoodKind::Spec, label, words, filter)
            }
        };
        Some((found.length, part, constraints))
    }
}

/// Returns the label of a range, and the filters that say the same.
fn label_range(
    names: [&str; 2],
    min: Option<String>,
    max: Option<String>,
) -> (String, Vec<(String, Vec<String>)>) {
    let label = match (&min, &max) {
        (Some(min), Some(max)) => format!("{min}–{max}"),
        (Some(min), None) => format!("≥ {min}"),
        (None, max) => format!("≤ {}", max.as_deref().unwrap_or_default()),
    };
    let filter = names.into_iter().zip([min, max]);
    let filter = filter.filter_map(|(name, bound)| Some((name.to_owned(), vec![bound?])));
    (label, filter.collect())
}

/// Returns the shortest form of an amount: `200`, `99.5`.
fn format_dinars(amount: Fils) -> String {
    let text = amount.to_string();
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
