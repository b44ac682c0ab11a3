//! Graphics chips. The table is `config/specs/gpu_chipsets.tsv`; chips of generations that it does not complete are
//! recognised by the form of their names.

use std::{borrow::Cow, sync::LazyLock};

use domain::model::{
    families::{self, GraphicsName, TitleWords},
    keys::fold::Folded,
};
use rustc_hash::FxHashMap;

use crate::normalise::phrases::rows;

/// A graphics chip.
#[derive(Debug, Clone)]
pub(crate) struct GpuChip {
    pub(crate) name: Cow<'static, str>,
    pub(crate) manufacturer: &'static str,
    /// Memory sizes the chip was sold with, GB; empty where no table knows the chip.
    pub(crate) vram: Vec<i64>,
}

/// A chip name as titles write it, letters and numbers apart: `rtx` `4070` `ti`.
#[derive(Debug)]
struct ChipForm {
    parts: Vec<String>,
    chip: usize,
}

struct GpuTable {
    chips: Vec<GpuChip>,
    /// Full names by their first part, longest first.
    forms: FxHashMap<String, Vec<ChipForm>>,
    /// Names without their prefix, by their first part, longest first: `4070` `ti`.
    short_forms: FxHashMap<String, Vec<ChipForm>>,
    /// Newest generation by family; those before it are complete.
    newest: FxHashMap<&'static str, u32>,
}

static TABLE: LazyLock<GpuTable> = LazyLock::new(|| {
    let mut table = GpuTable {
        chips: Vec::new(),
        forms: FxHashMap::default(),
        short_forms: FxHashMap::default(),
        newest: FxHashMap::default(),
    };
    for row in rows(include_str!("../../../../config/specs/gpu_chipsets.tsv")) {
        let ([name, vram, manufacturer] | [name, vram, manufacturer, _]) = row[..] else { continue };
        let chip = table.chips.len();
        let vram = vram.split(',').filter_map(|size| size.parse().ok()).collect();
        table.chips.push(GpuChip { name: Cow::Borrowed(name), manufacturer, vram });
        let short_name = name.trim_start_matches("GeForce ").trim_start_matches("Radeon ");
        let forms = row.get(3).copied().unwrap_or(short_name);
        for form in forms.split('|') {
            let folded = Folded::new(form);
            let words = TitleWords::split(&folded);
            if let Some(chip) = families::graphics_name(&words, 0) {
                let newest = table.newest.entry(chip.family).or_default();
                *newest = chip.generation.max(*newest);
            }
            let parts: Vec<String> = words.iter().map(str::to_owned).collect();
            if let [prefix, number, ..] = &parts[..]
                && matches!(prefix.as_str(), "rtx" | "gtx" | "rx")
                && number.len() == 4
                && number.bytes().all(|byte| byte.is_ascii_digit())
            {
                let short = ChipForm { parts: parts.get(1..).unwrap_or_default().to_vec(), chip };
                insert(&mut table.short_forms, short);
            }
            insert(&mut table.forms, ChipForm { parts, chip });
        }
    }
    for forms in table.forms.values_mut().chain(table.short_forms.values_mut()) {
        forms.sort_by_key(|form| std::cmp::Reverse(form.parts.len()));
    }
    table
});

fn insert(forms: &mut FxHashMap<String, Vec<ChipForm>>, form: ChipForm) {
    if let Some(first) = form.parts.first() {
        forms.entry(first.clone()).or_default().push(form);
    }
}

/// Returns the graphics chip that a title names, and the index of the word at which the name begins.
pub(crate) fn find_gpu_chip(text: &TitleWords<'_>) -> Option<(Cow<'static, GpuChip>, usize)> {
    (0..text.len()).find_map(|index| {
        let table = &*TABLE;
        let full = || matching(&table.forms, text, index);
        let short =
            || matching(&table.short_forms, text, index).filter(|form| tells_alone(form, text, index));
        let form = full().or_else(short);
        let word = text.word_of(index)?;
        if let Some(chip) = new_chip(text, index, form.map_or(0, |form| form.parts.len())) {
            let GraphicsName { name, manufacturer, .. } = chip;
            return Some((Cow::Owned(GpuChip { name: name.into(), manufacturer, vram: Vec::new() }), word));
        }
        Some((Cow::Borrowed(table.chips.get(form?.chip)?), word))
    })
}

/// Returns the chip of the newest or a later generation that the table lacks, of which the table knows at most the
/// first parts: `RTX 5070 Ti SUPER` beside `RTX 5070 Ti`.
fn new_chip(text: &TitleWords<'_>, index: usize, known_parts: usize) -> Option<GraphicsName> {
    let chip = families::graphics_name(text, index)?;
    let is_new = TABLE.newest.get(chip.family).is_none_or(|newest| chip.generation >= *newest);
    (is_new && chip.parts > known_parts && !TABLE.chips.iter().any(|known| known.name == chip.name))
        .then_some(chip)
}

/// Whether the table has a chip of this stored name.
pub(crate) fn is_listed_gpu(name: &str) -> bool {
    TABLE.chips.iter().any(|chip| chip.name == name)
}

/// Returns the number of parts of the graphics chip with which a text begins: 3 of `rtx` `4070` `ti` `16` `gb`; 0 where
/// it begins with none.
pub(crate) fn count_chip_parts(text: &TitleWords<'_>) -> usize {
    let short = || matching(&TABLE.short_forms, text, 0).filter(|form| form.parts.len() > 1);
    // The `s` of `4070S` stands for a part of the name.
    let known = matching(&TABLE.forms, text, 0).or_else(short).map_or(0, |form| form.parts.len());
    new_chip(text, 0, known).map_or(known, |chip| chip.parts)
}

