use super::TitleWords;

/// A graphics chip's name, recognised by its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphicsName {
    /// As stored: `GeForce RTX 6070 Ti`.
    pub name: String,
    pub manufacturer: &'static str,
    /// The family's name as stored: `GeForce RTX`, `Radeon RX`, `Arc`.
    pub family: &'static str,
    /// Order of the family's generations: 60 of the RTX 6070, 100 of the RX 10070; of Arc the number of the letter.
    pub generation: u32,
    /// The number without its generation, which tells the chips of one generation apart: 70 of the RTX 6070.
    pub tier: u32,
    /// Words behind the number, as stored: `Ti SUPER`; empty where there are none.
    pub variant: &'static str,
    /// Number of parts of the text.
    pub parts: usize,
}

/// Words behind a number, as titles write them, and as stored. The longest come first.
type Variants = &'static [(&'static [&'static str], &'static str)];

const GEFORCE_VARIANTS: Variants = &[
    (&["ti", "super"], "Ti SUPER"),
    (&["ti"], "Ti"),
    (&["super"], "SUPER"),
    (&["s"], "SUPER"),
    (&["tis"], "Ti SUPER"),
];
const RADEON_VARIANTS: Variants = &[(&["xtx"], "XTX"), (&["xt"], "XT"), (&["gre"], "GRE")];

/// Letters that retailers glue to a chip's number without changing it: `5070O12G`, `5070OC`, `5070-12G`.
const GLUED: [&str; 4] = ["o", "oc", "g", "gb"];

/// Returns the graphics chip whose name begins at a part of a text. `RTX` may be missing behind `GeForce` and before
/// a variant: `GeForce 6070`, `6070 Ti`.
pub fn graphics_name(text: &TitleWords<'_>, index: usize) -> Option<GraphicsName> {
    match text.get(index) {
        "rtx" => geforce(text, index, index + 1),
        "geforce" if text.get(index + 1) != "rtx" => geforce(text, index, index + 1),
        "rx" => radeon(text, index),
        "arc" => arc(text, index),
        _ => geforce(text, index, index)
            .filter(|name| !name.variant.is_empty() && !ends_in_letter(text, index)),
    }
}

/// Returns the first graphics chip that a text names.
pub fn find_graphics(text: &TitleWords<'_>) -> Option<GraphicsName> {
    (0..text.len()).find_map(|index| graphics_name(text, index))
}

/// Whether the variant of a bare number is one letter: `6070s` may be anything.
fn ends_in_letter(text: &TitleWords<'_>, number_at: usize) -> bool {
    text.get(number_at + 1) == "s"
}

fn geforce(text: &TitleWords<'_>, index: usize, number_at: usize) -> Option<GraphicsName> {
    let number = read_number(text, number_at).filter(|number| (2000..20_000).contains(number))?;
    let tier = number % 100;
    // Professional cards have round numbers: RTX 4000, RTX 4500.
    let is_card = tier >= 10 && tier.is_multiple_of(10) && (number / 100).is_multiple_of(10);
    if !is_card {
        return None;
    }
    let (variant, end) = read_variant(text, number_at, GEFORCE_VARIANTS)?;
    Some(GraphicsName {
        name: join_words(&["GeForce RTX", &number.to_string(), variant]),
        manufacturer: "NVIDIA",
        family: "GeForce RTX",
        generation: number / 100,
        tier,
        variant,
        parts: end - index,
    })
}

fn radeon(text: &TitleWords<'_>, index: usize) -> Option<GraphicsName> {
    let number = read_number(text, index + 1).filter(|number| (5000..20_000).contains(number))?;
    // A round thousand names a series.
    if number.is_multiple_of(1000) || !number.is_multiple_of(10) {
        return None;
    }
    let (variant, end) = read_variant(text, index + 1, RADEON_VARIANTS)?;
    Some(GraphicsName {
        name: join_words(&["Radeon RX", &number.to_string(), variant]),
        manufacturer: "AMD",
        family: "Radeon RX",
        generation: number / 1000 * 10,
        tier: number % 1000,
        variant,
        parts: end - index,
    })
}

