//! Names of sockets, kinds of memory and generations of PCIe.

/// Returns the kind of memory with which a word begins, in any case: `DDR6` of `ddr6`, `ddr6l` and `DDR6-9600`. Three
/// digits are the speed of the first kind: `DDR400`.
pub fn memory_kind(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let rest = lower.strip_prefix("ddr")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let kind = rest.chars().next().filter(|digit| ('1'..='9').contains(digit))?;
    Some(if digits == 3 { "DDR1".to_owned() } else { format!("DDR{kind}") })
}

/// Returns the kind of graphics memory that a folded word names: `GDDR7`, `GDDR6X`, `HBM3E`.
pub fn graphics_memory(word: &str) -> Option<String> {
    let (rest, ending) = match word.strip_prefix("gddr") {
        Some(rest) => (rest, 'x'),
        None => (word.strip_prefix("hbm")?, 'e'),
    };
    let digit = rest.strip_suffix(ending).unwrap_or(rest);
    let is_kind = digit.len() == 1 && digit.bytes().all(|byte| (b'1'..=b'9').contains(&byte));
    is_kind.then(|| word.to_ascii_uppercase())
}

/// Returns the socket that a word names, in any case: `LGA1954`, `AM6`, `sTR6`. The plus sign of `AM3+` is kept.
pub fn socket_name(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    let number = lower.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let family = lower.strip_suffix(number)?;
    let (digits, plus) = number.strip_suffix('+').map_or((number, ""), |digits| (digits, "+"));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match (family, digits.len()) {
        ("lga" | "fclga", 3 | 4) if plus.is_empty() => Some(format!("LGA{digits}")),
        ("am" | "fm", 1) => Some(format!("{}{digits}{plus}", family.to_ascii_uppercase())),
        ("sp", 1) if plus.is_empty() => Some(format!("SP{digits}")),
        ("str" | "strx" | "swrx", 1) if plus.is_empty() => {
            Some(format!("s{}{digits}", family.get(1..).unwrap_or_default().to_ascii_uppercase()))
        }
        _ => None,
    }
}

/// Returns the generation of PCIe that a number states: `6.0` of `6` and `6.0`.
pub fn pcie_generation(number: &str) -> Option<&'static str> {
    const GENERATIONS: [&str; 7] = ["3.0", "4.0", "5.0", "6.0", "7.0", "8.0", "9.0"];
    GENERATIONS
        .into_iter()
        .find(|generation| *generation == number || generation.strip_suffix(".0") == Some(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_and_memory_of_every_generation_are_named() {
        for (word, expected) in [
            ("am6", Some("AM6")),
            ("AM3+", Some("AM3+")),
            ("fclga1954", Some("LGA1954")),
            ("sTR6", Some("sTR6")),
            ("am64", None),
            ("lga", None),
            ("x1700", None),
        ] {
            assert_eq!(socket_name(word).as_deref(), expected, "{word}");
        }
        for (word, expected) in [
            ("ddr6", Some("DDR6")),
            ("DDR6-9600", Some("DDR6")),
            ("ddr3l", Some("DDR3")),
            ("ddr400", Some("DDR1")),
            ("ddr", None),
            ("gddr7", None),
        ] {
            assert_eq!(memory_kind(word).as_deref(), expected, "{word}");
        }
        assert_eq!(graphics_memory("gddr8x").as_deref(), Some("GDDR8X"));
        assert_eq!(graphics_memory("gddr"), None);
        assert_eq!(
            (pcie_generation("6"), pcie_generation("6.0"), pcie_generation("2280")),
            (Some("6.0"), Some("6.0"), None)
        );
    }
}
