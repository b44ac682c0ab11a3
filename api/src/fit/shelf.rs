use std::collections::HashMap;

use domain::{
    compat::{Condition, Exclusion, FactKey, Facts, Filter, Known, Value},
    model::ProductId,
};
use hashbrown::HashTable;

use super::numbers::{Number, Numbers};

/// A row's number in a column where the fact is not known, or where there are more values than numbers: what is not known
/// hides nothing.
const NOT_KNOWN: Number = 0;

/// Rows that are judged together, a test at a time.
const TOGETHER: usize = 1024;

/// The facts of all parts of one category, a column a fact. Every value is written once and rows hold its number, so that
/// a condition is judged once a value, whatever the number of parts.
#[derive(Default)]
pub(super) struct Shelf {
    ids: Vec<ProductId>,
    /// Rows by the hash of their ids, which stand in `ids` only.
    rows: HashTable<u32>,
    columns: HashMap<FactKey, Column>,
}

#[derive(Default)]
struct Column {
    /// The value of number `n` stands at `n - 1`.
    values: Vec<Known>,
    number_of: HashMap<Vec<u8>, Number>,
    rows: Numbers,
}

impl Shelf {
    /// Takes a part's facts in place of what was known of it; answers whether that changed anything.
    pub(super) fn put(&mut self, id: ProductId, facts: &Facts) -> bool {
        let row = match self.row_of(id) {
            Some(row) if self.holds(row, facts) => return false,
            Some(row) => row,
            None => self.add(id),
        };
        for (key, column) in &mut self.columns {
            column.set(row, facts.get(*key));
        }
        let rows = self.ids.len();
        for (key, known) in facts.iter() {
            let column = self.columns.entry(key).or_insert_with(|| Column::empty(rows));
            column.set(row, Some(known));
        }
        true
    }

    /// Forgets a part; answers whether it was known.
    pub(super) fn remove(&mut self, id: ProductId) -> bool {
        let Ok(entry) = self.rows.find_entry(hash(id), |row| self.ids.get(*row as usize) == Some(&id)) else {
            return false;
        };
        let row = entry.remove().0 as usize;
        let last = self.ids.len() - 1;
        self.ids.swap_remove(row);
        for column in self.columns.values_mut() {
            column.rows.swap_remove(row);
        }
        // The last part has moved into the gap.
        if let Some(moved) = self.ids.get(row)
            && let Some(place) = self.rows.find_mut(hash(*moved), |other| *other as usize == last)
        {
            *place = row as u32;
        }
        true
    }

    fn row_of(&self, id: ProductId) -> Option<usize> {
        let row = self.rows.find(hash(id), |row| self.ids.get(*row as usize) == Some(&id))?;
        Some(*row as usize)
    }

    /// What is known of a part; `None` when it is not here.
    pub(super) fn facts(&self, id: ProductId) -> Option<Facts> {
        let row = self.row_of(id)?;
        let known = |(key, column): (&FactKey, &Column)| Some((*key, column.at(row)?.clone()));
        Some(self.columns.iter().filter_map(known).collect())
    }

    /// The parts that a filter hides.
    pub(super) fn hidden(&self, filter: &Filter) -> Vec<ProductId> {
        let exclusions: Vec<Compiled<'_>> =
            filter.exclusions.iter().filter_map(|exclusion| self.compile(exclusion)).collect();
        if exclusions.is_empty() {
            return Vec::new();
        }
        let (mut hidden, mut marks) = (Vec::new(), Vec::new());
        for (chunk, ids) in self.ids.chunks(TOGETHER).enumerate() {
            marks.clear();
            marks.resize(ids.len(), false);
            exclusions.iter().for_each(|exclusion| exclusion.mark(chunk * TOGETHER, &mut marks));
            hidden.extend(ids.iter().zip(&marks).filter(|(_, mark)| **mark).map(|(id, _)| *id));
        }
        hidden
    }

    fn add(&mut self, id: ProductId) -> usize {
        let row = self.ids.len();
        self.ids.push(id);
        let ids = &self.ids;
        self.rows.insert_unique(hash(id), row as u32, |row| ids.get(*row as usize).map_or(0, |id| hash(*id)));
        for column in self.columns.values_mut() {
            column.rows.push_zero();
        }
        row
    }

    fn holds(&self, row: usize, facts: &Facts) -> bool {
        let known = self.columns.values().filter(|column| column.at(row).is_some()).count();
        let same = |(key, known): (FactKey, &Known)| {
            self.columns.get(&key).and_then(|column| column.at(row)) == Some(known)
        };
        known == facts.iter().count() && facts.iter().all(same)
    }

