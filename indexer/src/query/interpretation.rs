//! The interpretation of words beside their letters: a product's category, its brand, its facts.

use domain::model::{Category, SpecKey};

use super::{
    expander::Expander,
    parsed_query::{PART_NAMING_SPECS, QuerySpan},
};
use crate::{
    collect::clause::{Clause, ClauseOption, FactValueId, PredicateKind, RowPredicate, TermGroup},
    config::{
        facet_plan::category_index,
        lexicon::{Concept, Interpretation},
    },
    interface::Result,
    storage::schema::filter_term,
    text::fold::fold,
};

/// A size that rounds to the stated one is meant too if it has at least as many products as the stated one divided
/// by this.
const ROUNDED_SHARE: u64 = 3;
/// First digits of card numbers, which name their series if they are whole tens.
const SERIES: std::ops::RangeInclusive<f64> = 20.0..=90.0;
/// Words before the number of a socket, for queries that state only the number.
const SOCKET_FAMILIES: [&str; 1] = ["lga"];

impl Expander<'_> {
    /// Adds the span's interpretation: as a filter, and as English words.
    pub(crate) fn add_interpretation(&self, clause: &mut Clause, span: &QuerySpan) -> Result<()> {
        self.add_predicates(clause, span)?;
        // Of a category, only the typed words count as words of a name; its other synonyms would be noise.
        let names_category = clause.predicates.iter().any(|predicate| predicate.category.is_some());
        if !names_category {
            for english in span.interpretation.iter().flat_map(|interpretation| &interpretation.english) {
                self.add_words(clause, english)?;
            }
        }
        Ok(())
    }

    /// Adds the category, brand and facts that the span names, as filter terms.
    fn add_predicates(&self, clause: &mut Clause, span: &QuerySpan) -> Result<()> {
        if let Some(concept) = span.concept(&self.config.lexicon) {
            self.add_concept(clause, concept)?;
        }
        let brand = span.brand.or_else(|| {
            span.interpretation.as_ref().and_then(|interpretation| self.english_brand(interpretation))
        });
        if let Some(brand) = brand {
            let mut group = TermGroup::new(self.view);
            let name = &self.view.vocabulary.brands[usize::from(brand)];
            group.add(self.view, self.view.fields.filter, &filter_term("brand", name))?;
            add_predicate(
                clause,
                ClauseOption::of_group(group),
                RowPredicate { kind: PredicateKind::Brand, brand: Some(brand), ..RowPredicate::default() },
            );
        }
        let mut facts = span.facts.clone();
        if let Some(interpretation) = &span.interpretation {
            for english in &interpretation.english {
                facts.extend(
                    self.view.vocabulary.fact_phrases.get(&english.join(" ")).into_iter().flatten().cloned(),
                );
            }
        }
        self.add_facts(clause, &facts)
    }

    /// Adds a number without its unit as a measure that users state of the requested parts: `27` of monitors.
    pub(super) fn add_plausible_number(
        &self,
        clause: &mut Clause,
        subjects: &[Category],
        amount: f64,
    ) -> Result<()> {
        let measures = self.config.lexicon.intents.measures.iter();
        let meant = measures.filter(|measure| {
            measure.is_said_bare() && subjects.contains(&measure.category) && measure.is_plausible(amount)
        });
        let mut facts: Vec<(SpecKey, String)> =
            meant.map(|measure| (measure.key, (amount * measure.times).to_string())).collect();
        // `50` of a card is its series.
        if subjects.contains(&Category::Gpu) && SERIES.contains(&amount) && amount % 10.0 == 0.0 {
            facts.push((SpecKey::GpuChipset, format!("GeForce RTX {amount}*")));
        }
        facts.extend(self.parts_ending_in(subjects, amount));
        // `1700` of a board is its socket.
        let named = SOCKET_FAMILIES
            .iter()
            .filter_map(|family| self.view.vocabulary.fact_phrases.get(&format!("{family}{amount}")));
        for (key, socket) in named.flatten().filter(|(key, _)| *key == SpecKey::Socket) {
            let keys = [*key, SpecKey::CoolerSockets].into_iter();
            let of_subject = keys.filter(|key| {
                self.config
                    .facets
                    .slots_of_spec(*key)
                    .any(|(category, _)| subjects.iter().any(|subject| category_index(*subject) == category))
            });
            facts.extend(of_subject.map(|key| (key, socket.clone())));
        }
        self.add_facts(clause, &facts)
    }

    /// Returns the values of the requested parts that name parts and end in a number: `5070` of cards is the GeForce
    /// RTX 5070, and not the RTX 5070 Ti.
    fn parts_ending_in(&self, subjects: &[Category], amount: f64) -> Vec<(SpecKey, String)> {
        let ending = format!(" {amount}");
        let is_subject = |category: usize| subjects.iter().any(|other| category_index(*other) == category);
        let values = PART_NAMING_SPECS.into_iter().flat_map(|key| {
            let slots = self.config.facets.slots_of_spec(key).filter(|(category, _)| is_subject(*category));
            let slots = slots.filter_map(|(category, slot)| self.view.vocabulary.slot(category, slot));
            slots.flat_map(|slot| &slot.values).map(move |value| (key, &value.text))
        });
        let ending_so = values.filter(|(_, text)| text.ends_with(&ending));
        ending_so.map(|(key, text)| (key, text.clone())).collect()
    }

    /// Adds the further interpretations of a brand and a socket. Beside boards, a processor manufacturer also means the
    /// chipsets of its platform; beside coolers, a socket also means the coolers that fit it.
    pub(super) fn add_socket_and_chipset(&self, clause: &mut Clause, subjects: &[Category]) -> Result<()> {
        let brand = clause
            .predicates
            .iter()
            .find_map(|predicate| predicate.brand)
            .filter(|_| subjects.contains(&Category::Motherboard));
        if let Some(name) = brand.and_then(|brand| self.view.vocabulary.brands.get(usize::from(brand))) {
            let chipsets = format!("{name} *");
            self.add_facts(clause, &[(SpecKey::MotherboardChipset, chipsets)])?;
        }
        if !subjects.contains(&Category::CpuCooler) {
            return Ok(());
        }
        let phrases = &self.view.vocabulary.fact_phrases;
        let sockets =
            phrases.get(&clause.text).into_iter().flatten().filter(|(key, _)| *key == SpecKey::Socket);
        let fitting: Vec<(SpecKey, String)> =
            sockets.map(|(_, socket)| (SpecKey::CoolerSockets, socket.clone())).collect();
        self.add_facts(clause, &fitting)
    }

    /// Adds a number without its unit as every fact that has such a value.
    pub(super) fn add_bare_number(&self, clause: &mut Clause, amount: f64) -> Result<()> {
        let quantities = self.config.lexicon.quantities.values().flatten();
        let mut facts: Vec<(SpecKey, String)> =
            quantities.map(|fact| (fact.key, (amount * fact.times).to_string())).collect();
        facts.sort();
        facts.dedup();
        self.add_facts(clause, &facts)
    }

    /// Adds facts as one option; one of them is enough.
    fn add_facts(&self, clause: &mut Clause, facts: &[(SpecKey, String)]) -> Result<()> {
        if facts.is_empty() {
            return Ok(());
        }
        let (group, values) = self.facts_group(facts)?;
        add_predicate(
            clause,
            ClauseOption::of_group(group),
            RowPredicate { kind: PredicateKind::Spec, facts: values, ..RowPredicate::default() },
        );
        Ok(())
    }

    fn add_concept(&self, clause: &mut Clause, concept: &Concept) -> Result<()> {
        let mut option = ClauseOption::default();
        let mut predicate = RowPredicate { kind: PredicateKind::Spec, ..RowPredicate::default() };
        if let Some(category) = concept.category {
            option.groups.push(TermGroup::of_category(self.view, category)?);
            predicate.kind = PredicateKind::Category;
            predicate.category = Some(category_index(category) as u8);
            option.whole_category = predicate.category;
        }
        if !concept.specs.is_empty() {
            let (group, values) = self.facts_group(&concept.specs)?;
            option.groups.push(group);
            option.whole_category = None;
            predicate.facts = values;
        }
        add_predicate(clause, option, predicate);
        Ok(())
    }

    fn english_brand(&self, interpretation: &Interpretation) -> Option<u16> {
        interpretation
            .english
            .iter()
            .find_map(|words| self.view.vocabulary.brand_phrases.get(&words.join(" ")).copied())
    }

    /// Returns the filter terms of facts of which one is enough, and the facts' values as rows hold them.
    fn facts_group(&self, facts: &[(SpecKey, String)]) -> Result<(TermGroup, Vec<FactValueId>)> {
        let mut group = TermGroup::new(self.view);
        let mut values = Vec::new();
        let mut meant = Vec::with_capacity(facts.len());
        for (key, value) in facts {
            meant.extend(self.values_meant(*key, value)?);
        }
        for (key, value) in meant {
            if group.add(self.view, self.view.fields.filter, &filter_term(key.as_str(), &value))? == 0 {
                continue;
            }
            for (category, slot) in self.config.facets.slots_of_spec(key) {
                if let Some(number) =
                    self.view.vocabulary.slot(category, slot).and_then(|slot| slot.value(&value))
                {
                    let value_id = FactValueId { category: category as u8, slot: slot as u8, value: number };
                    if !values.contains(&value_id) {
                        values.push(value_id);
                    }
                }
            }
        }
        Ok((group, values))
    }

    /// Returns the values of the catalogue that a value means. Ending in `*`, it means all values that begin so; as
    /// a rounded size, all that round to it (`24` inches are 23.8).
    fn values_meant(&self, key: SpecKey, value: &str) -> Result<Vec<(SpecKey, String)>> {
        let begun = value.strip_suffix('*').map(fold);
        let whole = value.parse::<f64>().ok().filter(|number| number.fract() == 0.0);
        let rounded = whole.filter(|_| self.config.lexicon.rounded_keys.contains(&key));
        let is_meant = |text: &str, number: Option<f64>| match (&begun, rounded) {
            (Some(begun), _) => fold(text).starts_with(begun.as_str()),
            (None, Some(rounded)) => number.is_some_and(|number| number.round() == rounded),
            (None, None) => false,
        };
        if begun.is_none() && rounded.is_none() {
            return Ok(vec![(key, value.to_owned())]);
        }
        let products = |text: &str| {
            let mut group = TermGroup::new(self.view);
            group.add(self.view, self.view.fields.filter, &filter_term(key.as_str(), text))
        };
        // A size of few products is only meant where nothing else is found: 26.5 inches beside many of 27.
        let least =
            if rounded.is_some() && !self.rules.all_rounded { products(value)? / ROUNDED_SHARE } else { 0 };
        let slots = self.config.facets.slots_of_spec(key);
        let slots = slots.filter_map(|(category, slot)| self.view.vocabulary.slot(category, slot));
        let values = slots.flat_map(|slot| &slot.values);
        let mut meant = Vec::new();
        for value in values.filter(|value| is_meant(&value.text, value.number)) {
            if least == 0 || products(&value.text)? >= least {
                meant.push((key, value.text.clone()));
            }
        }
        Ok(meant)
    }
}

/// Adds an interpretation's option if products have it.
fn add_predicate(clause: &mut Clause, mut option: ClauseOption, predicate: RowPredicate) {
    option.is_interpretation = predicate.kind != PredicateKind::Brand;
    if option.is_possible() {
        clause.options.push(option);
        clause.predicates.push(predicate);
    }
}
