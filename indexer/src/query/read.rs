//! Reads a query from left to right: budgets, stock and orders become constraints, the rest pieces to be searched.

use domain::model::{Fils, SpecKey};
use rustc_hash::FxHashSet;

use crate::{
    Sort, Understood, UnderstoodKind,
    lexicon::{Lexicon, MAX_WINDOW, Marker, Meaning},
    text::{analyzer::Word, fold::has_digit},
    vocabulary::Vocabulary,
};

/// A query taken apart.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// The text as typed.
    pub(crate) text: String,
    /// Words that are searched as they stand.
    pub(crate) literal: Vec<String>,
    pub(crate) words: Vec<Word>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) constraints: Constraints,
    pub(crate) understood: Vec<Understood>,
}

/// A run of words that belongs together, and what it may mean beside its letters.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Piece {
    /// Indexes into the words.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) meaning: Option<Meaning>,
    pub(crate) brand: Option<u16>,
    pub(crate) facts: Vec<(SpecKey, String)>,
}

/// What a query asks for without words to find.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Constraints {
    pub(crate) price_min: Option<Fils>,
    pub(crate) price_max: Option<Fils>,
    pub(crate) in_stock: bool,
    pub(crate) sort: Option<Sort>,
}

impl Constraints {
    /// Whether it keeps products out.
    pub(crate) fn is_filter(&self) -> bool {
        self.in_stock || self.price_min.is_some() || self.price_max.is_some()
    }
}

impl Piece {
    fn plain(index: usize) -> Self {
        Self { start: index, end: index + 1, ..Self::default() }
    }

    /// Whether it is a word and nothing more.
    pub(crate) fn is_plain(&self) -> bool {
        self.meaning.is_none() && self.brand.is_none() && self.facts.is_empty()
    }
}

/// Everything the reader looks words up in.
struct Reader<'a> {
    lexicon: &'a Lexicon,
    vocabulary: &'a Vocabulary,
    words: &'a [Word],
    literal: FxHashSet<String>,
    out: Reading,
}

/// Takes a query apart; words in `literal` are taken as they stand.
pub(crate) fn read(
    text: &str,
    literal: &[String],
    limit: usize,
    lexicon: &Lexicon,
    vocabulary: &Vocabulary,
) -> Reading {
    let mut words = lexicon.analyzer.words(text);
    words.truncate(limit);
    let folded = literal.iter().map(|words| lexicon.split(words).join(" ")).collect();
    let mut reader = Reader { lexicon, vocabulary, words: &words, literal: folded, out: Reading::default() };
    let mut noise = Vec::new();
    let mut index = 0;
    while index < words.len() {
        index += reader.constraint(index).or_else(|| reader.meaning(index)).unwrap_or_else(|| {
            let window = reader.window(index, 1).join(" ");
            let is_noise = lexicon.markers(&[&window]).contains(&Marker::Noise)
                && !reader.literal.contains(&window)
                && !words[index].joined;
            let list = if is_noise { &mut noise } else { &mut reader.out.pieces };
            list.push(Piece::plain(index));
            1
        });
    }
    let mut out = reader.out;
    // Noise is all there is: then it is what was meant.
    if out.pieces.is_empty() && out.understood.is_empty() {
        out.pieces = noise;
    }
    out.words = words;
    text.clone_into(&mut out.text);
    out.literal = literal.to_vec();
    out
}

