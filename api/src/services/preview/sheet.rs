use domain::{model::Fils, store::users::Language};

use super::{
    HEIGHT, WIDTH,
    lettering::{Side, Style, fit_text, measure, text},
    picture::{Line, Picture},
};

/// Margin at both sides, in pixels.
const MARGIN: f32 = 64.0;
/// Distance of the parts' names from the start edge (left in English, right in Arabic).
const NAMES: f32 = 300.0;
/// Width reserved for a price.
const PRICE: f32 = 190.0;
/// Baseline of the first part, and the distance to the next.
const FIRST_LINE: f32 = 214.0;
const LINE_HEIGHT: f32 = 40.0;

const BRAND: Style = Style { size: 26.0, bold: true, fill: "#f5f3ea" };
const NAME: Style = Style { size: 48.0, bold: true, fill: "#f5f3ea" };
const SMALL: Style = Style { size: 24.0, bold: false, fill: "#9fb0b1" };
const PART: Style = Style { size: 25.0, bold: false, fill: "#f5f3ea" };
const MONEY: Style = Style { size: 25.0, bold: false, fill: "#f7e6c7" };
const FACTS: Style = Style { size: 22.0, bold: true, fill: "#44dbce" };
const TOTAL: Style = Style { size: 64.0, bold: true, fill: "#f7e6c7" };

/// Returns the SVG of the image. All positions are distances from the start edge, mirrored for Arabic.
///
/// # Errors
/// When a text cannot be laid out.
pub(super) fn svg(picture: &Picture) -> anyhow::Result<String> {
    let sheet = Sheet { mirrored: picture.language == Language::Ar };
    let mut svg = background(sheet);
    svg.push_str(&sheet.start(MARGIN + 44.0, 62.0, BRAND, "Tajmeea · تجميعة"));
    svg.push_str(&title(sheet, picture)?);
    for (line, index) in picture.lines.iter().zip(0_u16..) {
        svg.push_str(&part(sheet, picture.language, line, FIRST_LINE + LINE_HEIGHT * f32::from(index))?);
    }
    if picture.more > 0 {
        let lines = u16::try_from(picture.lines.len()).unwrap_or(u16::MAX);
        let y = FIRST_LINE + LINE_HEIGHT * f32::from(lines);
        svg.push_str(&sheet.start(NAMES, y, SMALL, &words(picture.language).more(picture.more)));
    }
    svg.push_str(&total(sheet, picture)?);
    svg.push_str("</svg>\n");
    Ok(svg)
}

#[derive(Debug, Clone, Copy)]
struct Sheet {
    mirrored: bool,
}

impl Sheet {
    /// Converts a distance from the start edge to an x coordinate.
    fn x(self, distance: f32) -> f32 {
        if self.mirrored { width() - distance } else { distance }
    }

    /// Returns a text that starts at this distance from the start edge.
    fn start(self, distance: f32, y: f32, style: Style, words: &str) -> String {
        text(self.x(distance), y, if self.mirrored { Side::Left } else { Side::Right }, style, words)
    }

    /// Returns a text that ends at this distance from the end edge.
    fn end(self, distance: f32, y: f32, style: Style, words: &str) -> String {
        let side = if self.mirrored { Side::Right } else { Side::Left };
        text(self.x(width() - distance), y, side, style, words)
    }
}

fn width() -> f32 {
    // Exact: far below 2^24.
    WIDTH as f32
}

fn background(sheet: Sheet) -> String {
    let logo = sheet.x(MARGIN) - if sheet.mirrored { 32.0 } else { 0.0 };
    let (right, end) = (width() - MARGIN, HEIGHT - 14);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">\n\
         <defs><pattern id=\"weave\" width=\"14\" height=\"14\" patternUnits=\"userSpaceOnUse\">\
         <path fill=\"#44dbce\" d=\"M0 0h14L7 5.2zM0 14h14L7 8.8zM0 2.4 5.2 7 0 11.6zM14 2.4 8.8 7l5.2 4.6z\"/></pattern></defs>\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#081517\"/>\n\
         <rect width=\"{WIDTH}\" height=\"14\" fill=\"url(#weave)\"/>\n\
         <g transform=\"translate(0 {end})\"><rect width=\"{WIDTH}\" height=\"14\" fill=\"url(#weave)\"/></g>\n\
         <g transform=\"translate({logo} 37)\"><rect width=\"32\" height=\"32\" rx=\"7\" fill=\"#0e1f20\"/>\
         <rect x=\"9.4\" y=\"6\" width=\"5.6\" height=\"5.6\" rx=\"1\" fill=\"#ffa562\"/>\
         <rect x=\"17\" y=\"6\" width=\"5.6\" height=\"5.6\" rx=\"1\" fill=\"#44dbce\"/>\
         <path d=\"M7 13v6.5l5 5h8l5-5V13\" fill=\"none\" stroke=\"#f5f3ea\" stroke-width=\"4\"/></g>\n\
         <path d=\"M{MARGIN} 172H{right}M{MARGIN} 520H{right}\" stroke=\"#3b5254\" stroke-width=\"1.5\"/>\n"
    )
}

