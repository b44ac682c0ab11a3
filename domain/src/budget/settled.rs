//! Choices refused by the settled parts together: the parts of classes with one choice, which every build of a problem has. Most
//! are fixed parts of the request.
//!
//! The search compares parts by pairs and trios, one piece of each ([`super::fit`]). Some rules sum over pieces: four drives
//! need a board with four slots, and draw more watts than one. So everything that the settled parts refuse together is left
//! out before the search, which would otherwise find it out build by build.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::{catalogue::CataloguePart, fit, problem::Problem, refined_node::OpenClass, signature::TRIOS};
use crate::{
    compat::{ParsedPart, small_part_watts},
    model::Category,
};

/// The parts of classes with one choice, each with its quantity.
#[derive(Debug, Default)]
pub(super) struct SettledParts {
    parts: Vec<ParsedPart>,
    /// Those of them that draw a part of the base's watts.
    small: Vec<ParsedPart>,
    /// Whether a supply feeds processor, graphics card and the settled parts, by the keys of [`Problem::is_fed`].
    is_fed: Mutex<FxHashMap<[u32; 3], bool>>,
}

impl SettledParts {
    pub(super) fn parts(&self) -> &[ParsedPart] {
        &self.parts
    }

    /// Whether some of the parts draw a part of the base's watts.
    pub(super) fn has_small_parts(&self) -> bool {
        !self.small.is_empty()
    }

    /// Whether there are no sums over pieces: at most one piece is settled.
    fn is_single_piece(&self) -> bool {
        self.parts.iter().map(|part| part.quantity).sum::<u32>() <= 1
    }
}

impl Problem<'_> {
    /// Returns the parts of the classes that have one choice, the fixed ones first.
    pub(super) fn list_settled_parts(&self, open_classes: &[OpenClass]) -> SettledParts {
        let keep = &self.request.constraints.keep;
        let parts = open_classes.iter().filter_map(|open_class| {
            let [only] = open_class.open_choices.as_slice() else { return None };
            let (_, choice) = self.get((open_class.class_index, only.choice_index));
            let part = &self.part(choice)?.parsed;
            let is_fixed = keep.iter().any(|fixed| Some(fixed.product_id) == choice.id);
            Some((!is_fixed, ParsedPart { quantity: choice.quantity, ..part.clone() }))
        });
        let mut parts: Vec<(bool, ParsedPart)> = parts.collect();
        parts.sort_by_key(|(is_open, _)| *is_open);
        let parts: Vec<ParsedPart> = parts.into_iter().map(|(_, part)| part).collect();
        let small = parts.iter().filter(|part| small_part_watts(part) > 0.0).cloned().collect();
        SettledParts { parts, small, is_fed: Mutex::default() }
    }

    /// Removes the choices that the settled parts refuse together. Returns the category of the first class that this
    /// leaves empty.
    pub(super) fn drop_refused_by_settled(
        &self,
        settled: &SettledParts,
        open_classes: &mut [OpenClass],
    ) -> Option<Category> {
        if settled.is_single_piece() {
            return None;
        }
        // A class with one choice may itself be refused by the fixed parts: then that class is the empty one, and not the
        // first of the others.
        let mut emptied = self.find_refused_settled(settled);
        for open_class in open_classes.iter_mut().filter(|open_class| open_class.open_choices.len() > 1) {
            let class_index = open_class.class_index;
            let mut fits: FxHashMap<Vec<u32>, bool> = FxHashMap::default();
            open_class.open_choices.retain(|open_choice| {
                let (_, choice) = self.get((class_index, open_choice.choice_index));
                let Some(part) = self.part(choice) else { return true };
                *fits
                    .entry(key_beside(&settled.parts, part))
                    .or_insert_with(|| self.fits_settled(settled, part))
            });
            if open_class.open_choices.is_empty() {
                emptied = emptied.or(Some(self.classes()[class_index].category));
            }
        }
        emptied
    }

    /// Returns the category of the first settled part that does not fit the ones before it.
    fn find_refused_settled(&self, settled: &SettledParts) -> Option<Category> {
        let clashes = |count: &usize| {
            let first = settled.parts.iter().take(*count).cloned().collect();
            fit::find_clash(first, self.request.policy).is_some()
        };
        clashes(&settled.parts.len())
            .then(|| (1..=settled.parts.len()).find(clashes))
            .flatten()
            .map(|count| settled.parts[count - 1].category)
    }

    fn fits_settled(&self, settled: &SettledParts, part: &CataloguePart) -> bool {
        let parts = settled.parts.iter().chain([&part.parsed]).cloned().collect();
        fit::find_clash(parts, self.request.policy).is_none()
    }

    /// Whether the supply, chosen or included with the case, feeds these parts and the settled ones. Open parts only draw
    /// more, so a refusal holds for every build with these parts.
    pub(super) fn is_fed(&self, parts: [Option<&CataloguePart>; 3]) -> bool {
        let settled = &self.prepared.settled;
        if settled.small.is_empty() {
            return true;
        }
        let key = parts.map(|part| part.map_or(u32::MAX, power_signature));
        let cached = || settled.is_fed.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(is_fed) = cached().get(&key).copied() {
            return is_fed;
        }
        let parts = parts.into_iter().flatten().map(|part| &part.parsed).chain(&settled.small).cloned();
        let is_fed = fit::has_enough_power(parts, self.request.policy);
        cached().insert(key, is_fed);
        is_fed
    }
}

/// Returns the signature of a part among settled parts: parts with equal ones have the same findings there.
pub(super) fn key_beside(settled: &[ParsedPart], part: &CataloguePart) -> Vec<u32> {
    let pairs = settled.iter().map(|other| part.signatures.beside(other.category));
    let trios = (0..TRIOS.len()).map(|trio| part.signatures.in_trio(trio));
    // Whole watts: every small part draws a whole number.
    pairs.chain(trios).chain([small_part_watts(&part.parsed) as u32]).collect()
}

/// Returns the signature of a part as far as the rules about the supply's watts read it.
fn power_signature(part: &CataloguePart) -> u32 {
    let beside = if part.parsed.category == Category::Psu { Category::Gpu } else { Category::Psu };
    part.signatures.beside(beside)
}
