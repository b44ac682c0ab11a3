use super::TitleWords;

/// Maximum number of parts of a family's name: `core` `ultra` `7`.
const MAX_FAMILY_PARTS: usize = 3;

/// A processor's name, recognised by its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessorName {
    /// As stored: `Ryzen 5 10600X`.
    pub name: String,
    /// The series as stored: `Ryzen 10000`, `Core Ultra 300`.
    pub series: String,
    /// Order of the family's generations: 10 of the Ryzen 5 10600X, 3 of the Core Ultra 7 365K.
    pub generation: u32,
    /// The family as stored: `Ryzen 5`, `Core Ultra 7`.
    pub family: String,
    /// The number without its generation, which tells the processors of one generation apart: 600 of the Ryzen 5 10600X.
    pub tier: u32,
    /// In capitals: `X3D`; empty where there is none.
    pub suffix: String,
    /// Whether it is soldered into notebooks, and never sold alone.
    pub is_mobile: bool,
}

/// Form of a family: numbers, and the suffixes of desktops and of notebooks.
struct ProcessorFamily {
    series: &'static str,
    /// Digits of a number that do not count generations.
    digits: u32,
    numbers: std::ops::RangeInclusive<u32>,
    desktop: &'static [&'static str],
    mobile: &'static [&'static str],
}

const RYZEN: ProcessorFamily = ProcessorFamily {
    series: "Ryzen",
    digits: 3,
    numbers: 1000..=99_999,
    desktop: &["", "X", "X3D", "X3D2", "XT", "F", "G", "GE", "GT", "E", "T"],
    mobile: &["U", "H", "HS", "HX", "HX3D", "C"],
};
const CORE_ULTRA: ProcessorFamily = ProcessorFamily {
    series: "Core Ultra",
    digits: 2,
    numbers: 100..=999,
    desktop: &["", "F", "K", "KF", "KS", "T", "S"],
    mobile: &["U", "H", "HX", "V", "HL", "UL", "P"],
};
const THREADRIPPER: ProcessorFamily = ProcessorFamily {
    series: "Ryzen Threadripper",
    digits: 3,
    numbers: 1000..=99_999,
    desktop: &["X"],
    mobile: &[],
};
const THREADRIPPER_PRO: ProcessorFamily = ProcessorFamily {
    series: "Ryzen Threadripper PRO",
    digits: 3,
    numbers: 1000..=99_999,
    desktop: &["WX"],
    mobile: &[],
};

/// Returns the processor of a family (`ryzen` `5`, `ultra` `7`, with letters and numbers apart), a number, and its
/// suffix in capitals. A round number without a suffix names a series: `Ryzen 5 10000`.
pub fn processor_name(family: &[String], number: u32, suffix: &str) -> Option<ProcessorName> {
    let words: Vec<&str> = family.iter().map(String::as_str).collect();
    let words = words.strip_prefix(&["core"]).unwrap_or(&words);
    let (form, stored) = match *words {
        ["ryzen" | "r", tier @ ("3" | "5" | "7" | "9")] => (RYZEN, format!("Ryzen {tier}")),
        ["ryzen", tier @ ("3" | "5" | "7" | "9"), "pro"]
        | ["ryzen", "pro", tier @ ("3" | "5" | "7" | "9")] => (RYZEN, format!("Ryzen {tier} PRO")),
        ["ultra", tier @ ("3" | "5" | "7" | "9")] => (CORE_ULTRA, format!("Core Ultra {tier}")),
        ["threadripper", ..] if suffix == "WX" => (THREADRIPPER_PRO, "Ryzen Threadripper PRO".to_owned()),
        ["threadripper"] => (THREADRIPPER, "Ryzen Threadripper".to_owned()),
        _ => return None,
    };
    let generation = 10_u32.pow(form.digits);
    let is_series = suffix.is_empty() && number.is_multiple_of(generation);
    let is_mobile = form.mobile.contains(&suffix);
    let has_form = form.numbers.contains(&number) && (is_mobile || form.desktop.contains(&suffix));
    (has_form && !is_series).then(|| ProcessorName {
        name: format!("{stored} {number}{suffix}"),
        series: format!("{} {}", form.series, number / generation * generation),
        generation: number / generation,
        family: stored,
        tier: number % generation,
        suffix: suffix.to_owned(),
        is_mobile,
    })
}

/// Returns the processor that a text names: the family, the number directly behind it, and what is glued to the number.
pub fn find_processor(text: &TitleWords<'_>) -> Option<ProcessorName> {
    let parts: Vec<String> = text.iter().map(str::to_owned).collect();
    (0..parts.len()).find_map(|start| {
        (1..=MAX_FAMILY_PARTS).rev().find_map(|count| {
            let number_at = start + count;
            let number: u32 = parts.get(number_at)?.parse().ok()?;
            let word = text.word_of(number_at);
            let glued =
                (number_at + 1..).take_while(|at| text.word_of(*at).is_some() && text.word_of(*at) == word);
            let suffix: String = glued.map(|at| text.get(at).to_ascii_uppercase()).collect();
            processor_name(parts.get(start..number_at)?, number, &suffix)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::keys::fold::Folded;

    #[test]
    fn processor_is_found_in_a_name() {
        for (text, expected) in [
            ("AMD Ryzen 7 10800X3D 8-Core AM6", Some("Ryzen 7 10800X3D")),
            ("Intel Core Ultra 9 385K", Some("Core Ultra 9 385K")),
            ("ryzen 5 7600", Some("Ryzen 5 7600")),
            ("Core i5 14600K", None),
        ] {
            let folded = Folded::new(text);
            let found = find_processor(&TitleWords::split(&folded)).map(|found| found.name);
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn processors_of_every_generation_have_one_form() {
        for (family, number, suffix, expected) in [
            ("ryzen 5", 10_600, "X", Some("Ryzen 5 10600X")),
            ("r 7", 11_800, "X3D", Some("Ryzen 7 11800X3D")),
            ("ryzen 5 pro", 10_645, "", Some("Ryzen 5 PRO 10645")),
            ("core ultra 7", 365, "K", Some("Core Ultra 7 365K")),
            ("ultra 5", 445, "KF", Some("Core Ultra 5 445KF")),
            ("threadripper", 11_970, "X", Some("Ryzen Threadripper 11970X")),
            ("threadripper pro", 11_995, "WX", Some("Ryzen Threadripper PRO 11995WX")),
            ("ryzen 5", 10_000, "", None),
            ("ryzen 4", 10_600, "X", None),
            ("ryzen 5", 10_600, "Q", None),
            ("core ultra 7", 1365, "K", None),
        ] {
            let parts: Vec<String> = family.split(' ').map(str::to_owned).collect();
            let found = processor_name(&parts, number, suffix).map(|found| found.name);
            assert_eq!(found.as_deref(), expected, "{family} {number}{suffix}");
        }
        let parts = ["ryzen".to_owned(), "7".to_owned()];
        assert!(processor_name(&parts, 10_840, "HS").is_some_and(|found| found.is_mobile));
    }
}
