//! Who made the thing a title names.

use domain::model::{
    Category,
    keys::{
        fold::Folded,
        manufacturers::{AliasKind, ManufacturerAlias, manufacturer_aliases},
    },
};

use super::{category::accessory_at, title::TitleTokens};

/// The maker's canonical name: as the title says, as the shop's brand field says, or as the product line tells.
pub(crate) fn find_manufacturer(
    reading: &TitleTokens<'_>,
    category: Option<Category>,
    vendor: Option<&str>,
) -> Option<String> {
    let found = aliases(reading.text);
    let first = |wanted: &[AliasKind]| {
        found
            .iter()
            .find(|(alias, _)| wanted.contains(&alias.kind))
            .map(|(alias, at)| (alias.maker.to_owned(), *at))
    };
    if let Some((cpu, _)) = reading.cpu.as_ref().filter(|_| category == Some(Category::Cpu)) {
        return Some(if cpu.intel { "Intel" } else { "AMD" }.to_owned());
    }
    // A whole computer or a cable names the parts it is about, which are not its maker's.
    let part = category != Some(Category::Other);
    let named = first(&[AliasKind::Name, AliasKind::SubBrand]);
    let ordinary = found.iter().find(|(alias, at)| alias.kind == AliasKind::OrdinaryWord && *at == 0);
    let chip = first(&[AliasKind::ChipMaker]);
    // HyperX was Kingston's name for memory and drives, and is HP's for what is played with.
    let kingston = matches!(category, Some(Category::Ram | Category::Storage));
    named
        .map(|(maker, _)| if kingston && maker == "HyperX" { "Kingston".to_owned() } else { maker })
        .or_else(|| ordinary.map(|(alias, _)| alias.maker.to_owned()))
        .or_else(|| vendor.and_then(|vendor| canonical_manufacturer(vendor, category)))
        .or_else(|| first(&[AliasKind::ProductLine]).filter(|_| part).map(|(maker, _)| maker))
        .or_else(|| {
            chip.filter(|(_, at)| counts_chip_manufacturer(reading, category, *at)).map(|(maker, _)| maker)
        })
        .or_else(|| vendor.and_then(|vendor| leading_brand(vendor, reading.text)))
}

/// Every alias outside "for …", in order.
fn aliases(text: &Folded) -> Vec<(ManufacturerAlias, usize)> {
    let mut found = Vec::new();
    let mut index = 0;
    while index < text.len() {
        let word = text.word(index);
        if matches!(word, "for" | "fits" | "compatible" | "متوافق") && index > 0 {
            break;
        }
        if let Some(count) = accessory_at(text, index).filter(|count| *count > 1) {
            index += count;
            continue;
        }
        match manufacturer_aliases().alias_at(text, index) {
            Some((alias, count)) => {
                found.push((alias, index));
                index += count;
            }
            None => index += 1,
        }
    }
    found
}

/// NVIDIA, AMD and Intel sell processors; on cards and boards their names only tell the chip, unless nobody else's edition is named.
fn counts_chip_manufacturer(reading: &TitleTokens<'_>, category: Option<Category>, at: usize) -> bool {
    match category {
        Some(Category::Cpu) => true,
        Some(Category::Gpu) => {
            let words: Vec<&str> = reading.text.iter().collect();
            words
                .windows(2)
                .any(|pair| matches!(pair, ["founders" | "limited" | "reference", "edition" | "card"]))
        }
        Some(Category::Motherboard) => false,
        Some(Category::Other) => false,
        _ => at == 0,
    }
}

/// The brand field, when it names a maker we know and not only a chip's.
fn canonical_manufacturer(vendor: &str, category: Option<Category>) -> Option<String> {
    let maker = manufacturer_aliases().find_name(vendor)?;
    let only_chip = matches!(maker, "NVIDIA" | "AMD" | "Intel")
        && matches!(category, Some(Category::Gpu | Category::Motherboard | Category::CpuCooler));
    (!only_chip).then(|| maker.to_owned())
}

/// A brand we do not know counts when the title begins with it; else it may be the shop's own name.
fn leading_brand(vendor: &str, text: &Folded) -> Option<String> {
    let folded = Folded::new(vendor);
    let leads = !folded.is_empty() && text.window(0, folded.len()) == folded.window(0, folded.len());
    leads.then(|| vendor.trim().to_owned())
}