fn arc(text: &TitleWords<'_>, index: usize) -> Option<GraphicsName> {
    let mut letters = text.get(index + 1).chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let number = read_number(text, index + 2).filter(|number| (300..1000).contains(number))?;
    if !letter.is_ascii_lowercase() || !number.is_multiple_of(10) || number.is_multiple_of(100) {
        return None;
    }
    let (_, end) = read_variant(text, index + 2, &[])?;
    Some(GraphicsName {
        name: format!("Arc {}{number}", letter.to_ascii_uppercase()),
        manufacturer: "Intel",
        family: "Arc",
        generation: u32::from(letter) - u32::from('a') + 1,
        tier: number,
        variant: "",
        parts: end - index,
    })
}

/// Returns the number at a part. A zero at its head means that it is something else.
fn read_number(text: &TitleWords<'_>, index: usize) -> Option<u32> {
    let digits = text.get(index);
    digits
        .parse()
        .ok()
        .filter(|_| !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns the variant behind a number, and the index of the part after it. Other letters glued to the name make it
/// another one: `3070M` is a notebook's chip.
fn read_variant(
    text: &TitleWords<'_>,
    number_at: usize,
    variants: Variants,
) -> Option<(&'static str, usize)> {
    let next = number_at + 1;
    let found = variants.iter().find(|(words, _)| {
        let is_glued = text.word_of(next) == text.word_of(number_at);
        let is_letter = words.len() == 1 && words.iter().all(|word| word.len() == 1);
        text.starts_with(next, words) && (is_glued || !is_letter)
    });
    let (variant, end) = found.map_or(("", next), |(words, stored)| (*stored, next + words.len()));
    let is_glued = end > 0 && text.word_of(end).is_some() && text.word_of(end) == text.word_of(end - 1);
    let rest = text.get(end);
    let is_other = is_glued && rest.bytes().all(|byte| byte.is_ascii_alphabetic()) && !GLUED.contains(&rest);
    (!is_other).then_some((variant, end))
}

fn join_words(words: &[&str]) -> String {
    words.iter().copied().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::keys::fold::Folded;

    fn name(text: &str) -> Option<String> {
        let folded = Folded::new(text);
        let words = TitleWords::split(&folded);
        find_graphics(&words).map(|found| found.name)
    }

    #[test]
    fn graphics_chips_of_every_generation_have_one_form() {
        for (text, expected) in [
            ("MSI RTX 6070 Ventus", Some("GeForce RTX 6070")),
            ("GeForce RTX™ 7080Ti SUPER 32G", Some("GeForce RTX 7080 Ti SUPER")),
            ("RTX6070S", Some("GeForce RTX 6070 SUPER")),
            ("RTX6070TI-16G", Some("GeForce RTX 6070 Ti")),
            ("6060 Ti OC", Some("GeForce RTX 6060 Ti")),
            ("GeForce 6090", Some("GeForce RTX 6090")),
            ("RX10070XT Pulse", Some("Radeon RX 10070 XT")),
            ("Radeon RX 9080 XTX", Some("Radeon RX 9080 XTX")),
            ("Intel Arc C770", Some("Arc C770")),
            ("RTX 6070M", None),
            ("RTX 6000 Ada", None),
            ("RTX 6075", None),
            ("RX 9000 series", None),
            ("6070 white", None),
        ] {
            assert_eq!(name(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn generation_and_tier_are_told_apart() {
        let folded = Folded::new("rtx 6070 ti");
        let found = graphics_name(&TitleWords::split(&folded), 0).expect("a chip");
        assert_eq!((found.generation, found.tier, found.variant, found.parts), (60, 70, "Ti", 3));
    }
}
