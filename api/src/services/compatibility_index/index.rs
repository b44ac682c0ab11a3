use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use domain::{
    compat::{Condition, Exclusion, FactKey, Facts, Filter, SourcedValue, Value},
    model::ProductId,
};
use hashbrown::{HashTable, hash_table::Entry};
use indexer::{HideReason, ProductClass, id_bits};

use super::numbers::{Number, Numbers};

/// Number of an unknown value in a column, and of values beyond the largest number. Comparisons never hold for it, so
/// an unknown fact is not taken for a misfit.
const UNKNOWN_VALUE: Number = 0;

/// Class of unknown parts; never hidden.
pub(super) const NO_CLASS: ProductClass = 0;

/// Facts of all parts of one category. Parts with equal facts share a class, and the facts of a class never change.
/// Each filter is therefore evaluated once per class, however many parts there are.
pub(super) struct FitIndex {
    parts: HashTable<IndexedPart>,
    /// Classes, found by the hash of their facts; the columns hold the facts.
    class_table: HashTable<ProductClass>,
    /// Number of classes, including [`NO_CLASS`].
    classes: usize,
    columns: Columns,
}

/// Facts of the classes: one column per fact, one row per class.
#[derive(Default)]
struct Columns(HashMap<FactKey, Column>);

/// A part and its class, in twelve bytes: there are a million parts.
struct IndexedPart {
    id: [u32; 2],
    class: ProductClass,
}

struct Column {
    /// Distinct values; number `n` stands for the value at `n - 1`.
    values: Vec<SourcedValue>,
    number_of: HashMap<Vec<u8>, Number>,
    rows: Numbers,
}

impl Default for FitIndex {
    fn default() -> Self {
        Self {
            parts: HashTable::new(),
            class_table: HashTable::new(),
            classes: 1,
            columns: Columns::default(),
        }
    }
}

impl FitIndex {
    /// Returns the number of parts.
    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Inserts or replaces a part's facts and returns whether they changed.
    pub(super) fn upsert(&mut self, id: ProductId, facts: &Facts) -> bool {
        let class = self.class(facts);
        let bits = id_bits(id);
        match self.parts.entry(bits, |indexed| indexed.bits() == bits, IndexedPart::bits) {
            Entry::Occupied(mut entry) => {
                let changed = entry.get().class != class;
                entry.get_mut().class = class;
                changed
            }
            Entry::Vacant(entry) => {
                entry.insert(IndexedPart::new(bits, class));
                true
            }
        }
    }

    /// Removes a part and returns whether it was present.
    pub(super) fn remove(&mut self, id: ProductId) -> bool {
        let bits = id_bits(id);
        self.parts
            .find_entry(bits, |indexed| indexed.bits() == bits)
            .map(|entry| {
                entry.remove();
            })
            .is_ok()
    }

    /// Returns the class of a part, given the bits of its id; [`NO_CLASS`] for an unknown part.
    pub(super) fn class_of(&self, bits: u64) -> ProductClass {
        self.parts.find(bits, |indexed| indexed.bits() == bits).map_or(NO_CLASS, |indexed| indexed.class)
    }

    /// Returns the facts of a part; `None` for an unknown part.
    pub(super) fn facts(&self, id: ProductId) -> Option<Facts> {
        let class = Some(self.class_of(id_bits(id))).filter(|class| *class != NO_CLASS)?;
        let fact = |(key, column): (&FactKey, &Column)| Some((*key, column.at(class)?.clone()));
        Some(self.columns.0.iter().filter_map(fact).collect())
    }

