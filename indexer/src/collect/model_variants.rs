//! Variant words (`Ti`, `XT`) behind a model's number, apart or written onto it: a query without them asks for
//! another model.

use super::{
    clause::{Clause, TermGroup},
    query_terms::{HASH_BITS, IN_QUERY, QueryTerms},
};
use crate::text::{fold::has_digit, word_hash::word_hash};

/// Variants that count against a product.
const MAX_VARIANTS: usize = 2;
/// Minimum letters and digits of a number that other words are written onto.
const MIN_NUMBER_LENGTH: usize = 3;

/// The numbers of a query's models and the variant words that may stand behind them.
pub(super) struct ModelVariants<'a> {
    /// The last groups of clauses with digits.
    numbers: Vec<&'a TermGroup>,
    /// Numbers with the words before them written onto them: `rtx5070`.
    glued_numbers: QueryTerms,
    /// Hashes of variant words.
    words: Vec<u32>,
    /// Numbers with a variant that the query does not ask for written onto them: `5070ti`.
    glued_variants: QueryTerms,
}

impl<'a> ModelVariants<'a> {
    pub(super) fn new(clauses: &'a [Clause], variants: &[String]) -> Self {
        let with_digit = || clauses.iter().enumerate().filter(|(_, clause)| clause.has_digit);
        let options = with_digit().flat_map(|(_, clause)| &clause.options);
        let is_asked = |variant: &&String| {
            clauses.iter().flat_map(|clause| clause.text.split(' ')).any(|word| word == variant.as_str())
        };
        let unasked: Vec<&String> = variants.iter().filter(|variant| !is_asked(variant)).collect();
        let (mut glued_numbers, mut glued_variants) = (Vec::new(), Vec::new());
        for (index, clause) in with_digit() {
            let number = last_word(&clause.text);
            if number.len() < MIN_NUMBER_LENGTH || !has_digit(number) {
                continue;
            }
            let before = index.checked_sub(1).and_then(|before| clauses.get(before));
            let before = before.map(|before| format!("{}{number}", last_word(&before.text)));
            let glued: Vec<String> = before.into_iter().chain([clause.text.replace(' ', "")]).collect();
            for text in glued.iter().map(String::as_str).chain([number]) {
                glued_variants.extend(unasked.iter().map(|variant| word_hash(&format!("{text}{variant}"))));
            }
            glued_numbers.extend(glued.iter().map(|text| word_hash(text)));
        }
        Self {
            numbers: options.filter_map(|option| option.groups.last()).collect(),
            glued_numbers: QueryTerms::of(glued_numbers.into_iter()),
            words: variants.iter().map(|word| word_hash(word)).collect(),
            glued_variants: QueryTerms::of(glued_variants.into_iter()),
        }
    }

    /// Counts the variant words right behind the first number of a name that the query does not ask for, at most two.
    pub(super) fn count_unasked(&self, name: &[u32]) -> usize {
        let is_variant_onto =
            |token: u32| token & IN_QUERY == 0 && self.glued_variants.contains(token & HASH_BITS);
        let is_number = |token: u32| {
            let hash = token & HASH_BITS;
            self.numbers.iter().any(|group| group.quality(hash).is_some())
                || self.glued_numbers.contains(hash)
        };
        let at = name.iter().position(|token| is_number(*token) || is_variant_onto(*token));
        let Some((number, behind)) = at.and_then(|at| name.get(at..)).and_then(<[u32]>::split_first) else {
            return 0;
        };
        let variants = behind.iter().take_while(|token| self.words.contains(&(**token & HASH_BITS)));
        let apart = variants.filter(|token| **token & IN_QUERY == 0).count();
        (apart + usize::from(is_variant_onto(*number))).min(MAX_VARIANTS)
    }
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_are_counted_apart_and_written_onto_the_number() {
        let clause = |text: &str, has_digit| Clause { text: text.into(), has_digit, ..Clause::default() };
        let variants = ["ti".to_owned(), "super".to_owned()];
        let count = |clauses: &[Clause], name: &str| {
            let name: Vec<u32> = name.split(' ').map(word_hash).collect();
            ModelVariants::new(clauses, &variants).count_unasked(&name)
        };
        let apart = [clause("rtx", false), clause("5070", true)];
        let one = [clause("rtx 5070", true)];
        for (name, expected) in [
            ("geforce rtx5070 oc", 0),
            ("geforce rtx5070 ti oc", 1),
            ("geforce rtx 5070ti oc", 1),
            ("geforce rtx5070ti super", 2),
            ("geforce rtx5080 ti", 0),
        ] {
            assert_eq!(count(&apart, name), expected, "{name}");
            assert_eq!(count(&one, name), expected, "{name}");
        }
        let with_variant = [clause("rtx", false), clause("5070", true), clause("ti", false)];
        assert_eq!(count(&with_variant, "geforce rtx 5070ti oc"), 0);
    }
}
