//! A line without the description of its part, as a second text to search.

use std::collections::BTreeSet;

use domain::model::{
    Category,
    keys::{
        fold::{Break, Folded},
        model_words::model_words,
    },
};

use super::measures::join_counts;

/// Returns a line without the words and measures that describe every such part: `Samsung 990 Pro 2 TB M.2-2280 PCIe 4.0 X4
/// NVME Solid State Drive` becomes `Samsung 990 Pro 2 TB`. `None` where nothing is left out, or nothing is left.
pub fn shorten(line: &str, category: Category) -> Option<String> {
    let line = join_counts(line);
    let words = Folded::new(&line);
    // Without a manufacturer's name, none is taken for known and left out.
    let kept: BTreeSet<usize> =
        model_words(category, "", &words).iter().flat_map(|word| word.first..=word.last).collect();
    let is_capacity = |index: usize| {
        let (word, before) =
            (words.word(index), index.checked_sub(1).map_or("", |before| words.word(before)));
        let is_number =
            |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit()) && !text.contains('x');
        let unit = word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        let is_unit = |unit: &str| matches!(unit, "gb" | "tb" | "w");
        (is_number(word) && (is_unit(unit) || (unit.is_empty() && is_unit(words.word(index + 1)))))
            || (is_unit(word) && is_number(before))
    };
    let taken: Vec<usize> =
        (0..words.len()).filter(|index| kept.contains(index) || is_capacity(*index)).collect();
    let mut short = String::new();
    for index in &taken {
        // Words that a dash or a dot joins stay joined: `27GP850-B`.
        let is_joined = matches!(words.before(*index), Break::Dash | Break::Dot | Break::None)
            && index.checked_sub(1).is_some_and(|before| taken.contains(&before));
        let before = if is_joined { words.source(index - 1).end } else { words.source(*index).start };
        if !is_joined && !short.is_empty() {
            short.push(' ');
        }
        short.push_str(line.get(before..words.source(*index).end).unwrap_or_default());
    }
    (!kept.is_empty() && taken.len() < words.len()).then_some(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_is_left_out_of_a_line() {
        for (line, category, short) in [
            (
                "Samsung 990 Pro 2 TB M.2-2280 PCIe 4.0 X4 NVME Solid State Drive",
                Category::Storage,
                Some("Samsung 990 Pro 2TB"),
            ),
            (
                "Corsair RM850e 850 W 80+ Gold Certified Fully Modular ATX Power Supply",
                Category::Psu,
                Some("Corsair RM850e 850 W"),
            ),
            ("Corsair 4000D Airflow ATX Mid Tower Case", Category::Case, Some("Corsair 4000D Airflow")),
            ("LG 27GP850-B 27.0\" 2560 x 1440 165 Hz Monitor", Category::Monitor, Some("LG 27GP850-B")),
            ("Samsung 990 Pro 2TB", Category::Storage, None),
            ("ATX Mid Tower Case", Category::Case, None),
        ] {
            assert_eq!(shorten(line, category).as_deref(), short, "{line}");
        }
    }
}