impl<'a> Reader<'a> {
    fn window(&self, start: usize, length: usize) -> Vec<&'a str> {
        let words: &'a [Word] = self.words;
        words.iter().skip(start).take(length).map(|word| word.text.as_str()).collect()
    }

    fn has_marker(&self, start: usize, length: usize, marker: Marker) -> bool {
        start + length <= self.words.len()
            && self.lexicon.markers(&self.window(start, length)).contains(&marker)
    }

    /// The length of the marker that begins here, longest first.
    fn marker_length(&self, start: usize, marker: Marker) -> Option<usize> {
        (1..=3).rev().find(|length| self.has_marker(start, *length, marker))
    }

    /// Reads a budget, stock or order at the index; answers how many words it took.
    fn constraint(&mut self, index: usize) -> Option<usize> {
        let read = self.budget(index).or_else(|| self.stock_or_sort(index))?;
        let (length, understood, apply) = read;
        if self.literal.contains(&self.window(index, length).join(" ")) {
            return None;
        }
        let constraints = &mut self.out.constraints;
        constraints.price_min = apply.price_min.or(constraints.price_min);
        constraints.price_max = apply.price_max.or(constraints.price_max);
        constraints.in_stock |= apply.in_stock;
        constraints.sort = apply.sort.or(constraints.sort);
        self.out.understood.push(understood);
        Some(length)
    }

    fn stock_or_sort(&self, index: usize) -> Option<(usize, Understood, Constraints)> {
        for length in (1..=3).rev() {
            if index + length > self.words.len() {
                continue;
            }
            for marker in self.lexicon.markers(&self.window(index, length)) {
                let words = self.window(index, length).join(" ");
                match marker {
                    Marker::Stock => {
                        let filter = vec![("inStock".to_owned(), vec!["true".to_owned()])];
                        let understood = Understood {
                            kind: UnderstoodKind::Stock,
                            label: "inStock".to_owned(),
                            words,
                            filter,
                        };
                        return Some((
                            length,
                            understood,
                            Constraints { in_stock: true, ..Constraints::default() },
                        ));
                    }
                    Marker::Sort(sort) => {
                        let filter = vec![("sort".to_owned(), vec![sort.to_string()])];
                        let understood =
                            Understood { kind: UnderstoodKind::Sort, label: sort.to_string(), words, filter };
                        return Some((
                            length,
                            understood,
                            Constraints { sort: Some(*sort), ..Constraints::default() },
                        ));
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// `under 200`, `100-150`, `من 100 الى 150`, `200 kd`.
    fn budget(&self, index: usize) -> Option<(usize, Understood, Constraints)> {
        let (length, min, max) = self
            .between(index)
            .or_else(|| {
                self.bound(index, Marker::Below, false).map(|(length, amount)| (length, None, Some(amount)))
            })
            .or_else(|| {
                self.bound(index, Marker::Above, false).map(|(length, amount)| (length, Some(amount), None))
            })
            .or_else(|| {
                self.bound(index, Marker::WeakBelow, true)
                    .map(|(length, amount)| (length, None, Some(amount)))
            })
            .or_else(|| {
                self.bound(index, Marker::WeakAbove, true)
                    .map(|(length, amount)| (length, Some(amount), None))
            })
            .or_else(|| {
                self.amount(index)
                    .filter(|amount| amount.has_currency)
                    .map(|amount| (amount.length, None, Some(amount.fils)))
            })?;
        let mut filter = Vec::new();
        for (name, bound) in [("minPrice", min), ("maxPrice", max)] {
            if let Some(bound) = bound {
                filter.push((name.to_owned(), vec![dinars(bound)]));
            }
        }
        let label = match (min, max) {
            (Some(min), Some(max)) => format!("{}–{}", dinars(min), dinars(max)),
            (Some(min), None) => format!("≥ {}", dinars(min)),
            (None, max) => format!("≤ {}", max.map(dinars).unwrap_or_default()),
        };
        let words = self.window(index, length).join(" ");
        let understood = Understood { kind: UnderstoodKind::Price, label, words, filter };
        Some((length, understood, Constraints { price_min: min, price_max: max, ..Constraints::default() }))
    }

    fn between(&self, index: usize) -> Option<(usize, Option<Fils>, Option<Fils>)> {
        let lead = self.marker_length(index, Marker::Between).unwrap_or(0);
        let low = self.amount(index + lead)?;
        let middle = index + lead + low.length;
        let to = self.marker_length(middle, Marker::To);
        let dashed = self.words.get(middle).is_some_and(|word| word.joined);
        let high = self.amount(middle + to.unwrap_or(0))?;
        // `6000-7000` may be a model: bare dashed numbers are a budget only where people shop.
        let believable = low.fils.0 >= 1_000 && high.fils.0 <= 5_000_000;
        let is_range =
            (lead > 0 && to.is_some()) || (to.is_some() && high.has_currency) || (dashed && believable);
        (is_range && low.fils < high.fils).then_some((
            lead + low.length + to.unwrap_or(0) + high.length,
            Some(low.fils),
            Some(high.fils),
        ))
    }

    fn bound(&self, index: usize, marker: Marker, needs_currency: bool) -> Option<(usize, Fils)> {
        let lead = self.marker_length(index, marker)?;
        let amount = self.amount(index + lead)?;
        (amount.has_currency || !needs_currency).then_some((lead + amount.length, amount.fils))
    }

    fn amount(&self, index: usize) -> Option<Amount> {
        let word = self.words.get(index)?;
        if word.quantity.is_some() {
            return None;
        }
        let digits = word.text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let (number, suffix) = word.text.split_at(digits);
        let fils: Fils = number.parse().ok().filter(|fils| *fils <= Fils::MAX_PRICE && *fils > Fils::ZERO)?;
        if !suffix.is_empty() {
            let is_currency = self.lexicon.markers(&[suffix]).contains(&Marker::Currency);
            return is_currency.then_some(Amount { fils, length: 1, has_currency: true });
        }
        let currency = self.marker_length(index + 1, Marker::Currency);
        Some(Amount { fils, length: 1 + currency.unwrap_or(0), has_currency: currency.is_some() })
    }

    /// The longest run of words with a meaning of its own; answers how many words it took.
    fn meaning(&mut self, index: usize) -> Option<usize> {
        for length in (1..=MAX_WINDOW.min(self.words.len() - index)).rev() {
            let window = self.window(index, length);
            let joined = window.join(" ");
            if self.literal.contains(&joined) {
                (index..index + length).for_each(|index| self.out.pieces.push(Piece::plain(index)));
                return Some(length);
            }
            let meaning = self.lexicon.meaning(&window).cloned();
            let brand = self.vocabulary.brand_windows.get(&joined).copied();
            let mut facts = self.vocabulary.fact_windows.get(&joined).cloned().unwrap_or_default();
            if length == 1 {
                facts.extend(self.quantity_facts(index));
            }
            let piece = Piece { start: index, end: index + length, meaning, brand, facts };
            if !piece.is_plain() {
                self.out.pieces.push(piece);
                return Some(length);
            }
        }
        None
    }

    /// The facts that a number with its unit may be.
    fn quantity_facts(&self, index: usize) -> Vec<(SpecKey, String)> {
        let Some(quantity) = self.words.get(index).and_then(|word| word.quantity.as_ref()) else {
            return Vec::new();
        };
        let facts = self.lexicon.quantities.get(&quantity.unit).map(Vec::as_slice).unwrap_or_default();
        facts.iter().map(|fact| (fact.key, (quantity.amount * fact.times).to_string())).collect()
    }
}

/// An amount of dinars in a query.
struct Amount {
    fils: Fils,
    length: usize,
    has_currency: bool,
}

/// The shortest form of an amount: `200`, `99.5`.
fn dinars(amount: Fils) -> String {
    let text = amount.to_string();
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Whether any word of the piece holds a digit.
pub(crate) fn piece_has_digit(words: &[Word], piece: &Piece) -> bool {
    words.get(piece.start..piece.end).unwrap_or_default().iter().any(|word| has_digit(&word.text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchConfig;

    fn reading(text: &str, literal: &[&str]) -> Reading {
        let config = SearchConfig::embedded().expect("config");
        let literal: Vec<String> = literal.iter().map(|words| (*words).to_owned()).collect();
        read(text, &literal, 16, &config.lexicon, &Vocabulary::new(14))
    }

    #[test]
    fn budgets_are_read_in_both_languages() {
        for (text, min, max, rest) in [
            ("gpu under 200", None, Some(200_000), 1),
            ("gpu below 1,200 kd", None, Some(1_200_000), 1),
            ("gpu 100-150", Some(100_000), Some(150_000), 1),
            ("كرت شاشة أقل من ٢٠٠ دينار", None, Some(200_000), 1),
            ("شاشة تحت 200", None, Some(200_000), 1),
            ("شاشة من 100 الى 150", Some(100_000), Some(150_000), 1),
            ("between 100 and 150 kd", Some(100_000), Some(150_000), 0),
            ("monitor 99.5kd", None, Some(99_500), 1),
            ("over 300 dinars", Some(300_000), None, 0),
            ("rog max 200", None, None, 3),
            ("rtx 4070", None, None, 2),
            ("ddr5-6000", None, None, 2),
        ] {
            let reading = reading(text, &[]);
            let constraints = &reading.constraints;
            assert_eq!(
                (constraints.price_min, constraints.price_max),
                (min.map(Fils), max.map(Fils)),
                "{text}"
            );
            assert_eq!(reading.pieces.len(), rest, "{text}: {:?}", reading.pieces);
        }
    }

    #[test]
    fn stock_and_orders_are_read() {
        assert!(reading("rtx 4070 in stock", &[]).constraints.in_stock);
        assert!(reading("كرت شاشة متوفر", &[]).constraints.in_stock);
        assert_eq!(reading("cheapest gpu", &[]).constraints.sort, Some(Sort::PriceAscending));
        assert_eq!(reading("ارخص كرت شاشة", &[]).constraints.sort, Some(Sort::PriceAscending));
    }

    #[test]
    fn a_removed_chip_is_searched_as_it_stands() {
        assert_eq!(reading("under 200", &["under 200"]).constraints.price_max, None);
        let pieces = reading("graphics card", &["graphics card"]).pieces;
        assert!(pieces.iter().all(Piece::is_plain) && pieces.len() == 2);
    }

    #[test]
    fn a_longer_term_is_not_misread_as_a_shorter_one() {
        for text in ["كرت شاشة", "كرت الشاشة", "case fan", "liquid cooler"] {
            assert_eq!(reading(text, &[]).pieces.len(), 1, "{text}");
        }
    }

    #[test]
    fn noise_is_left_out_unless_it_is_all() {
        assert_eq!(reading("سعر كرت شاشة في الكويت", &[]).pieces.len(), 1);
        assert_eq!(reading("the", &[]).pieces.len(), 1);
    }
}