fn title(sheet: Sheet, picture: &Picture) -> anyhow::Result<String> {
    let name = fit_text(&picture.name, NAME, width() - 2.0 * MARGIN)?;
    let mut svg = sheet.start(MARGIN, 138.0, NAME, &name);
    if let Some(owner) = &picture.owner {
        let by = fit_text(&format!("{} {owner}", words(picture.language).by), SMALL, 500.0)?;
        svg.push_str(&sheet.end(MARGIN, 62.0, SMALL, &by));
    }
    Ok(svg)
}

fn part(sheet: Sheet, language: Language, line: &Line, y: f32) -> anyhow::Result<String> {
    let label = fit_text(&line.label, SMALL, NAMES - MARGIN - 16.0)?;
    let times = if line.quantity > 1 { format!(" × {}", line.quantity) } else { String::new() };
    let room = width() - NAMES - MARGIN - PRICE - measure(&times, PART)?;
    let name = fit_text(&line.name, PART, room)?;
    let mut svg = sheet.start(MARGIN, y, SMALL, &label);
    svg.push_str(&sheet.start(NAMES, y, PART, &name));
    if !times.is_empty() {
        svg.push_str(&sheet.start(NAMES + measure(&name, PART)? + 10.0, y, SMALL, times.trim()));
    }
    let (price, style) = match line.price {
        Some(price) => (grouped(price), MONEY),
        None => (words(language).unsold.to_owned(), SMALL),
    };
    svg.push_str(&sheet.end(MARGIN, y, style, &price));
    Ok(svg)
}

fn total(sheet: Sheet, picture: &Picture) -> anyhow::Result<String> {
    let words = words(picture.language);
    let amount = grouped(picture.total);
    let mut svg = sheet.start(MARGIN, 558.0, PART, words.total);
    // The facts stand between the label and the amount.
    let (start, room) = (MARGIN + measure(words.total, PART)? + 24.0, measure(&amount, TOTAL)? + 120.0);
    let facts = fit_text(&picture.facts, FACTS, width() - MARGIN - start - room)?;
    svg.push_str(&sheet.start(start, 558.0, FACTS, &facts));
    let note = match picture.unpriced {
        0 => format!("{} {}", words.day, picture.day),
        unpriced => format!("{} {} · {}", words.day, picture.day, words.without(unpriced)),
    };
    svg.push_str(&sheet.start(MARGIN, 592.0, SMALL, &note));
    // The currency follows the amount, at the end edge.
    let currency = measure(words.currency, PART)?;
    svg.push_str(&sheet.end(MARGIN, 590.0, PART, words.currency));
    svg.push_str(&sheet.end(MARGIN + currency + 14.0, 590.0, TOTAL, &amount));
    Ok(svg)
}

/// Formats the amount with commas between thousands, as the web app does.
fn grouped(amount: Fils) -> String {
    let plain = amount.to_string();
    let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, "000"));
    let digits = whole.len();
    let mut text = String::new();
    for (digit, index) in whole.chars().zip(0..) {
        if index > 0 && (digits - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    format!("{text}.{decimals}")
}

struct Words {
    language: Language,
    by: &'static str,
    unsold: &'static str,
    total: &'static str,
    day: &'static str,
    currency: &'static str,
}

fn words(language: Language) -> Words {
    match language {
        Language::En => Words {
            language,
            by: "By",
            unsold: "Not sold now",
            total: "Total today",
            day: "Prices of",
            currency: "KWD",
        },
        Language::Ar => Words {
            language,
            by: "بواسطة",
            unsold: "غير متوفر للبيع",
            total: "الإجمالي اليوم",
            day: "أسعار يوم",
            currency: "د.ك",
        },
    }
}

impl Words {
    fn more(&self, parts: usize) -> String {
        match self.language {
            Language::En => format!("and {parts} more"),
            Language::Ar => format!("و{parts} أخرى"),
        }
    }

    fn without(&self, parts: usize) -> String {
        match self.language {
            Language::En => format!("without {parts} not sold now"),
            Language::Ar => format!("دون احتساب {parts} غير متوفرة"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (fils, text) in
            [(0, "0.000"), (999_999, "999.999"), (1_234_500, "1,234.500"), (1_000_000_001, "1,000,000.001")]
        {
            assert_eq!(grouped(Fils(fils)), text);
        }
    }
}