    /// Returns for each class the number of the first exclusion that hides it, counted from `first`, or 0 when the
    /// filter shows it.
    ///
    /// 1. For each exclusion, each condition is evaluated once per distinct value of its column.
    /// 2. A class meets the exclusion if the values in its row pass every condition.
    /// 3. The first exclusion that a class meets is its reason.
    ///
    /// Example: for the exclusion `length above 300`, the classes with lengths 310, 290 and unknown get 1, 0 and 0.
    pub(super) fn hide_classes(&self, filter: &Filter, first: usize) -> Vec<HideReason> {
        let mut hidden = vec![0; self.classes];
        for (exclusion, number) in filter.exclusions.iter().zip(first..) {
            let Some(tests) = self.columns.compile(exclusion) else { continue };
            let mut meets = vec![true; self.classes];
            tests.iter().for_each(|(rows, passes)| rows.retain_passing(passes, &mut meets));
            let reason = HideReason::try_from(number).unwrap_or(HideReason::MAX);
            let shown = |(hidden, meets): &(&mut HideReason, bool)| *meets && **hidden == 0;
            hidden.iter_mut().zip(meets).filter(shown).for_each(|(hidden, _)| *hidden = reason);
        }
        hidden[NO_CLASS as usize] = 0;
        hidden
    }

    /// Returns the class of these facts, and creates a class when there is none yet.
    fn class(&mut self, facts: &Facts) -> ProductClass {
        let numbers = self.columns.numbers(facts, self.classes);
        // No class number is left: the part counts as unknown.
        let next = ProductClass::try_from(self.classes).unwrap_or(NO_CLASS);
        let Self { class_table, classes, columns, .. } = self;
        match class_table.entry(
            digest(numbers.iter().copied()),
            |class| columns.has_facts(*class, &numbers),
            |class| columns.digest(*class),
        ) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(_) if next == NO_CLASS => NO_CLASS,
            Entry::Vacant(entry) => {
                entry.insert(next);
                *classes += 1;
                columns.push(&numbers);
                next
            }
        }
    }
}

impl Columns {
    /// Returns the numbers of the facts and creates missing columns and numbers. Unknown facts are left out.
    fn numbers(&mut self, facts: &Facts, classes: usize) -> Vec<(FactKey, Number)> {
        let number =
            |(key, value)| (key, self.0.entry(key).or_insert_with(|| Column::empty(classes)).number(value));
        facts.iter().map(number).filter(|(_, number)| *number != UNKNOWN_VALUE).collect()
    }

    /// Appends the row of a new class.
    fn push(&mut self, numbers: &[(FactKey, Number)]) {
        for (key, column) in &mut self.0 {
            column.rows.push(
                numbers.iter().find(|(other, _)| other == key).map_or(UNKNOWN_VALUE, |(_, number)| *number),
            );
        }
    }

    /// Returns the numbers of a class's known facts.
    fn row(&self, class: ProductClass) -> impl Iterator<Item = (FactKey, Number)> {
        let number = move |(key, column): (&FactKey, &Column)| (*key, column.rows.get(class as usize));
        self.0.iter().map(number).filter(|(_, number)| *number != UNKNOWN_VALUE)
    }

    /// Returns whether a class has exactly these facts.
    fn has_facts(&self, class: ProductClass, numbers: &[(FactKey, Number)]) -> bool {
        self.row(class).count() == numbers.len() && self.row(class).all(|fact| numbers.contains(&fact))
    }

    fn digest(&self, class: ProductClass) -> u64 {
        digest(self.row(class))
    }

    /// Compiles the exclusion to tests on value numbers; `None` when no part can meet every condition.
    fn compile(&self, exclusion: &Exclusion) -> Option<Vec<(&Numbers, Vec<bool>)>> {
        let mut tests = Vec::with_capacity(exclusion.conditions.len());
        for condition in &exclusion.conditions {
            match self.0.get(&condition.key()) {
                Some(column) => tests.push((&column.rows, column.evaluate(condition))),
                None if condition.holds_for(None) => {}
                None => return None,
            }
        }
        Some(tests)
    }
}

impl IndexedPart {
    fn new(bits: u64, class: ProductClass) -> Self {
        Self { id: [(bits >> 32) as u32, bits as u32], class }
    }

    /// Returns the bits of the id. Ids are random and therefore serve as their own hash.
    fn bits(&self) -> u64 {
        u64::from(self.id[0]) << 32 | u64::from(self.id[1])
    }
}

impl Column {
    fn empty(classes: usize) -> Self {
        Self { values: Vec::new(), number_of: HashMap::new(), rows: Numbers::zeros(classes) }
    }

    fn at(&self, class: ProductClass) -> Option<&SourcedValue> {
        self.values.get(usize::from(self.rows.get(class as usize)).checked_sub(1)?)
    }

