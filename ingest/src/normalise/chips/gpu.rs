//! Graphics chips. The table is `config/specs/gpu_chipsets.tsv`.

use std::sync::LazyLock;

use domain::model::keys::fold::Folded;
use rustc_hash::FxHashMap;

use super::words::TitleWords;
use crate::normalise::phrases::rows;

/// A graphics chip.
#[derive(Debug)]
pub(crate) struct GpuChip {
    pub(crate) name: &'static str,
    pub(crate) manufacturer: &'static str,
    /// Memory sizes the chip was sold with, GB.
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
}

static TABLE: LazyLock<GpuTable> = LazyLock::new(|| {
    let mut table =
        GpuTable { chips: Vec::new(), forms: FxHashMap::default(), short_forms: FxHashMap::default() };
    for row in rows(include_str!("../../../../config/specs/gpu_chipsets.tsv")) {
        let ([name, vram, manufacturer] | [name, vram, manufacturer, _]) = row[..] else { continue };
        let chip = table.chips.len();
        let vram = vram.split(',').filter_map(|size| size.parse().ok()).collect();
        table.chips.push(GpuChip { name, manufacturer, vram });
        let short_name = name.trim_start_matches("GeForce ").trim_start_matches("Radeon ");
        let forms = row.get(3).copied().unwrap_or(short_name);
        for form in forms.split('|') {
            let folded = Folded::new(form);
            let parts: Vec<String> = TitleWords::split(&folded).iter().map(str::to_owned).collect();
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
pub(crate) fn find_gpu_chip(text: &TitleWords<'_>) -> Option<(&'static GpuChip, usize)> {
    (0..text.len()).find_map(|index| {
        let table = &*TABLE;
        let full = || matching(&table.forms, text, index);
        let short =
            || matching(&table.short_forms, text, index).filter(|form| tells_alone(form, text, index));
        let chip = full().or_else(short)?.chip;
        Some((table.chips.get(chip)?, text.word_of(index)?))
    })
}

/// Returns the number of parts of the graphics chip with which a text begins: 3 of `rtx` `4070` `ti` `16` `gb`; 0 where
/// it begins with none.
pub(crate) fn count_chip_parts(text: &TitleWords<'_>) -> usize {
    let short = || matching(&TABLE.short_forms, text, 0).filter(|form| form.parts.len() > 1);
    // The `s` of `4070S` stands for a part of the name.
    matching(&TABLE.forms, text, 0).or_else(short).map_or(0, |form| form.parts.len())
}

/// Returns the stored name of the graphics chip that a text names.
pub fn gpu_name(text: &str) -> Option<&'static str> {
    let folded = Folded::new(text);
    find_gpu_chip(&TitleWords::split(&folded)).map(|(chip, _)| chip.name)
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
            assert_eq!(gpu_name(title), expected, "{title}");
        }
    }
}
