//! Finds the words that tell a product from others of its manufacturer.

use domain::model::{
    Category, SpecKey, Specs,
    keys::model_words::{ModelWord, model_words},
};

use super::{tokens::TitleTokens, transliterate::is_denial};

/// Returns the model that a title names, spelt as in the title; processors and graphics chips in their canonical
/// form. `skipped` tells whether a word belongs to a part number or to the condition.
pub(crate) fn find_model(
    category: Category,
    manufacturer: Option<&str>,
    reading: &TitleTokens<'_>,
    specs: &Specs,
    skipped: &dyn Fn(usize) -> bool,
) -> Option<String> {
    if category == Category::Cpu {
        return reading.cpu.as_ref().map(|(cpu, _)| cpu.name.clone());
    }
    let words = model_words(category, manufacturer.unwrap_or_default(), reading.text);
    let chip = specs.text(SpecKey::GpuChipset);
    let mut model = chip.unwrap_or_default().to_owned();
    for word in &words {
        let arabic = !word.text.is_ascii();
        if arabic
            || skipped(word.first)
            || is_denied(reading, word)
            || word.text == "plus" && word.first == 0
            || chip.is_some_and(|chip| repeats(chip, word))
        {
            continue;
        }
        if !model.is_empty() {
            model.push(if word.joined && !skipped(word.first.saturating_sub(1)) { '-' } else { ' ' });
        }
        model.push_str(spelling(reading, word));
    }
    (!model.is_empty()).then_some(model)
}

/// Whether the title denies the word: `no WiFi`.
pub(super) fn is_denied(reading: &TitleTokens<'_>, word: &ModelWord) -> bool {
    let denies = |index: usize| is_denial(reading.text.word(index));
    (denies(word.first) && !word.joined) || (word.first > 0 && denies(word.first - 1))
}

/// Returns the word as the title writes it, unless the table respelt it.
fn spelling<'a>(reading: &'a TitleTokens<'_>, word: &'a ModelWord) -> &'a str {
    let (start, end) = (reading.text.source(word.first).start, reading.text.source(word.last).end);
    let original_text = reading.source.get(start..end).unwrap_or_default();
    if reading.text.word(word.first) == word.text { original_text } else { &word.text }
}

/// Whether a word only repeats the graphics chip.
pub(super) fn repeats(chip: &str, word: &ModelWord) -> bool {
    let glued: String = chip.chars().filter(|letter| *letter != ' ').flat_map(char::to_lowercase).collect();
    chip.split(' ').any(|part| part.eq_ignore_ascii_case(&word.text))
        || word.text.len() > 3 && glued.contains(&word.text)
}
