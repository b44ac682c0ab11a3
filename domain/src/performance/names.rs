//! The spellings under which retailers name a graphics chip or a processor.

use std::collections::HashMap;

use crate::compat::words;

/// Words after a chip's name that make it another chip. Where the tables lack that chip, the name means an unknown
/// chip, never the chip of the shorter name.
const GRAPHICS_QUALIFIERS: &[&str] = &[
    "ti", "super", "s", "xt", "xtx", "gre", "d", "le", "max", "mobile", "laptop", "m", "2048sp", "ddr4", "d4",
];
const PROCESSOR_QUALIFIERS: &[&str] = &["plus", "af", "x3d2"];
/// Words that mark a notebook's chip wherever they stand in a name.
const NOTEBOOK: &[&str] = &["laptop", "notebook", "mobile"];
/// Endings of processor models that retailers write as a separate word. `g` and `t` are not among them, because of
/// `5600 G.Skill` and `12400 T-Force`.
const MODEL_ENDINGS: &[&str] = &["x3d", "xt", "x", "ks", "kf", "k", "f"];

/// Row positions of a table by name; `None` marks the name of a part that the table does not have.
pub(super) struct NameIndex(HashMap<String, Option<usize>>);

impl NameIndex {
    /// Builds the index of graphics chips: names also without the family, with words written together, and with `S`
    /// for `SUPER`.
    pub(super) fn of_graphics<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let spellings = |name: &str| {
            let full = words::split_words(name);
            let mut spellings = joined(&full);
            if let Some(("geforce" | "radeon", rest)) =
                full.split_first().map(|(first, rest)| (first.as_str(), rest))
            {
                spellings.extend(joined(rest));
                // `5070 Ti` names the chip without RTX; `5070` alone could be anything.
                if let Some((_, number)) = rest.split_first().filter(|(_, number)| number.len() > 1) {
                    spellings.extend(joined(number));
                }
            }
            let short = |text: &String| text.strip_suffix("super").map(|start| format!("{start}s"));
            let short: Vec<String> = spellings.iter().filter_map(short).collect();
            spellings.extend(short);
            spellings
        };
        Self::build(names, spellings, GRAPHICS_QUALIFIERS)
    }

    /// Builds the index of processors: names also with words written together, and with the model's ending as a
    /// separate word.
    pub(super) fn of_processors<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let spellings = |name: &str| {
            let full = words::split_words(name);
            let mut spellings = joined(&full);
            let apart = |text: &String| {
                let ending = MODEL_ENDINGS.iter().find(|ending| text.ends_with(*ending))?;
                let start = text.strip_suffix(ending)?;
                start.ends_with(|c: char| c.is_ascii_digit()).then(|| format!("{start} {ending}"))
            };
            let apart: Vec<String> = spellings.iter().filter_map(apart).collect();
            spellings.extend(apart);
            spellings
        };
        Self::build(names, spellings, PROCESSOR_QUALIFIERS)
    }

    fn build<'n>(
        names: impl Iterator<Item = &'n str>,
        spellings: impl Fn(&str) -> Vec<String>,
        qualifiers: &[&str],
    ) -> Self {
        let mut index = HashMap::new();
        for (position, name) in names.enumerate() {
            for spelling in spellings(name) {
                index.entry(spelling).or_insert(Some(position));
            }
        }
        let found: Vec<String> = index.keys().cloned().collect();
        for (spelling, qualifier) in
            found.iter().flat_map(|name| qualifiers.iter().map(move |word| (name, word)))
        {
            index.entry(format!("{spelling} {qualifier}")).or_insert(None);
            index.entry(format!("{spelling}{qualifier}")).or_insert(None);
        }
        Self(index)
    }

    /// Returns the position of the longest name found in `text`; `None` where the text names nothing in the table, or
    /// a notebook's chip.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        if names_notebook(text) {
            return None;
        }
        *words::find_longest_run(&self.0, text)?
    }
}

/// Whether a text names a notebook's chip.
pub(super) fn names_notebook(text: &str) -> bool {
    words::split_words(text).iter().any(|word| NOTEBOOK.contains(&word.as_str()))
}

/// Returns every way to write the words with or without a space between neighbours.
fn joined(words: &[String]) -> Vec<String> {
    let Some((first, rest)) = words.split_first() else { return Vec::new() };
    let mut spellings = vec![first.clone()];
    for word in rest {
        spellings = spellings
            .iter()
            .flat_map(|start| [format!("{start} {word}"), format!("{start}{word}")])
            .collect();
    }
    spellings
}
