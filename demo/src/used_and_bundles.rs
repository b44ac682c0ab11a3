//! Used parts and bundles, which shops list among the parts although neither counts as one.

use domain::model::{Category, Fils, SpecKey};

use super::{
    facts::{self, GoodsKind, Part},
    seed,
};

const SALT_CONDITION: u64 = 80;
const SALT_PARTNER: u64 = 81;

/// Texts for a condition other than new, in English and in Arabic.
pub(super) const CONDITIONS: [(&str, &str); 7] = [
    ("(Used)", "(مستعمل)"),
    ("(Open Box)", "(اوبن بوكس)"),
    ("(Refurbished)", "(مجدد)"),
    ("- Used, like new", "- مستعمل شبه جديد"),
    ("- Renewed", "- مجدد"),
    ("(Pre-Owned, 3 months warranty)", "(مستعمل كفالة 3 شهور)"),
    ("(B-Stock)", "(اوبن بوكس)"),
];

/// Returns one part in fifty as used.
pub(super) fn used_parts(parts: &[Part]) -> Vec<Part> {
    parts
        .iter()
        .filter_map(|part| {
            let seed = seed::of(&format!("used/{}", part.id));
            if seed::below(seed, SALT_CONDITION, 1, 50) != 0 {
                return None;
            }
            let (condition, _) = seed::pick(seed, SALT_CONDITION, &CONDITIONS)?;
            let base = Fils(part.base.0 * 3 / 4);
            Some(derive_part(part, GoodsKind::Used, &format!("{} {condition}", part.model), base))
        })
        .collect()
}

/// Returns bundles: some processors with a compatible board, and some boards with memory.
pub(super) fn bundles(parts: &[Part]) -> Vec<Part> {
    let boards: Vec<&Part> = parts.iter().filter(|part| part.category == Category::Motherboard).collect();
    let kits: Vec<&Part> = parts.iter().filter(|part| part.category == Category::Ram).collect();
    parts
        .iter()
        .filter_map(|first| {
            let seed = seed::of(&format!("bundle/{}", first.id));
            let (others, key) = match first.category {
                Category::Cpu => (&boards, SpecKey::Socket),
                Category::Motherboard => (&kits, SpecKey::RamType),
                _ => return None,
            };
            if seed::below(seed, SALT_PARTNER, 1, 12) != 0 {
                return None;
            }
            let fit: Vec<&Part> = others
                .iter()
                .filter(|other| {
                    first.specs.text(key).is_some() && other.specs.text(key) == first.specs.text(key)
                })
                .copied()
                .collect();
            let second = seed::pick(seed, SALT_PARTNER, &fit)?;
            let word = seed::pick(seed, SALT_CONDITION, &["Combo", "Bundle", "Bundle Deal"])?;
            let model = format!("{} + {} {word}", first.model, second.name);
            Some(derive_part(
                first,
                GoodsKind::Bundle,
                &model,
                Fils((first.base.0 + second.base.0) * 19 / 20),
            ))
        })
        .collect()
}

/// Returns goods of another kind that are made from a part.
pub(super) fn derive_part(part: &Part, kind: GoodsKind, model: &str, base: Fils) -> Part {
    let name = format!("{} {model}", part.manufacturer);
    Part {
        id: seed::uuid(&format!("{}/{name}", Category::Other)),
        kind,
        category: Category::Other,
        in_reference: false,
        slug: facts::slug(&name),
        model: model.to_owned(),
        series: None,
        part_number: part.part_number.clone().filter(|_| kind == GoodsKind::Used),
        base,
        name,
        ..part.clone()
    }
}
