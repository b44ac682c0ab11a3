//! The conditions that a part must meet to fit the things that it is for, by the rules of `domain::compat`.

use domain::{
    compat::{self, Build, Condition, FactKey, Facts, Filter, ParsedPart, Part},
    model::{Category, SpecKey, Specs},
};

use super::named_thing::{self, NamedThing};
use crate::{
    collect::filter::CompiledSpec,
    config::{SearchConfig, facet_plan::category_index},
    storage::view::View,
};

/// A condition that the index can check, with its filter.
pub(super) struct CompiledCondition {
    pub(super) spec: CompiledSpec,
    /// The condition as a filter of the API, for the understood part.
    pub(super) filter: Option<(String, Vec<String>)>,
}

/// Returns the conditions for a part of the category beside the things, as far as the index has their facts. Things of
/// different kinds stand in one build: a supply must feed both.
pub(super) fn compile(
    view: &View,
    config: &SearchConfig,
    things: &[&NamedThing],
    category: Category,
) -> Vec<CompiledCondition> {
    let mut all: Vec<Vec<Condition>> = Vec::new();
    for thing in things {
        all.extend(thing.parts.iter().map(|part| conditions_beside(&[part], category)));
    }
    if let [_, _, ..] = things {
        let parts: Vec<&Part> = things.iter().map(|thing| &thing.common).collect();
        all.push(conditions_beside(&parts, category));
    }
    let conditions = merge(all).into_iter().chain(desktop_modules(category));
    conditions.filter_map(|condition| compile_condition(view, config, category, &condition)).collect()
}

/// Whether any rule compares a part of the category with the thing, by facts that are known.
pub(super) fn is_checked(view: &View, config: &SearchConfig, thing: &NamedThing, category: Category) -> bool {
    let all = thing.parts.iter().map(|part| conditions_beside(&[part], category)).collect();
    merge(all).iter().any(|condition| compile_condition(view, config, category, condition).is_some())
}

/// Returns the conditions that exclude a part of the category beside others; for power supplies also the wattage that the
/// others need with headroom, and that the card's manufacturer suggests. An exclusion of several conditions is no
/// single filter and is left out.
fn conditions_beside(parts: &[&Part], category: Category) -> Vec<Condition> {
    let parsed: Vec<ParsedPart> = parts.iter().map(|part| ParsedPart::new(part)).collect();
    let suggested = parsed.iter().filter_map(|part| part.facts.number(SpecKey::SuggestedPsu));
    let suggested: Vec<f64> = suggested.filter(|_| category == Category::Psu).collect();
    let build = parsed.into_iter().fold(Build::default(), |build, part| build.with(part));
    let watts = (category == Category::Psu).then(|| compat::check(&build).watts);
    let needed = watts.filter(|watts| watts.watts_known).and_then(|watts| watts.recommended_psu);
    let limits = suggested.into_iter().chain(needed.map(f64::from));
    let supplies = limits.map(|limit| Condition::Below { key: FactKey::Spec(SpecKey::PsuWattage), limit });
    let exclusions = Filter::for_category(&build, category).exclusions;
    let single = exclusions.into_iter().filter_map(|exclusion| match exclusion.conditions.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    });
    single.chain(supplies).collect()
}

/// Desktop boards and processors take no notebook modules; no rule says so where the board's form is unknown.
fn desktop_modules(category: Category) -> Option<Condition> {
    (category == Category::Ram).then(|| {
        let words = vec!["SO-DIMM".to_owned()];
        Condition::AnyOf { key: FactKey::Spec(SpecKey::FormFactor), words }
    })
}

/// Merges the conditions of several products into those that leave only what fits all of them. Products that leave
/// nothing in common decide nothing: boards of one chipset with DDR4 and with DDR5.
fn merge(all: Vec<Vec<Condition>>) -> Vec<Condition> {
    let mut merged: Vec<Condition> = Vec::new();
    let mut undecided: Vec<FactKey> = Vec::new();
    for condition in all.into_iter().flatten() {
        let is_alike = |other: &Condition| {
            std::mem::discriminant(other) == std::mem::discriminant(&condition)
                && other.key() == condition.key()
        };
        match merged.iter().position(is_alike).and_then(|at| merged.get_mut(at)) {
            Some(own) => undecided.extend((!tighten(own, &condition)).then(|| condition.key())),
            None => merged.push(condition),
        }
    }
    merged.retain(|condition| !undecided.contains(&condition.key()));
    merged
}

