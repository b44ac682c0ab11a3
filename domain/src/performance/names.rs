//! Spellings under which shops name a chip or a processor.

use std::collections::HashMap;

use crate::compat::words;

/// Words after a chip's name that make it another chip: one that the tables do not have is not known, never the shorter name.
const GRAPHICS_QUALIFIERS: &[&str] = &[
    "ti", "super", "s", "xt", "xtx", "gre", "d", "le", "max", "mobile", "laptop", "m", "2048sp", "ddr4", "d4",
];
const PROCESSOR_QUALIFIERS: &[&str] = &["plus", "af", "x3d2"];
/// Words that say a chip is a notebook's wherever they stand in a name.
const NOTEBOOK: &[&str] = &["laptop", "notebook", "mobile"];
/// Endings of processor models that shops write apart. `g` and `t` are not among them: `5600 G.Skill`, `12400 T-Force`.
const MODEL_ENDINGS: &[&str] = &["x3d", "xt", "x", "ks", "kf", "k", "f"];

/// Positions in a table by name; `None` marks a name of something that the table does not have.
pub(super) struct NameIndex(HashMap<String, Option<usize>>);

impl NameIndex {
    /// Index of graphics chips: without the family's name, with words written together, and `S` for `SUPER`.
    pub(super) fn of_graphics<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let spellings = |name: &str| {
            let full = words::split_words(name);
            let mut spellings = joined(&full);
            if let Some(("geforce" | "radeon", rest)) =
                full.split_first().map(|(first, rest)| (first.as_str(), rest))
            {
                spellings.extend(joined(rest));
                // `5070 Ti` says enough without RTX; `5070` does not.
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

    /// Index of processors: with words written together, and with the ending of the model written apart.
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

    /// Position of the longest name found in `text`; `None` where it names nothing of the table, or a notebook's chip.
    pub(super) fn find(&self, text: &str) -> Option<usize> {
        let notebook = |word: &String| NOTEBOOK.contains(&word.as_str());
        if words::split_words(text).iter().any(notebook) {
            return None;
        }
        *words::find_longest_run(&self.0, text)?
    }
}

/// Every way to write the words with or without a space between neighbours.
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
