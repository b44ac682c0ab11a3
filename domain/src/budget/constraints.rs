//! A request's constraints as conditions on single parts.

use super::{
    catalogue::CataloguePart,
    request::{BuildSize, Constraint, Constraints},
    uses::Quiet,
    utility::{efficiency_rank, whole},
};
use crate::model::{Category, SpecKey};

/// Board sizes of a small build, the smallest first.
const SMALL_BOARDS: [&str; 3] = ["Thin Mini-ITX", "Mini-ITX", "Micro ATX"];
/// Board sizes whose support makes a case too large for a small build.
const LARGE_BOARDS: [&str; 4] = ["Micro ATX", "ATX", "EATX", "XL ATX"];

/// The manufacturers of processors and graphics chips, each with the words that name its products.
const CPU_WORDS: [(&str, &[&str]); 2] = [
    ("amd", &["ryzen", "athlon", "threadripper", "epyc"]),
    ("intel", &["core", "pentium", "celeron", "xeon"]),
];
const GPU_WORDS: [(&str, &[&str]); 3] =
    [("nvidia", &["geforce", "rtx", "gtx", "quadro"]), ("amd", &["radeon", "rx"]), ("intel", &["arc"])];

/// Returns the first constraint that excludes a part; `None` where the part meets all. Stock, retailers and capacity
/// are checked elsewhere.
pub(super) fn find_violation(
    part: &CataloguePart,
    constraints: &Constraints,
    quiet: Quiet,
) -> Option<Constraint> {
    let violated_unless = |constraint: Constraint, met: bool| (!met).then_some(constraint);
    match part.parsed.category {
        Category::Cpu => {
            let wanted = constraints.cpu_manufacturer.as_deref();
            wanted.and_then(|wanted| {
                violated_unless(Constraint::CpuManufacturer, is_made_by(part, wanted, &CPU_WORDS))
            })
        }
        Category::Gpu => {
            let wanted = constraints.gpu_manufacturer.as_deref();
            let chip = wanted
                .and_then(|wanted| violated_unless(Constraint::GpuManufacturer, has_chip_of(part, wanted)));
            chip.or_else(|| violated_unless(Constraint::Color, has_color(part, constraints, true)))
        }
        Category::Motherboard => {
            let small = constraints
                .size
                .and_then(|size| violated_unless(Constraint::Size, is_small_board(part, size)));
            let wifi = part.specs.flag(SpecKey::Wifi) == Some(true);
            small.or_else(|| violated_unless(Constraint::Wifi, !constraints.wifi || wifi))
        }
        Category::Case => {
            let small = constraints
                .size
                .and_then(|size| violated_unless(Constraint::Size, is_small_case(part, size)));
            small.or_else(|| violated_unless(Constraint::Color, has_color(part, constraints, false)))
        }
        Category::CpuCooler => {
            violated_unless(Constraint::Quiet, !constraints.quiet || is_quiet(part, quiet))
                .or_else(|| violated_unless(Constraint::Color, has_color(part, constraints, true)))
        }
        Category::Psu => {
            let met = !constraints.quiet || efficiency_rank(&part.specs) >= quiet.min_efficiency;
            violated_unless(Constraint::Quiet, met)
        }
        _ => None,
    }
}

/// Returns the constraint that excludes a part with too little memory or storage. Other categories have no minimum.
pub(super) fn find_capacity_violation(
    category: Category,
    gigabytes: i64,
    constraints: &Constraints,
) -> Option<Constraint> {
    let (constraint, min_gigabytes) = match category {
        Category::Ram => (Constraint::MinMemory, constraints.min_memory),
        Category::Storage => (Constraint::MinStorage, constraints.min_storage),
        _ => return None,
    };
    min_gigabytes.is_some_and(|min| gigabytes < i64::from(min)).then_some(constraint)
}

/// Returns the memory or storage of one part, in GB; 0 where it is not known.
pub(super) fn capacity_gb(part: &CataloguePart) -> i64 {
    let number = match part.parsed.category {
        Category::Ram => part.parsed.facts.number(SpecKey::RamCapacity),
        Category::Storage => part.specs.number(SpecKey::StorageCapacity),
        _ => None,
    };
    number.map_or(0, whole)
}

/// Whether a part is made by this manufacturer: as stated, else by the words of its name.
fn is_made_by(part: &CataloguePart, wanted: &str, table: &[(&str, &[&str])]) -> bool {
    if let Some(manufacturer) = &part.manufacturer {
        return manufacturer.eq_ignore_ascii_case(wanted);
    }
    names_manufacturer(&part.parsed.name, wanted, table)
}

/// Whether the chip (not the graphics card) is made by this manufacturer: as stated, else by the words of the chip's
/// name or the part's.
fn has_chip_of(part: &CataloguePart, wanted: &str) -> bool {
    if let Some(stated) = part.specs.text(SpecKey::ChipsetManufacturer) {
        return stated.eq_ignore_ascii_case(wanted);
    }
    let chip = part.specs.text(SpecKey::GpuChipset).unwrap_or(&part.parsed.name);
    names_manufacturer(chip, wanted, &GPU_WORDS)
}

/// Whether a name contains a manufacturer or one of the words that name its products.
fn names_manufacturer(text: &str, wanted: &str, table: &[(&str, &[&str])]) -> bool {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let own = table.iter().find(|(name, _)| wanted.eq_ignore_ascii_case(name));
    own.is_some_and(|(name, products)| words.iter().any(|word| word == name || products.contains(word)))
}

/// Whether a part has the wanted colour; `if_unknown` is the answer for a part that states no colour.
fn has_color(part: &CataloguePart, constraints: &Constraints, if_unknown: bool) -> bool {
    let Some(color) = &constraints.color else { return true };
    let Some(own) = part.specs.get(SpecKey::Color) else { return if_unknown };
    own.to_texts().iter().any(|own| own.to_lowercase().contains(&color.to_lowercase()))
}

fn is_small_board(part: &CataloguePart, size: BuildSize) -> bool {
    let allowed = match size {
        BuildSize::MiniItx => &SMALL_BOARDS[..2],
        BuildSize::MicroAtx => &SMALL_BOARDS,
    };
    let forms = part.parsed.facts.words(SpecKey::FormFactor).unwrap_or_default();
    forms.iter().any(|form| allowed.contains(&form.as_str()))
}

fn is_small_case(part: &CataloguePart, size: BuildSize) -> bool {
    let Some(takes) = part.parsed.facts.words(SpecKey::CaseSupportedFormFactors) else { return false };
    let large = match size {
        BuildSize::MiniItx => &LARGE_BOARDS[..],
        BuildSize::MicroAtx => &LARGE_BOARDS[1..],
    };
    !takes.iter().any(|form| large.contains(&form.as_str()))
}

fn is_quiet(part: &CataloguePart, quiet: Quiet) -> bool {
    let fanless = part.specs.flag(SpecKey::Fanless) == Some(true);
    fanless || part.specs.number(SpecKey::MaxNoise).is_some_and(|noise| noise <= quiet.max_noise as f64)
}
