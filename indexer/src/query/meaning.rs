//! The meaning of words beside their letters: a product's category, its brand, its facts.

use domain::model::{Category, SpecKey};

use super::{
    expand::Expander,
    read::Piece,
    unit::{Alternative, FactPlace, Group, ReadingKind, RowTest, Unit},
};
use crate::{
    SearchError, entry::filter_term, facet_plan::category_index, lexicon::Meaning, text::fold::fold,
};

/// A size that rounds to the stated one is meant too if it has at least as many products as the stated one divided
/// by this.
const ROUNDED_SHARE: u64 = 3;
/// First digits of card numbers that name their series.
const SERIES: [f64; 4] = [20.0, 30.0, 40.0, 50.0];
/// Words before the number of a socket, for queries that state only the number.
const SOCKET_FAMILIES: [&str; 1] = ["lga"];

impl Expander<'_> {
    /// Adds the piece's meaning: as a filter, and as English words.
    pub(crate) fn add_meaning(&self, unit: &mut Unit, piece: &Piece) -> Result<(), SearchError> {
        self.add_readings(unit, piece)?;
        // Of a category, only the typed words count as words of a name; its other synonyms would be noise.
        let names_category = unit.readings.iter().any(|reading| reading.category.is_some());
        if !names_category {
            for english in piece.meaning.iter().flat_map(|meaning| &meaning.english) {
                self.add_words(unit, english)?;
            }
        }
        Ok(())
    }

    /// Adds the category, brand and facts that the piece names, as filter terms.
    fn add_readings(&self, unit: &mut Unit, piece: &Piece) -> Result<(), SearchError> {
        if let Some(reading) = piece.meaning.as_ref().and_then(|meaning| meaning.reading) {
            self.add_lexicon_reading(unit, reading)?;
        }
        let brand =
            piece.brand.or_else(|| piece.meaning.as_ref().and_then(|meaning| self.english_brand(meaning)));
        if let Some(brand) = brand {
            let mut group = Group::new(self.view);
            let name =
                self.view.vocabulary.brands.get(usize::from(brand)).map(String::as_str).unwrap_or_default();
            group.add(self.view, self.view.fields.filter, &filter_term("brand", name))?;
            add_reading(
                unit,
                Alternative::one(group),
                RowTest { kind: ReadingKind::Brand, brand: Some(brand), ..RowTest::default() },
            );
        }
        let mut facts = piece.facts.clone();
        if let Some(meaning) = &piece.meaning {
            for english in &meaning.english {
                facts.extend(
                    self.view.vocabulary.fact_windows.get(&english.join(" ")).into_iter().flatten().cloned(),
                );
            }
        }
        self.add_facts(unit, &facts)
    }

    /// Adds a number without its unit as a measure that users state of the requested parts: `27` of monitors.
    pub(super) fn add_plausible_number(
        &self,
        unit: &mut Unit,
        subjects: &[Category],
        amount: f64,
    ) -> Result<(), SearchError> {
        let measures = self.config.lexicon.intents.measures.iter();
        let meant = measures.filter(|measure| {
            measure.is_said_bare() && subjects.contains(&measure.category) && measure.is_plausible(amount)
        });
        let mut facts: Vec<(SpecKey, String)> =
            meant.map(|measure| (measure.key, (amount * measure.times).to_string())).collect();
        // `50` of a card is its series.
        if subjects.contains(&Category::Gpu) && SERIES.contains(&amount) {
            facts.push((SpecKey::GpuChipset, format!("GeForce RTX {amount}*")));
        }
        // `1700` of a board is its socket.
        let named = SOCKET_FAMILIES
            .iter()
            .filter_map(|family| self.view.vocabulary.fact_windows.get(&format!("{family}{amount}")));
        for (key, socket) in named.flatten().filter(|(key, _)| *key == SpecKey::Socket) {
            let keys = [*key, SpecKey::CoolerSockets].into_iter();
            let of_subject = keys.filter(|key| {
                self.config
                    .facets
                    .places(*key)
                    .any(|(category, _)| subjects.iter().any(|subject| category_index(*subject) == category))
            });
            facts.extend(of_subject.map(|key| (key, socket.clone())));
        }
        self.add_facts(unit, &facts)
    }

    /// Adds the further meanings of a brand and a socket. Beside boards, a processor manufacturer also means the
    /// chipsets of its platform; beside coolers, a socket also means the coolers that fit it.
    pub(super) fn add_platform(&self, unit: &mut Unit, subjects: &[Category]) -> Result<(), SearchError> {
        let brand = unit
            .readings
            .iter()
            .find_map(|reading| reading.brand)
            .filter(|_| subjects.contains(&Category::Motherboard));
        if let Some(name) = brand.and_then(|brand| self.view.vocabulary.brands.get(usize::from(brand))) {
            let chipsets = format!("{name} *");
            self.add_facts(unit, &[(SpecKey::MotherboardChipset, chipsets)])?;
        }
        if !subjects.contains(&Category::CpuCooler) {
            return Ok(());
        }
        let windows = &self.view.vocabulary.fact_windows;
        let sockets =
            windows.get(&unit.text).into_iter().flatten().filter(|(key, _)| *key == SpecKey::Socket);
        let fitting: Vec<(SpecKey, String)> =
            sockets.map(|(_, socket)| (SpecKey::CoolerSockets, socket.clone())).collect();
        self.add_facts(unit, &fitting)
    }

    /// Adds a number without its unit as every fact that has such a value.
    pub(super) fn add_bare_number(&self, unit: &mut Unit, amount: f64) -> Result<(), SearchError> {
        let quantities = self.config.lexicon.quantities.values().flatten();
        let mut facts: Vec<(SpecKey, String)> =
            quantities.map(|fact| (fact.key, (amount * fact.times).to_string())).collect();
        facts.sort();
        facts.dedup();
        self.add_facts(unit, &facts)
    }

    /// Adds facts as a reading; one of them is enough.
    fn add_facts(&self, unit: &mut Unit, facts: &[(SpecKey, String)]) -> Result<(), SearchError> {
        if facts.is_empty() {
            return Ok(());
        }
        let (group, places) = self.facts(facts)?;
        add_reading(
            unit,
            Alternative::one(group),
            RowTest { kind: ReadingKind::Spec, facts: places, ..RowTest::default() },
        );
        Ok(())
    }

    fn add_lexicon_reading(&self, unit: &mut Unit, index: usize) -> Result<(), SearchError> {
        let Some(reading) = self.config.lexicon.readings.get(index) else { return Ok(()) };
        let mut alternative = Alternative::default();
        let mut test = RowTest { kind: ReadingKind::Spec, ..RowTest::default() };
        if let Some(category) = reading.category {
            let mut group = Group::new(self.view);
            group.add(self.view, self.view.fields.filter, &filter_term("category", category.as_str()))?;
            alternative.groups.push(group);
            test.kind = ReadingKind::Category;
            test.category = Some(category_index(category) as u8);
            alternative.whole = test.category;
        }
        if !reading.specs.is_empty() {
            let (group, places) = self.facts(&reading.specs)?;
            alternative.groups.push(group);
            alternative.whole = None;
            test.facts = places;
        }
        add_reading(unit, alternative, test);
        Ok(())
    }

    fn english_brand(&self, meaning: &Meaning) -> Option<u16> {
        meaning
            .english
            .iter()
            .find_map(|words| self.view.vocabulary.brand_windows.get(&words.join(" ")).copied())
    }

    /// Returns the filter terms of facts of which one is enough, and the facts' places in rows.
    fn facts(&self, facts: &[(SpecKey, String)]) -> Result<(Group, Vec<FactPlace>), SearchError> {
        let mut group = Group::new(self.view);
        let mut places = Vec::new();
        let mut meant = Vec::with_capacity(facts.len());
        for (key, value) in facts {
            meant.extend(self.values_meant(*key, value)?);
        }
        for (key, value) in meant {
            if group.add(self.view, self.view.fields.filter, &filter_term(key.as_str(), &value))? == 0 {
                continue;
            }
            for (category, slot) in self.config.facets.places(key) {
                if let Some(number) =
                    self.view.vocabulary.slot(category, slot).and_then(|slot| slot.value(&value))
                {
                    let place = FactPlace { category: category as u8, slot: slot as u8, value: number };
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
            }
        }
        Ok((group, places))
    }

    /// Returns the values of the catalogue that a value means. Ending in `*`, it means all values that begin so; as
    /// a rounded size, all that round to it (`24` inches are 23.8).
    fn values_meant(&self, key: SpecKey, value: &str) -> Result<Vec<(SpecKey, String)>, SearchError> {
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
            let mut group = Group::new(self.view);
            group.add(self.view, self.view.fields.filter, &filter_term(key.as_str(), text))
        };
        // A size of few products is only meant where nothing else is found: 26.5 inches beside many of 27.
        let least =
            if rounded.is_some() && !self.reach.all_rounded { products(value)? / ROUNDED_SHARE } else { 0 };
        let slots = self.config.facets.places(key);
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

/// Adds a reading's alternative if products have it.
fn add_reading(unit: &mut Unit, mut alternative: Alternative, test: RowTest) {
    alternative.is_reading = test.kind != ReadingKind::Brand;
    if alternative.is_possible() {
        unit.alternatives.push(alternative);
        unit.readings.push(test);
    }
}
