/// A board chipset's name, recognised by its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardChipsetName<'a> {
    /// As stored: `AMD B950`.
    pub name: String,
    pub manufacturer: &'static str,
    /// Hundreds of the number: 9 of the B950.
    pub generation: u32,
    /// Letters behind the name, which mark a board's size or edition: `m` of `b950m`.
    pub rest: &'a str,
}

/// Returns the board chipset with which a folded word begins. The form alone is weak evidence, because cases,
/// coolers and drives have such names too (`H510`, `A400`).
pub fn board_chipset_name(word: &str) -> Option<BoardChipsetName<'_>> {
    let letter = word.chars().next().filter(|letter| "abxzhwq".contains(*letter))?;
    let digits = word.get(1..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let number: u32 = digits.parse().ok()?;
    // Each class of chipsets ends in digits of its own; `Z820` is a computer.
    let manufacturer = match (letter, number % 100) {
        _ if number < 100 => return None,
        ('a', 20) | ('b', 40 | 50) | ('x', 70) => "AMD",
        ('b', 60) | ('h', 10 | 70) | ('q', 70) | ('w', 80 | 90) | ('z', 90) => "Intel",
        _ => return None,
    };
    let rest = word.get(4..)?;
    let (edition, rest) = match rest.strip_prefix('e').filter(|_| manufacturer == "AMD") {
        Some(rest) => ("E", rest),
        None => ("", rest),
    };
    let is_edition = rest.len() <= 2 && rest.bytes().all(|byte| byte.is_ascii_lowercase());
    is_edition.then(|| BoardChipsetName {
        name: format!("{manufacturer} {}{digits}{edition}", letter.to_ascii_uppercase()),
        manufacturer,
        generation: number / 100,
        rest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_chipsets_of_every_generation_have_one_form() {
        for (word, expected) in [
            ("b950", Some(("AMD B950", ""))),
            ("b950m", Some(("AMD B950", "m"))),
            ("x970e", Some(("AMD X970E", ""))),
            ("b950em", Some(("AMD B950E", "m"))),
            ("b960m", Some(("Intel B960", "m"))),
            ("z990i", Some(("Intel Z990", "i"))),
            ("b905", None),
            ("z820", None),
            ("b95", None),
            ("c950", None),
            ("b9500", None),
            ("b950pulse", None),
        ] {
            let found = board_chipset_name(word).map(|found| (found.name, found.rest));
            assert_eq!(found.as_ref().map(|(name, rest)| (name.as_str(), *rest)), expected, "{word}");
        }
    }
}
