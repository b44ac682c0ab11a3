//! Specs of monitors, power supplies, cases and mice.

use domain::model::SpecKey;

use super::builder::SpecsBuilder;
use crate::normalise::{measure::Unit, tokens::TitleTokens};

/// Monitor sizes on sale, inches: a bare number is a size only when it is one of these.
const SCREENS: [&str; 24] = [
    "18.5", "19.5", "21.5", "22", "23", "23.6", "23.8", "24", "24.5", "25", "26.5", "27", "28", "31.5", "32",
    "34", "38", "39", "40", "42", "43", "45", "48", "49",
];

/// Sets the resolution. Pixels stated as such take precedence over names: WQHD means two resolutions.
pub(super) fn pixels(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let text = reading.text;
    let stated = (0..text.len()).find_map(|index| {
        let glued = text.word(index).split_once('x').map(|(wide, high)| (wide.to_owned(), high.to_owned()));
        let spaced = || {
            (text.word(index + 1) == "x")
                .then(|| (text.word(index).to_owned(), text.word(index + 2).to_owned()))
        };
        let (wide, high) = glued.or_else(spaced)?;
        let (wide, high): (u32, u32) = (wide.parse().ok()?, high.parse().ok()?);
        ((1024..=8000).contains(&wide) && (600..=5000).contains(&high)).then(|| format!("{wide}x{high}"))
    });
    if let Some(resolution) = stated {
        facts.text(SpecKey::Resolution, &resolution);
    }
}

pub(super) fn monitor(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let of = |unit: Unit| {
        reading.measures.iter().find(|measure| measure.unit == unit).map(|measure| measure.value)
    };
    if let Some(inches) = of(Unit::Inch).filter(|inches| (10.0..=65.0).contains(inches)) {
        facts.number(SpecKey::ScreenSize, inches);
    } else if let Some(inches) = reading.text.iter().find(|word| SCREENS.contains(word)) {
        facts.number(SpecKey::ScreenSize, inches.parse().unwrap_or_default());
    }
    widen(reading, facts);
    if let Some(hertz) = of(Unit::Hertz) {
        facts.integer(SpecKey::RefreshRate, hertz as i64);
    }
    if let Some(milliseconds) = of(Unit::Millisecond).filter(|value| *value <= 20.0) {
        facts.number(SpecKey::ResponseTime, milliseconds);
    }
}

/// Corrects a resolution by the screen size. A name such as 1440p tells the height only; screens of 29, 34, 35 and 49
/// inches are all wide, so "34 inch 1440p" is 3440x1440.
fn widen(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let (Some(named), Some(inches)) =
        (facts.text_of(SpecKey::Resolution), facts.number_of(SpecKey::ScreenSize))
    else {
        return;
    };
    let wide = match (inches, named) {
        (34 | 35, "2560x1440") => "3440x1440",
        (29 | 34, "1920x1080") => "2560x1080",
        (34, "5120x2880") => "5120x2160",
        (49, "2560x1440") => "5120x1440",
        _ => return,
    };
    if !reading.text.iter().any(|word| word == named) {
        facts.correct(SpecKey::Resolution, wide);
    }
}

pub(super) fn psu(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let stated = reading
        .measures
        .iter()
        .find(|measure| measure.unit == Unit::Watt && (150.0..=3000.0).contains(&measure.value));
    let wattage =
        stated.map(|measure| measure.value as i64).or_else(|| reading.text.iter().find_map(wattage_in_name));
    if let Some(wattage) = wattage {
        facts.integer(SpecKey::PsuWattage, wattage);
    }
}

/// Reads the wattage in a name, where manufacturers put it in steps of 50: `RM850x`, `A750GL`, `750`.
fn wattage_in_name(word: &str) -> Option<i64> {
    let start = word.find(|letter: char| letter.is_ascii_digit())?;
    let rest = word.get(start..)?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let wattage: i64 = rest.get(..end)?.parse().ok()?;
    ((400..=1600).contains(&wattage) && wattage % 50 == 0 && word.len() <= 8).then_some(wattage)
}

pub(super) fn case(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let text = reading.text;
    let says = |phrases: &[&str]| {
        phrases.iter().any(|phrase| {
            let words = phrase.split(' ').count();
            (0..text.len()).any(|index| text.window(index, words) == *phrase)
        })
    };
    let full = says(&["full tower", "fulltower", "super tower", "فل تاور", "فول تاور"]);
    let mid = says(&["mid tower", "midtower", "middle tower", "midi tower", "ميد تاور", "مد تاور"]);
    let mini = says(&["mini tower", "minitower", "ميني تاور"]);
    let micro = says(&["micro atx", "microatx", "m atx", "matx", "مايكرو اي تي اكس"]);
    let itx = says(&["mini itx", "itx", "ميني اي تي اكس"]);
    let plain_atx = (0..text.len()).any(|index| {
        text.word(index) == "atx"
            && !(index > 0 && matches!(text.word(index - 1), "micro" | "m" | "e" | "extended"))
    });
    let form = if full {
        "ATX Full Tower"
    } else if mid {
        if micro && !plain_atx { "Micro ATX Mid Tower" } else { "ATX Mid Tower" }
    } else if mini {
        "Micro ATX Mini Tower"
    } else if itx && !plain_atx && !micro {
        "Mini ITX Tower"
    } else {
        return;
    };
    facts.text(SpecKey::CaseFormFactor, form);
}

pub(super) fn mouse(reading: &TitleTokens<'_>, facts: &mut SpecsBuilder) {
    let dpi =
        reading.measures.iter().find(|measure| measure.unit == Unit::Dpi).map(|measure| measure.value as i64);
    let thousands = || {
        let text = reading.text;
        (0..text.len()).find_map(|index| {
            let number = text.word(index).strip_suffix('k').filter(|_| text.word(index + 1) == "dpi")?;
            number.parse::<i64>().ok().map(|thousands| thousands * 1000)
        })
    };
    if let Some(dpi) = dpi.or_else(thousands) {
        facts.integer(SpecKey::MaxDpi, dpi);
    }
}