/// Returns the stored name of the graphics chip that a text names.
pub fn gpu_name(text: &str) -> Option<String> {
    let folded = Folded::new(text);
    find_gpu_chip(&TitleWords::split(&folded)).map(|(chip, _)| chip.name.clone().into_owned())
}

fn matching<'t>(
    forms: &'t FxHashMap<String, Vec<ChipForm>>,
    text: &TitleWords<'_>,
    index: usize,
) -> Option<&'t ChipForm> {
    let forms = forms.get(text.get(index))?;
    let form = forms.iter().find(|form| text.follows(index, &form.parts) && form.ends_well(text, index))?;
    match glued_letters(text, index + form.parts.len() - 1) {
        // "RTX 4070S" is the SUPER, "RTX 3070M" a notebook's.
        Some("s") => forms.iter().find(|other| {
            other.parts.len() == form.parts.len() + 1
                && other.parts.starts_with(&form.parts)
                && other.parts.last().is_some_and(|last| last == "super")
        }),
        Some(letters) if !matches!(letters, "o" | "oc" | "d" | "g" | "gb") => None,
        _ => Some(form),
    }
}

/// Returns the letters glued to the number at `index`.
fn glued_letters<'a>(text: &TitleWords<'a>, index: usize) -> Option<&'a str> {
    let is_number = text.get(index).bytes().all(|byte| byte.is_ascii_digit());
    (is_number && text.word_of(index + 1) == text.word_of(index)).then(|| text.get(index + 1))
}

impl ChipForm {
    /// Whether a lone letter at the end of the name also ends its word: `RTX 4090 D6X` is not a 4090 D.
    fn ends_well(&self, text: &TitleWords<'_>, index: usize) -> bool {
        let last = index + self.parts.len() - 1;
        let lone = self.parts.len() > 1
            && text.get(last).len() == 1
            && !text.get(last).starts_with(|c: char| c.is_ascii_digit());
        !lone || text.word_of(last + 1) != text.word_of(last)
    }
}

/// Whether a short name identifies a chip: "4070 Ti" and "9070 XT" do without RTX or RX, and so does "GeForce 4070";
/// a bare number does not.
fn tells_alone(form: &ChipForm, text: &TitleWords<'_>, index: usize) -> bool {
    let previous = index.checked_sub(1).map(|index| text.get(index)).unwrap_or_default();
    form.parts.len() > 1 || matches!(previous, "geforce" | "radeon")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_graphics_chips_are_distinguished() {
        for (title, expected) in [
            ("MSI RTX4070Ti SUPER", Some("GeForce RTX 4070 Ti SUPER")),
            ("RTX 4070 Ti GAMING", Some("GeForce RTX 4070 Ti")),
            ("GeForce RTX™ 4070 SUPER", Some("GeForce RTX 4070 SUPER")),
            ("RTX 4070", Some("GeForce RTX 4070")),
            ("RX7900XTX", Some("Radeon RX 7900 XTX")),
            ("RX 7900 XT", Some("Radeon RX 7900 XT")),
            ("9070XT Pulse", Some("Radeon RX 9070 XT")),
            ("Radeon 7600", Some("Radeon RX 7600")),
            ("Arc B580", Some("Arc B580")),
            ("RTX 4070S", Some("GeForce RTX 4070 SUPER")),
            ("RTX3060TI-8G", Some("GeForce RTX 3060 Ti")),
            ("GeForce RTX 4090 D6X", Some("GeForce RTX 4090")),
            ("RTX 3070M", None),
            ("RTX 4075", None),
            ("NVIDIA RTX A400 4GB", Some("RTX A400")),
            ("PNY RTX 4000 SFF Ada", Some("RTX 4000 SFF Ada")),
            ("NVIDIA RTX 4000 Ada Generation", Some("RTX 4000 Ada")),
            ("PNY Quadro RTX4000 8GB", Some("Quadro RTX 4000")),
            ("Quadro P2000 5GB", Some("Quadro P2000")),
            ("HP Quadro FX 1800 768MB", Some("Quadro FX 1800")),
            ("Radeon Pro WX4100 4 GB", Some("Radeon PRO WX 4100")),
            ("Radeon R9 290X 4GB", Some("Radeon R9 290X")),
            ("Sapphire HD 7770 GHz Edition", Some("Radeon HD 7770 GHz Edition")),
            ("GeForce GTX TITAN X 12GB", Some("GeForce GTX Titan X")),
            ("GT710 2GB", Some("GeForce GT 710")),
            ("NVIDIA RTX PRO 6000 Blackwell Workstation", Some("RTX PRO 6000 Blackwell")),
            ("Lenovo ThinkPad T400", None),
            ("DDR4 3060 mhz", None),
        ] {
            assert_eq!(gpu_name(title).as_deref(), expected, "{title}");
        }
    }

    #[test]
    fn chips_that_no_table_lists_are_named_by_their_form() {
        for (title, expected) in [
            ("Zotac RTX 9070 Ti SUPER 32GB", Some("GeForce RTX 9070 Ti SUPER")),
            ("MSI GeForce RTX9060TI-16G", Some("GeForce RTX 9060 Ti")),
            ("Sapphire RX 11070 XT Nitro", Some("Radeon RX 11070 XT")),
            ("ASRock Arc D770 Challenger", Some("Arc D770")),
            // The number of a complete generation that its table lacks is an error of the title.
            ("RTX 4030", None),
            ("Palit RTX 3060 Super Fast", Some("GeForce RTX 3060")),
        ] {
            assert_eq!(gpu_name(title).as_deref(), expected, "{title}");
        }
    }
}
