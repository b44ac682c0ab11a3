//! Which products do not fit a build: the rules' filters over the facts of every part, which the follower keeps.

mod index;
mod numbers;

use std::{
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard, Weak},
};

use domain::{
    compat::{Build, Chosen, Exclusion, Filter, Part},
    model::{Category, Product, ProductId},
};
use indexer::{Class, ClassRows, Classifier, ProductSet, Reason};
use moka::future::Cache;

use self::index::{FitIndex, NO_CLASS};

/// Memory of the answers that are kept. A shopper asks again and again with one build while filtering.
const KEPT_BYTES: u64 = 8 << 20;
/// What an answer takes beside a byte a class and a bit a product.
const ANSWER_BYTES: usize = 500;

/// The facts of every part that the rules speak of. Clones share it.
#[derive(Clone)]
pub struct PartFacts {
    table: Arc<RwLock<PartTable>>,
    answers: Cache<Question, Answer>,
}

#[derive(Default)]
struct PartTable {
    /// The index's rows by the classes of the fit indexes; `None` before the parts were read.
    rows: Option<Arc<ClassRows>>,
    /// Counts up whenever a fact changes: answers of before are not found again.
    version: u64,
    /// The version in which all parts were read: the classes of before mean nothing any more.
    read_in: u64,
    by_category: HashMap<Category, FitIndex>,
}

/// Says of which class products are, as long as their classes are those of one reading.
struct FitClassifier {
    table: Weak<RwLock<PartTable>>,
    read_in: u64,
}

/// Products that do not fit beside a build, with the exclusions that say why.
#[derive(Clone)]
pub struct Misfits {
    pub products: Arc<ProductSet>,
    exclusions: Arc<[Exclusion]>,
}

impl Misfits {
    /// Exclusion that a reason in `products` stands for.
    pub fn exclusion(&self, reason: Reason) -> Option<&Exclusion> {
        self.exclusions.get(usize::from(reason).checked_sub(1)?)
    }
}

#[derive(Clone)]
struct Answer {
    misfits: Misfits,
    /// About, in memory.
    bytes: u32,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Question {
    version: u64,
    build: Vec<ProductId>,
    categories: Vec<Category>,
}

impl Default for PartFacts {
    fn default() -> Self {
        let weigh = |_: &Question, answer: &Answer| answer.bytes;
        Self {
            table: Arc::default(),
            answers: Cache::builder().max_capacity(KEPT_BYTES).weigher(weigh).build(),
        }
    }
}

/// A product's facts as the rules read them; `None` for what no rule speaks of.
pub fn part(product: &Product) -> Option<Chosen> {
    use Category::{Headset, Keyboard, Mouse, Other};
    if matches!(product.category, Keyboard | Mouse | Headset | Other) {
        return None;
    }
    Some(Chosen::new(&Part {
        id: product.id,
        category: product.category,
        name: product.name.clone(),
        specs: product.specs.clone(),
    }))
}

impl PartFacts {
    /// Whether the parts were read at all.
    pub fn is_loaded(&self) -> bool {
        self.read().rows.is_some()
    }

    /// Takes these in place of all that was known.
    pub fn replace(&self, PartTableDraft(new): PartTableDraft) {
        let mut table = self.write();
        let version = table.version + 1;
        let reading = FitClassifier { table: Arc::downgrade(&self.table), read_in: version };
        let rows = Some(Arc::new(ClassRows::new(reading)));
        *table = PartTable { rows, version, read_in: version, by_category: new.by_category };
        // They would keep what they know of the rows.
        self.answers.invalidate_all();
    }

    /// Takes what became of some products: their facts, or `None` for those that are gone.
    pub fn update(&self, changes: Vec<(ProductId, Option<Chosen>)>) {
        let mut table = self.write();
        for (id, part) in changes {
            table.update(id, part);
        }
    }

    /// What does not fit beside the build, of some categories or (when none is named) of all. Products of the build
    /// that are not known are left out of it. `None` before the parts were read.
    pub async fn find_misfits(&self, build: &[ProductId], categories: &[Category]) -> Option<Misfits> {
        let question = self.question(build, categories)?;
        if let Some(answer) = self.answers.get(&question).await {
            return Some(answer.misfits);
        }
        let answer = self.read().answer(&question)?;
        self.answers.insert(question, answer.clone()).await;
        Some(answer.misfits)
    }

