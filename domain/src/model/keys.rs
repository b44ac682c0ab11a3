//! The normal forms by which offers are joined to products without a person: equal keys mean the same thing.

/// A maker's name without case, spaces and punctuation: `G.Skill` and `GSKILL` are `gskill`.
pub fn manufacturer_key(name: &str) -> String {
    letters_and_digits(name)
}

/// A part number without case, spaces and dashes; `None` when it is too short to tell anything.
pub fn part_number_key(part_number: &str) -> Option<String> {
    let key = letters_and_digits(part_number);
    (key.len() >= 5).then_some(key)
}

/// A model's words in one fixed order, without case and punctuation.
pub fn model_key(model: &str) -> String {
    let mut words: Vec<String> = model
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.sort_unstable();
    words.join(" ")
}

fn letters_and_digits(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