    /// The exclusion over this shelf's columns; `None` when no part of it can meet all conditions.
    fn compile(&self, exclusion: &Exclusion) -> Option<Compiled<'_>> {
        let mut tests = Vec::with_capacity(exclusion.conditions.len());
        for condition in &exclusion.conditions {
            match self.columns.get(&condition.key()) {
                Some(column) => tests.push((&column.rows, column.judge(condition))),
                None if condition.holds_for(None) => {}
                None => return None,
            }
        }
        Some(Compiled { tests })
    }
}

/// An exclusion as tests on the numbers of values: which rows hold them, and which numbers pass.
struct Compiled<'a> {
    tests: Vec<(&'a Numbers, Vec<bool>)>,
}

impl Compiled<'_> {
    /// Marks the rows that pass all tests, of those from a row on.
    fn mark(&self, from: usize, marks: &mut [bool]) {
        let mut all = [true; TOGETHER];
        for (rows, passes) in &self.tests {
            rows.keep(from, passes, &mut all);
        }
        marks.iter_mut().zip(all).for_each(|(mark, passed)| *mark |= passed);
    }
}

impl Column {
    fn empty(rows: usize) -> Self {
        Self { rows: Numbers::zeros(rows), ..Self::default() }
    }

    fn at(&self, row: usize) -> Option<&Known> {
        let number = self.rows.get(row)?;
        self.values.get(usize::from(number).checked_sub(1)?)
    }

    fn set(&mut self, row: usize, known: Option<&Known>) {
        let number = known.map_or(NOT_KNOWN, |known| self.number(known));
        self.rows.set(row, number);
    }

    fn number(&mut self, known: &Known) -> Number {
        let next = Number::try_from(self.values.len() + 1).unwrap_or(NOT_KNOWN);
        let bytes = bytes(known);
        if let Some(number) = self.number_of.get(&bytes) {
            return *number;
        }
        if next != NOT_KNOWN {
            self.number_of.insert(bytes, next);
            self.values.push(known.clone());
        }
        next
    }

    /// Whether the condition holds for each number, first of all for what is not known.
    fn judge(&self, condition: &Condition) -> Vec<bool> {
        let values = self.values.iter().map(|known| condition.holds_for(Some(&known.value)));
        std::iter::once(condition.holds_for(None)).chain(values).collect()
    }
}

/// Ids are random already.
fn hash(id: ProductId) -> u64 {
    let (high, low) = id.0.as_u64_pair();
    high ^ low
}

/// A value as bytes that no other value has.
fn bytes(known: &Known) -> Vec<u8> {
    let mut bytes = vec![known.origin as u8];
    match &known.value {
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
        compat::{Build, Chosen, Part},
        model::{Category, SpecKey, SpecValue, Specs},
    };
    use uuid::Uuid;

    use super::*;

    fn part(id: u128, category: Category, specs: &[(SpecKey, SpecValue)]) -> Chosen {
        let mut known = Specs::new();
        for (key, value) in specs {
            known.insert(*key, value.clone()).unwrap();
        }
        Chosen::new(&Part { id: ProductId(Uuid::from_u128(id)), category, name: String::new(), specs: known })
    }

    #[test]
    fn columns_hide_what_the_filter_hides_whatever_came_and_went() {
        let length = |mm: f64| vec![(SpecKey::Length, SpecValue::Number(mm))];
        let case = part(1, Category::Case, &[(SpecKey::MaxGpuLength, SpecValue::Number(300.0))]);
        let filter = Filter::of(&Build::default().with(case), Category::Gpu);
        let mut shelf = Shelf::default();
        let mut cards: HashMap<ProductId, Chosen> = HashMap::new();
        for (step, (id, mm)) in
            [(2, 310.0), (3, 290.0), (4, 0.0), (2, 280.0), (3, 320.0), (5, 330.0), (3, -1.0), (6, 301.0)]
                .into_iter()
                .enumerate()
        {
            let card = part(id, Category::Gpu, &if mm > 0.0 { length(mm) } else { Vec::new() });
            if mm < 0.0 {
                assert!(shelf.remove(card.id) && !shelf.remove(card.id));
                cards.remove(&card.id);
            } else {
                assert!(shelf.put(card.id, &card.facts) && !shelf.put(card.id, &card.facts));
                assert_eq!(shelf.facts(card.id).as_ref(), Some(&card.facts));
                cards.insert(card.id, card);
            }
            let mut hidden = shelf.hidden(&filter);
            let hides = |card: &&Chosen| filter.hides(&card.facts).is_some();
            let mut wanted: Vec<ProductId> = cards.values().filter(hides).map(|card| card.id).collect();
            hidden.sort();
            wanted.sort();
            assert_eq!(hidden, wanted, "after step {step}");
        }
    }
}