/// Makes a condition exclude what another one of its kind excludes too; returns whether anything is left to decide.
fn tighten(own: &mut Condition, other: &Condition) -> bool {
    match (own, other) {
        (Condition::Above { limit, .. }, Condition::Above { limit: other, .. }) => *limit = limit.min(*other),
        (Condition::Below { limit, .. }, Condition::Below { limit: other, .. }) => *limit = limit.max(*other),
        (Condition::AnyOf { words, .. }, Condition::AnyOf { words: other, .. }) => {
            words.extend(other.iter().cloned());
        }
        (Condition::NoneOf { words, .. }, Condition::NoneOf { words: other, .. }) => {
            words.retain(|word| other.contains(word));
            return !words.is_empty();
        }
        (Condition::Flag { flag, .. }, Condition::Flag { flag: other, .. }) => return flag == other,
        _ => {}
    }
    true
}

/// Returns the fact of the index that decides a condition: the condition's own, or the one that it derives from.
fn indexed_key(category: Category, key: FactKey) -> Option<SpecKey> {
    match key {
        FactKey::Spec(key) => Some(key),
        FactKey::Watts if category == Category::Gpu => Some(SpecKey::GpuChipset),
        _ => None,
    }
}

/// Compiles a condition: the value sets that it does not exclude pass. An unknown value may not fit, so it does
/// not pass. `None` where the index lacks the fact, or no value set passes.
fn compile_condition(
    view: &View,
    config: &SearchConfig,
    category: Category,
    condition: &Condition,
) -> Option<CompiledCondition> {
    if matches!(condition, Condition::Unknown { .. }) {
        return None;
    }
    let key = indexed_key(category, condition.key())?;
    let index = category_index(category);
    let (_, slot) = config.facets.slots_of_spec(key).find(|(other, _)| *other == index)?;
    let vocabulary = view.vocabulary.slot(index, slot)?;
    let passes = |set: &Vec<u16>| {
        let texts = set.iter().filter_map(|number| vocabulary.values.get(usize::from(*number)));
        let mut specs = Specs::new();
        named_thing::insert_texts(&mut specs, key, texts.map(|value| value.text.as_str()).collect());
        let facts = Facts::read(category, "", &specs);
        facts.get(condition.key()).is_some_and(|known| !condition.holds_for(Some(&known.value)))
    };
    let sets: Vec<bool> = vocabulary.sets.iter().map(passes).collect();
    // A fact that no product has would leave nothing.
    if !sets.contains(&true) {
        return None;
    }
    let mut allowed = vec![None; Category::ALL.len()];
    *allowed.get_mut(index)? = Some((slot, sets));
    Some(CompiledCondition {
        spec: CompiledSpec { key, allowed, passes_without: false },
        filter: condition_filter(condition),
    })
}

/// Returns the condition as a filter of the API. A derived fact is no filter.
fn condition_filter(condition: &Condition) -> Option<(String, Vec<String>)> {
    let FactKey::Spec(key) = condition.key() else { return None };
    match condition {
        Condition::NoneOf { words, .. } => Some((format!("spec.{key}"), words.clone())),
        Condition::Below { limit, .. } => Some((format!("spec.{key}.min"), vec![limit.to_string()])),
        Condition::Above { limit, .. } => Some((format!("spec.{key}.max"), vec![limit.to_string()])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn below(limit: f64) -> Condition {
        Condition::Below { key: FactKey::Spec(SpecKey::PsuWattage), limit }
    }

    fn none_of(words: &[&str]) -> Condition {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Condition::NoneOf { key: FactKey::Spec(SpecKey::RamType), words }
    }

    #[test]
    fn strictest_bound_of_several_products_counts() {
        assert_eq!(merge(vec![vec![below(650.0)], vec![below(850.0)], Vec::new()]), [below(850.0)]);
    }

    #[test]
    fn products_without_a_common_type_decide_nothing() {
        assert_eq!(merge(vec![vec![none_of(&["DDR5"])], vec![none_of(&["DDR5"])]]), [none_of(&["DDR5"])]);
        assert_eq!(merge(vec![vec![none_of(&["DDR4"])], vec![none_of(&["DDR5"]), below(1.0)]]), [below(1.0)]);
    }
}
