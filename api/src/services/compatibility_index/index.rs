use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
};

use domain::{
    compat::{Condition, Exclusion, FactKey, Facts, Filter, SourcedValue, Value},
    model::ProductId,
};
use hashbrown::{HashTable, hash_table::Entry};
use indexer::{HideGroup, HideReasonNumber, id_bits};

use super::numbers::{Number, Numbers};

/// Number of an unknown value in a column, and of values beyond the largest number. Comparisons never hold for it, so
/// they take no unknown fact for a misfit; only `Condition::Unknown` asks for it.
const UNKNOWN_VALUE: Number = 0;

/// Group of unknown parts, and of parts for which no group number is left; never hidden.
pub(super) const NO_GROUP: HideGroup = 0;

/// Facts of all parts of one category. Parts with equal facts share a group, and the facts of a group never change.
/// Each filter is therefore evaluated once per group, however many parts there are.
pub(super) struct FitIndex {
    parts: HashTable<IndexedPart>,
    /// Groups, found by the hash of their facts; the columns hold the facts.
    group_table: HashTable<HideGroup>,
    /// Number of groups, including [`NO_GROUP`].
    groups: usize,
    columns: Columns,
}

/// Facts of the groups: one column per fact, one row per group.
#[derive(Default)]
struct Columns(HashMap<FactKey, Column>);

/// A part and its group, in twelve bytes: there are a million parts.
struct IndexedPart {
    id: [u32; 2],
    group: HideGroup,
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
            group_table: HashTable::new(),
            groups: 1,
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
        let group = self.find_or_add_group(facts);
        let bits = id_bits(id);
        match self.parts.entry(bits, |indexed| indexed.bits() == bits, IndexedPart::bits) {
            Entry::Occupied(mut entry) => {
                let changed = entry.get().group != group;
                entry.get_mut().group = group;
                changed
            }
            Entry::Vacant(entry) => {
                entry.insert(IndexedPart::new(bits, group));
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

    /// Returns the group of a part, given the bits of its id; [`NO_GROUP`] for an unknown part.
    pub(super) fn group_of(&self, bits: u64) -> HideGroup {
        self.parts.find(bits, |indexed| indexed.bits() == bits).map_or(NO_GROUP, |indexed| indexed.group)
    }

    /// Returns the facts of a part; `None` for an unknown part.
    pub(super) fn facts(&self, id: ProductId) -> Option<Facts> {
        let group = Some(self.group_of(id_bits(id))).filter(|group| *group != NO_GROUP)?;
        let fact = |(key, column): (&FactKey, &Column)| Some((*key, column.at(group)?.clone()));
        Some(self.columns.0.iter().filter_map(fact).collect())
    }

    /// Returns for each group the number of the first exclusion that hides it, counted from `first`, or 0 when the
    /// filter shows it.
    ///
    /// 1. For each exclusion, each condition is evaluated once per distinct value of its column.
    /// 2. A group meets the exclusion if the values in its row pass every condition.
    /// 3. The first exclusion that a group meets is its reason.
    ///
    /// Example: for the exclusion `length above 300`, the groups with lengths 310, 290 and unknown get 1, 0 and 0.
    pub(super) fn hide_groups(&self, filter: &Filter, first: usize) -> Vec<HideReasonNumber> {
        let mut hidden = vec![0; self.groups];
        for (exclusion, number) in filter.exclusions.iter().zip(first..) {
            let Some(tests) = self.columns.compile(exclusion) else { continue };
            let mut meets = vec![true; self.groups];
            tests.iter().for_each(|(rows, passes)| rows.retain_passing(passes, &mut meets));
            let reason = HideReasonNumber::try_from(number).unwrap_or(HideReasonNumber::MAX);
            let shown = |(hidden, meets): &(&mut HideReasonNumber, bool)| *meets && **hidden == 0;
            hidden.iter_mut().zip(meets).filter(shown).for_each(|(hidden, _)| *hidden = reason);
        }
        hidden[NO_GROUP as usize] = 0;
        hidden
    }

    /// Returns the group of these facts, and creates a group when there is none yet.
    fn find_or_add_group(&mut self, facts: &Facts) -> HideGroup {
        let numbers = self.columns.numbers(facts, self.groups);
        // No group number is left: the part counts as unknown.
        let next = HideGroup::try_from(self.groups).unwrap_or(NO_GROUP);
        let Self { group_table, groups, columns, .. } = self;
        match group_table.entry(
            digest(numbers.iter().copied()),
            |group| columns.has_facts(*group, &numbers),
            |group| columns.digest(*group),
        ) {
            Entry::Occupied(found) => *found.get(),
            Entry::Vacant(_) if next == NO_GROUP => NO_GROUP,
            Entry::Vacant(entry) => {
                entry.insert(next);
                *groups += 1;
                columns.push(&numbers);
                next
            }
        }
    }
}

impl Columns {
    /// Returns the numbers of the facts and creates missing columns and numbers. Unknown facts are left out.
    fn numbers(&mut self, facts: &Facts, groups: usize) -> Vec<(FactKey, Number)> {
        let number =
            |(key, value)| (key, self.0.entry(key).or_insert_with(|| Column::empty(groups)).number(value));
        facts.iter().map(number).filter(|(_, number)| *number != UNKNOWN_VALUE).collect()
    }

    /// Appends the row of a new group.
    fn push(&mut self, numbers: &[(FactKey, Number)]) {
        for (key, column) in &mut self.0 {
            column.rows.push(
                numbers.iter().find(|(other, _)| other == key).map_or(UNKNOWN_VALUE, |(_, number)| *number),
            );
        }
    }

    /// Returns the numbers of a group's known facts.
    fn row(&self, group: HideGroup) -> impl Iterator<Item = (FactKey, Number)> {
        let number = move |(key, column): (&FactKey, &Column)| (*key, column.rows.get(group as usize));
        self.0.iter().map(number).filter(|(_, number)| *number != UNKNOWN_VALUE)
    }

    /// Returns whether a group has exactly these facts.
    fn has_facts(&self, group: HideGroup, numbers: &[(FactKey, Number)]) -> bool {
        self.row(group).count() == numbers.len() && self.row(group).all(|fact| numbers.contains(&fact))
    }

    fn digest(&self, group: HideGroup) -> u64 {
        digest(self.row(group))
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
    fn new(bits: u64, group: HideGroup) -> Self {
        Self { id: [(bits >> 32) as u32, bits as u32], group }
    }

    /// Returns the bits of the id. Ids are random and therefore serve as their own hash.
    fn bits(&self) -> u64 {
        u64::from(self.id[0]) << 32 | u64::from(self.id[1])
    }
}

impl Column {
    fn empty(groups: usize) -> Self {
        Self { values: Vec::new(), number_of: HashMap::new(), rows: Numbers::zeros(groups) }
    }

    fn at(&self, group: HideGroup) -> Option<&SourcedValue> {
        self.values.get(usize::from(self.rows.get(group as usize)).checked_sub(1)?)
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
    fn groups_agree_with_the_filter_after_any_updates() {
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
            let hidden = index.hide_groups(&filter, 1);
            for card in cards.values() {
                let group = index.group_of(id_bits(card.id));
                assert_eq!(
                    hidden[group as usize] == 1,
                    filter.hiding_code(&card.facts).is_some(),
                    "after step {step}"
                );
            }
            assert_eq!(hidden[NO_GROUP as usize], 0);
        }
        // Groups of 310, 290, unknown, 280, 320 and 301 mm, and NO_GROUP.
        assert_eq!(index.groups, 7);
    }
}
