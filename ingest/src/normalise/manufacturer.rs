//! Finds the manufacturer of the product that a title names.

use domain::model::{
    Category,
    keys::{
        fold::Folded,
        manufacturers::{AliasKind, ManufacturerAlias, manufacturer_aliases},
    },
};

use super::{category::accessory_at, tokens::TitleTokens};

/// Returns the manufacturer's canonical name: from the title, else from the retailer's brand field, else from the
/// product line.
pub(crate) fn find_manufacturer(
    reading: &TitleTokens<'_>,
    category: Option<Category>,
    stated_brand: Option<&str>,
) -> Option<String> {
    let found = aliases(reading.text);
    let first = |wanted: &[AliasKind]| {
        found
            .iter()
            .find(|(alias, _)| wanted.contains(&alias.kind))
            .map(|(alias, at)| (alias.manufacturer.to_owned(), *at))
    };
    if let Some((cpu, _)) = reading.cpu.as_ref().filter(|_| category == Some(Category::Cpu)) {
        return Some(if cpu.intel { "Intel" } else { "AMD" }.to_owned());
    }
    // A whole computer or a cable names the parts inside it or that it is for, whose manufacturers are not its own.
    let part = category != Some(Category::Other);
    let named = first(&[AliasKind::Name, AliasKind::SubBrand]);
    let ordinary = found.iter().find(|(alias, at)| alias.kind == AliasKind::OrdinaryWord && *at == 0);
    let chip = first(&[AliasKind::ChipMaker]);
    // HyperX was Kingston's name for memory and drives, and is HP's for gaming gear.
    let kingston = matches!(category, Some(Category::Ram | Category::Storage));
    named
        .map(
            |(manufacturer, _)| {
                if kingston && manufacturer == "HyperX" { "Kingston".to_owned() } else { manufacturer }
            },
        )
        .or_else(|| ordinary.map(|(alias, _)| alias.manufacturer.to_owned()))
        .or_else(|| stated_brand.and_then(|stated_brand| canonical_manufacturer(stated_brand, category)))
        .or_else(|| first(&[AliasKind::ProductLine]).filter(|_| part).map(|(manufacturer, _)| manufacturer))
        .or_else(|| {
            chip.filter(|(_, at)| counts_chip_manufacturer(reading, category, *at))
                .map(|(manufacturer, _)| manufacturer)
        })
        .or_else(|| stated_brand.and_then(|stated_brand| leading_brand(stated_brand, reading.text)))
}

/// Returns every alias before "for …", in order.
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

/// Whether the name of NVIDIA, AMD or Intel names the manufacturer. All three sell processors; on cards and boards
/// the name only tells the chip, unless a Founders, reference or limited edition is named.
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

/// Returns the manufacturer in the brand field, where we know it and it is not only the chip's.
fn canonical_manufacturer(stated_brand: &str, category: Option<Category>) -> Option<String> {
    let manufacturer = manufacturer_aliases().find_name(stated_brand)?;
    let only_chip = matches!(manufacturer, "NVIDIA" | "AMD" | "Intel")
        && matches!(category, Some(Category::Gpu | Category::Motherboard | Category::CpuCooler));
    (!only_chip).then(|| manufacturer.to_owned())
}

/// Returns an unknown brand where the title begins with it; otherwise the field may hold the retailer's own name.
fn leading_brand(stated_brand: &str, text: &Folded) -> Option<String> {
    let folded = Folded::new(stated_brand);
    let leads = !folded.is_empty() && text.window(0, folded.len()) == folded.window(0, folded.len());
    leads.then(|| stated_brand.trim().to_owned())
}