    fn number(&mut self, value: &SourcedValue) -> Number {
        let next = Number::try_from(self.values.len() + 1).unwrap_or(UNKNOWN_VALUE);
        let bytes = encode(value);
        if let Some(number) = self.number_of.get(&bytes) {
            return *number;
        }
        if next != UNKNOWN_VALUE {
            self.number_of.insert(bytes, next);
            self.values.push(value.clone());
        }
        next
    }

    /// Evaluates the condition for each value number; number 0 stands for an unknown value.
    fn evaluate(&self, condition: &Condition) -> Vec<bool> {
        let values = self.values.iter().map(|value| condition.holds_for(Some(&value.value)));
        std::iter::once(condition.holds_for(None)).chain(values).collect()
    }
}

/// Returns a hash that does not depend on the order of the facts, because columns have none.
fn digest(numbers: impl Iterator<Item = (FactKey, Number)>) -> u64 {
    let one = |fact: (FactKey, Number)| {
        let mut hasher = DefaultHasher::new();
        fact.hash(&mut hasher);
        hasher.finish()
    };
    numbers.map(one).fold(0, u64::wrapping_add)
}

/// Encodes a value as bytes, different for different values.
fn encode(value: &SourcedValue) -> Vec<u8> {
    let mut bytes = vec![value.origin as u8];
    match &value.value {
        Value::Flag(flag) => bytes.extend([0, u8::from(*flag)]),
        Value::Number(number) => {
            bytes.push(1);
            bytes.extend(number.to_bits().to_le_bytes());
        }
        Value::Words(words) => {
            bytes.push(2);
            for word in words {
                bytes.extend(word.as_bytes());
                bytes.push(0);
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use domain::{
        compat::{Build, ParsedPart, Part},
        model::{Category, SpecKey, SpecValue, Specs},
    };
    use uuid::Uuid;

    use super::*;

    fn part(id: u128, category: Category, specs: &[(SpecKey, SpecValue)]) -> ParsedPart {
        let mut with_facts = Specs::new();
        for (key, value) in specs {
            with_facts.insert(*key, value.clone()).unwrap();
        }
        ParsedPart::new(&Part {
            id: ProductId(Uuid::from_u128(id)),
            category,
            name: String::new(),
            specs: with_facts,
        })
    }

    #[test]
    fn classes_agree_with_the_filter_after_any_updates() {
        let length = |mm: f64| vec![(SpecKey::Length, SpecValue::Number(mm))];
        let case = part(1, Category::Case, &[(SpecKey::MaxGpuLength, SpecValue::Number(300.0))]);
        let filter = Filter::for_category(&Build::default().with(case), Category::Gpu);
        let mut index = FitIndex::default();
        let mut cards: HashMap<ProductId, ParsedPart> = HashMap::new();
        for (step, (id, mm)) in
            [(2, 310.0), (3, 290.0), (4, 0.0), (2, 280.0), (3, 320.0), (5, 310.0), (3, -1.0), (6, 301.0)]
                .into_iter()
                .enumerate()
        {
            let card = part(id, Category::Gpu, &if mm > 0.0 { length(mm) } else { Vec::new() });
            if mm < 0.0 {
                assert!(index.remove(card.id) && !index.remove(card.id));
                assert_eq!(index.facts(card.id), None);
                cards.remove(&card.id);
            } else {
                assert!(index.upsert(card.id, &card.facts) && !index.upsert(card.id, &card.facts));
                assert_eq!(index.facts(card.id).as_ref(), Some(&card.facts));
                cards.insert(card.id, card);
            }
            assert_eq!(index.len(), cards.len());
            let hidden = index.hide_classes(&filter, 1);
            for card in cards.values() {
                let class = index.class_of(id_bits(card.id));
                assert_eq!(
                    hidden[class as usize] == 1,
                    filter.hiding_code(&card.facts).is_some(),
                    "after step {step}"
                );
            }
            assert_eq!(hidden[NO_CLASS as usize], 0);
        }
        // Classes of 310, 290, unknown, 280, 320 and 301 mm, and NO_CLASS.
        assert_eq!(index.classes, 7);
    }
}
