//! Models of a variant that a query excludes: `ryzen 5 non x` wants no `7600x`, whatever its number. A variant is excluded
//! with those that continue it: `x3d` is an X too.

use tantivy_fst::Automaton;

use crate::{interface::Result, storage::view::View, text::forms::MODEL_DIGITS};

/// Maximum number of digits of a model's number.
const MAX_DIGITS: u8 = 5;
/// Maximum number of letters and digits behind a variant's letters: the `3d` of `x3d`.
const MAX_CONTINUED: u8 = 2;

/// Accepts a number with the letters of a variant written onto it.
struct VariantAutomaton<'a> {
    letters: &'a [u8],
}

/// Numbers of bytes read of the number, of the variant's letters and behind them.
#[derive(Debug, Clone, Copy, Default)]
struct VariantState {
    digits: u8,
    letters: usize,
    continued: u8,
}

impl Automaton for VariantAutomaton<'_> {
    type State = Option<VariantState>;

    fn start(&self) -> Self::State {
        Some(VariantState::default())
    }

    fn is_match(&self, state: &Self::State) -> bool {
        state.is_some_and(|state| state.letters == self.letters.len())
    }

    fn can_match(&self, state: &Self::State) -> bool {
        state.is_some()
    }

    fn accept(&self, state: &Self::State, byte: u8) -> Self::State {
        let mut next = (*state)?;
        if next.letters == 0 && byte.is_ascii_digit() {
            next.digits += 1;
            return (next.digits <= MAX_DIGITS).then_some(next);
        }
        if usize::from(next.digits) < MODEL_DIGITS {
            return None;
        }
        if let Some(letter) = self.letters.get(next.letters) {
            next.letters += 1;
            return (*letter == byte).then_some(next);
        }
        next.continued += 1;
        (byte.is_ascii_alphanumeric() && next.continued <= MAX_CONTINUED).then_some(next)
    }
}

/// Returns the words of the catalogue that are a model of the variant.
pub(crate) fn models_of_variant(view: &View, letters: &str) -> Result<Vec<String>> {
    let automaton = VariantAutomaton { letters: letters.as_bytes() };
    view.dictionary_words(&automaton)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_models_of_the_variant_are_accepted() {
        for (letters, word, expected) in [
            ("x", "7600x", true),
            ("x", "7800x3d", true),
            ("x", "7600", false),
            ("x", "1920x1080", false),
            ("x", "4x8gb", false),
            ("k", "14700kf", true),
            ("k", "14700f", false),
            ("ti", "4070ti", true),
            ("ti", "4070", false),
        ] {
            let automaton = VariantAutomaton { letters: letters.as_bytes() };
            let end = word.bytes().fold(automaton.start(), |state, byte| automaton.accept(&state, byte));
            assert_eq!(automaton.is_match(&end), expected, "{letters} {word}");
        }
    }
}