    /// Parts with the facts that the rules read, in the order of the ids; unknown ids are left out. `None`
    /// before the parts were read.
    pub fn find(&self, ids: impl IntoIterator<Item = ProductId>) -> Option<Vec<Chosen>> {
        let table = self.read();
        table.rows.is_some().then(|| ids.into_iter().filter_map(|id| table.find(id)).collect())
    }

    fn question(&self, build: &[ProductId], categories: &[Category]) -> Option<Question> {
        let table = self.read();
        let (mut build, mut categories) = (build.to_vec(), categories.to_vec());
        build.sort_unstable();
        categories.sort_unstable();
        table.rows.is_some().then_some(Question { version: table.version, build, categories })
    }

    fn read(&self) -> RwLockReadGuard<'_, PartTable> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, PartTable> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Parts that are being read: packed as they come, because all of them unpacked are many times as large.
#[derive(Default)]
pub struct PartTableDraft(PartTable);

impl PartTableDraft {
    /// Takes what became of some products: their facts, or `None` for those that are gone.
    pub fn update(&mut self, changes: impl IntoIterator<Item = (ProductId, Option<Chosen>)>) {
        changes.into_iter().for_each(|(id, part)| self.0.update(id, part));
    }
}

impl Extend<Chosen> for PartTableDraft {
    fn extend<T: IntoIterator<Item = Chosen>>(&mut self, parts: T) {
        for part in parts {
            self.0.by_category.entry(part.category).or_default().put(part.id, &part.facts);
        }
    }
}

impl FromIterator<Chosen> for PartTableDraft {
    fn from_iter<T: IntoIterator<Item = Chosen>>(parts: T) -> Self {
        let mut draft = Self::default();
        draft.extend(parts);
        draft
    }
}

impl PartTable {
    fn find(&self, id: ProductId) -> Option<Chosen> {
        self.by_category.iter().find_map(|(category, index)| {
            let facts = index.facts(id)?;
            Some(Chosen { id, category: *category, name: String::new(), quantity: 1, facts })
        })
    }

    fn update(&mut self, id: ProductId, part: Option<Chosen>) {
        let category = part.as_ref().map(|part| part.category);
        let mut changed = false;
        for (other, index) in &mut self.by_category {
            changed |= Some(*other) != category && index.remove(id);
        }
        if let Some(part) = part {
            changed |= self.by_category.entry(part.category).or_default().put(id, &part.facts);
        }
        // Most changes are of prices, which no rule asks about: the answers given stay true.
        self.version += u64::from(changed);
    }

    fn answer(&self, question: &Question) -> Option<Answer> {
        let chosen = question.build.iter().filter_map(|id| self.find(*id));
        let build = chosen.fold(Build::default(), |build, part| build.with(part));
        let asked = |(category, _): &(&Category, &FitIndex)| {
            question.categories.is_empty() || question.categories.contains(category)
        };
        let mut bytes = ANSWER_BYTES;
        let mut exclusions = Vec::new();
        let hidden = self.by_category.iter().filter(asked).map(|(category, index)| {
            let filter = Filter::for_category(&build, *category);
            let hidden = index.hide_classes(&filter, exclusions.len() + 1);
            exclusions.extend(filter.exclusions);
            bytes += hidden.len() + index.len() / 8;
            (*category, hidden)
        });
        let products = Arc::new(ProductSet::new(Arc::clone(self.rows.as_ref()?), hidden));
        let misfits = Misfits { products, exclusions: exclusions.into() };
        Some(Answer { misfits, bytes: u32::try_from(bytes).unwrap_or(u32::MAX) })
    }
}

impl Classifier for FitClassifier {
    fn version(&self) -> u64 {
        self.table.upgrade().map_or(0, |table| table.read().unwrap_or_else(PoisonError::into_inner).version)
    }

    fn classify(&self, category: Category, products: &[u64]) -> (u64, Vec<Class>) {
        let Some(table) = self.table.upgrade() else { return (0, vec![NO_CLASS; products.len()]) };
        let table = table.read().unwrap_or_else(PoisonError::into_inner);
        let index = table.by_category.get(&category).filter(|_| table.read_in == self.read_in);
        let class = |product: &u64| index.map_or(NO_CLASS, |index| index.class_of(*product));
        (table.version, products.iter().map(class).collect())
    }
}
