//! "X for Y": Y is looked up in the catalogue, and the rules of `domain::compat` decide which X fit it.
//!
//! 1. Split the pieces at the link: X stands before it, Y behind it. A fact behind the link that X itself can have
//!    belongs to X (`gold` in `psu for rtx 5090 gold`).
//! 2. Find the category of X, from its name or its chip. Without a model, a fact or a name of a thing in Y, the
//!    words are searched as they stand.
//! 3. Resolve Y (`resolve`): the best-scored of the most popular products that match Y's words, in a category that
//!    the rules relate to X; else a model in the tables of `domain::compat` that the catalogue lacks
//!    (`model_tables.rs`).
//! 4. Put Y into a build of its own. `domain::compat::Filter` returns the conditions that exclude an X; a power
//!    supply also needs the wattage that the card's manufacturer suggests (`conditions`).
//! 5. Compile every condition on a fact that the index has into a filter on sets of values (`compile`). The filters
//!    become constraints of the query, and one chip names Y.
//!
//! "Y X" (`rtx 5090 psu`) is read the same way where no product has all of the words.
//!
//! Worked example: `cheapest psu for rtx 5090 under 90 kd`. X is `psu`, category PSU; Y is `rtx 5090`. The RTX 5090
//! that stands for Y suggests 1,000 W, so the condition excludes supplies below 1,000 W and the chip carries
//! `spec.psuWattage.min=1000`. Order and price stay constraints of their own.

use domain::{
    compat::{Build, Chosen, Condition, FactKey, Facts, Filter, Part},
    model::{Category, SpecKey, SpecKind, Specs},
};
use serde_json::{Value, json};

use super::{model_tables, reading};
use crate::{
    Filters, SearchConfig, SearchError, Sort, Understood, UnderstoodKind,
    collect::Walk,
    columns::Row,
    facet_plan::category_index,
    filter::{CompiledFilters, CompiledSpec},
    query::{
        expand::{Expander, Reach},
        matches::Matches,
        read::{Piece, Reading},
        unit::Unit,
    },
    score::{Product, Scorer},
    stored::Stored,
    view::{Place, View},
};

/// The product or chip that a part is wanted for.
struct Subject {
    part: Part,
    label: String,
}

/// Reads "X for Y" into conditions on X. Without a Y that the catalogue or the tables know, the reading stays as it
/// is.
pub(crate) fn apply(
    view: &View,
    config: &SearchConfig,
    mut reading: Reading,
) -> Result<Reading, SearchError> {
    let Some(span) = reading.intent.fit.take() else { return Ok(reading) };
    let (before, behind) = reading.pieces.split_at(span.first_piece.min(reading.pieces.len()));
    let mut before = before.to_vec();
    before.retain(|piece| piece.start != span.words.0);
    let named = before.iter().find_map(|piece| reading::category_of(piece, &config.lexicon));
    let category = named.or_else(|| before.iter().find_map(|piece| reading::kind_of(piece, &config.lexicon)));
    // `psu for rtx 5090 gold`: a fact that the wanted part can have itself describes that part.
    let (own, behind): (Vec<Piece>, Vec<Piece>) = behind
        .iter()
        .cloned()
        .partition(|piece| category.is_some_and(|category| is_own_fact(piece, category, config)));
    let described: Vec<Piece> = behind.iter().chain(&own).cloned().collect();
    before.extend(own);
    if !reading::is_subject(&behind, &reading.words, &config.lexicon) {
        before.extend(
            behind.into_iter().filter(|piece| reading::category_of(piece, &config.lexicon).is_none()),
        );
        return Ok(Reading { pieces: before, ..reading });
    }
    let words = reading.words.get(span.words.0..span.words.1).unwrap_or_default();
    let words = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    // `ram for b760 ddr4`: of the boards with that chipset, one that takes such memory.
    if described.len() > behind.len()
        && let Some(fitted) = fitted(view, config, &reading, before.clone(), described, words.clone())?
    {
        return Ok(fitted);
    }
    let fitted = fitted(view, config, &reading, before, behind, words)?;
    Ok(fitted.unwrap_or(reading))
}

/// Whether a piece is only a fact that products of the category have. A form factor belongs to the other part: a
/// case takes boards of one.
fn is_own_fact(piece: &Piece, category: Category, config: &SearchConfig) -> bool {
    let of_reading = piece.meaning.as_ref().and_then(|meaning| config.lexicon.readings.get(meaning.reading?));
    let keys = of_reading
        .into_iter()
        .filter(|reading| reading.category.is_none())
        .flat_map(|reading| &reading.specs);
    let mut keys = keys.map(|(key, _)| *key).chain(piece.facts.iter().map(|(key, _)| *key));
    let index = category_index(category);
    keys.any(|key| {
        let is_form = matches!(key, SpecKey::FormFactor | SpecKey::CaseFormFactor);
        !is_form && config.facets.places(key).any(|(other, _)| other == index)
    })
}

/// Reads "Y X" (`rtx 5090 psu`) the same way, where no product has all the words.
pub(crate) fn apply_reversed(
    view: &View,
    config: &SearchConfig,
    reading: &Reading,
) -> Result<Option<Reading>, SearchError> {
    if !reading.constraints.fits.is_empty() {
        return Ok(None);
    }
    let kinds =
        reading.pieces.iter().filter(|piece| reading::category_of(piece, &config.lexicon).is_some()).count();
    let is_subject = |piece: &&Piece| {
        let words = reading.words.get(piece.start..piece.end).unwrap_or_default();
        let is_quantity = words.iter().any(|word| word.quantity.is_some());
        // `12th gen intel motherboard`: a described kind of part beside another kind.
        let is_described = reading::is_described(piece, &config.lexicon) && kinds > 1;
        let is_kind = reading::category_of(piece, &config.lexicon).is_some();
        (!is_kind || is_described) && !piece.is_optional && !is_quantity
    };
    let (subject, rest): (Vec<Piece>, Vec<Piece>) =
        reading.pieces.iter().cloned().partition(|piece| is_subject(&piece));
    if !reading::is_subject(&subject, &reading.words, &config.lexicon) {
        return Ok(None);
    }
    let words =
        subject.iter().flat_map(|piece| reading.words.get(piece.start..piece.end).unwrap_or_default());
    let words = words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    fitted(view, config, reading, rest, subject, words)
}

/// Returns the reading with conditions in place of the subject's pieces; `None` where the subject is unknown.
fn fitted(
    view: &View,
    config: &SearchConfig,
    reading: &Reading,
    pieces: Vec<Piece>,
    subject: Vec<Piece>,
    words: String,
) -> Result<Option<Reading>, SearchError> {
    let named = pieces.iter().find_map(|piece| reading::category_of(piece, &config.lexicon));
    let of_chip = || pieces.iter().find_map(|piece| reading::kind_of(piece, &config.lexicon));
    let Some(category) = named.or_else(of_chip) else { return Ok(None) };
    let Some(subject) = resolve(view, config, reading, subject, category)? else { return Ok(None) };
    let conditions = conditions(&subject.part, category);
    // `ram b550 motherboard`: the other category is the subject's.
    let of_subject = Some(subject.part.category).filter(|own| *own != category);
    let is_own =
        |piece: &Piece| of_subject.is_none() || reading::category_of(piece, &config.lexicon) != of_subject;
    let pieces = pieces.into_iter().filter(is_own).collect();
    let mut out = Reading { pieces, ..reading.clone() };
    let mut filter = Vec::new();
    for condition in &conditions {
        let Some(spec) = compile(view, config, category, condition) else { continue };
        out.constraints.fits.push(spec);
        filter.extend(wire(condition));
    }
    out.understood.push(Understood { kind: UnderstoodKind::Fit, label: subject.label, words, filter });
    Ok(Some(out))
}

/// Returns the categories that rules relate to this one.
fn partners(category: Category) -> &'static [Category] {
    use Category::{Case, CaseFan, Cpu, CpuCooler, Gpu, Monitor, Motherboard, Psu, Ram, Storage};
    match category {
        Motherboard => &[Cpu, Ram, Case, Gpu, CpuCooler, Storage],
        Cpu => &[Motherboard, Gpu, Ram, CpuCooler],
        Ram => &[Motherboard, Cpu],
        Psu => &[Gpu, Cpu, Case, Motherboard],
        Case => &[Gpu, Motherboard, CpuCooler, Psu, Cpu],
        CpuCooler => &[Cpu, Motherboard, Case],
        Gpu => &[Case, Psu, Cpu, Motherboard, Monitor],
        Storage => &[Motherboard, Case],
        CaseFan => &[Case],
        Monitor => &[Gpu],
        _ => &[],
    }
}

/// Returns the best product of a partner category that matches the subject's words, else a model of the tables.
fn resolve(
    view: &View,
    config: &SearchConfig,
    reading: &Reading,
    pieces: Vec<Piece>,
    category: Category,
) -> Result<Option<Subject>, SearchError> {
    let partners = partners(category);
    if partners.is_empty() {
        return Ok(None);
    }
    let subject = Reading { pieces, ..reading.clone() };
    let units = Expander { view, config, reach: Reach::default() }.units(&subject)?;
    let required: Vec<&Unit> = units.iter().filter(|unit| !unit.is_optional).collect();
    let matches = Matches::of(view, &required, None)?;
    let filters = Filters { categories: partners.to_vec(), ..Filters::default() };
    let filters = CompiledFilters::compile(&filters, &view.vocabulary, config)?;
    let walk = Walk {
        to_the_end: false,
        view,
        config,
        matches: Some(&matches),
        filters: &filters,
        hide: None,
        sort: Sort::Relevance,
        keep: config.ranking.limits.window,
    };
    let found = walk.run(None)?.first;
    let scorer = Scorer::new(view, config, &units, &[]);
    let mut product = Product::default();
    let scored = found.iter().map(|place| (scorer.score(*place, &mut product), *place));
    let best = scored.reduce(|best, other| if other.0 > best.0 { other } else { best });
    match best {
        Some((_, place)) => subject_at(view, config, place, &subject).map(Some),
        None => Ok(subject_in_tables(&subject, partners)),
    }
}

/// Returns the model that the words name although no product is one.
fn subject_in_tables(subject: &Reading, partners: &[Category]) -> Option<Subject> {
    let required = subject.pieces.iter().filter(|piece| !piece.is_optional);
    let words = required.flat_map(|piece| subject.words.get(piece.start..piece.end).unwrap_or_default());
    let label = words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let part = model_tables::part(&label, partners)?;
    Some(Subject { part, label: label.to_uppercase() })
}

fn subject_at(
    view: &View,
    config: &SearchConfig,
    place: Place,
    subject: &Reading,
) -> Result<Subject, SearchError> {
    let bytes = view.stored(place)?;
    let stored = Stored::decode(&bytes)?;
    let row = view.row(place);
    let category = Category::ALL.get(usize::from(row.category)).copied().unwrap_or(Category::Other);
    let specs = specs_of(view, config, row);
    let chip = specs.text(SpecKey::GpuChipset).map(str::to_owned);
    let fact = subject.pieces.iter().find_map(|piece| piece.facts.first().map(|(_, value)| value.clone()));
    let label = chip.or(fact).unwrap_or_else(|| stored.name.to_owned());
    let part = Part { id: stored.id, category, name: stored.name.to_owned(), specs };
    Ok(Subject { part, label })
}

/// Returns the facts of a row, as specs.
fn specs_of(view: &View, config: &SearchConfig, row: Row<'_>) -> Specs {
    let category = usize::from(row.category);
    let mut specs = Specs::new();
    for (slot, plan) in config.facets.slots(category).iter().enumerate() {
        let texts = view.vocabulary.slot(category, slot).and_then(|vocabulary| {
            let set = vocabulary.sets.get(usize::from(row.slot(slot as u8)))?;
            Some(
                set.iter()
                    .filter_map(|number| vocabulary.values.get(usize::from(*number)))
                    .map(|value| value.text.as_str())
                    .collect(),
            )
        });
        put(&mut specs, plan.key, texts.unwrap_or_default());
    }
    specs
}

/// Adds a fact's texts to specs; a text that the spec does not accept is left out.
fn put(specs: &mut Specs, key: SpecKey, texts: Vec<&str>) {
    let Some(first) = texts.first() else { return };
    let value = match key.kind() {
        SpecKind::Integer(..) | SpecKind::Number(..) => {
            first.parse::<f64>().ok().map_or(Value::Null, |number| {
                if number.fract() == 0.0 { json!(number as i64) } else { json!(number) }
            })
        }
        SpecKind::Flag => json!(*first == "true"),
        SpecKind::Text if texts.len() == 1 => json!(first),
        SpecKind::Text | SpecKind::List => json!(texts),
    };
    // A value that the catalogue itself holds is never refused; any other counts as unknown.
    let _ = specs.insert_json(key, &value);
}

/// Returns the conditions that exclude a part of the category beside the subject; for power supplies also the
/// wattage that the card's manufacturer suggests. An exclusion of several conditions is no single filter and is
/// left out.
fn conditions(subject: &Part, category: Category) -> Vec<Condition> {
    let chosen = Chosen::new(subject);
    let suggested = chosen.facts.number(SpecKey::SuggestedPsu).filter(|_| category == Category::Psu);
    let build = Build::default().with(chosen);
    let exclusions = Filter::for_category(&build, category).exclusions;
    let single = exclusions.into_iter().filter_map(|exclusion| match exclusion.conditions.as_slice() {
        [one] => Some(one.clone()),
        _ => None,
    });
    let suggested =
        suggested.map(|limit| Condition::Below { key: FactKey::Spec(SpecKey::PsuWattage), limit });
    // Desktop boards and processors take no notebook modules; no rule says so where the board's form is unknown.
    let modules = (category == Category::Ram).then(|| {
        let words = vec!["SO-DIMM".to_owned()];
        Condition::AnyOf { key: FactKey::Spec(SpecKey::FormFactor), words }
    });
    single.chain(suggested).chain(modules).collect()
}

/// Compiles a condition: the sets of values that it does not exclude pass. An unknown value may not fit, so it does
/// not pass. `None` where the index lacks the fact, or no set passes.
fn compile(
    view: &View,
    config: &SearchConfig,
    category: Category,
    condition: &Condition,
) -> Option<CompiledSpec> {
    let FactKey::Spec(key) = condition.key() else { return None };
    if matches!(condition, Condition::Unknown { .. }) {
        return None;
    }
    let index = category_index(category);
    let (_, slot) = config.facets.places(key).find(|(other, _)| *other == index)?;
    let vocabulary = view.vocabulary.slot(index, slot)?;
    let passes = |set: &Vec<u16>| {
        let texts = set.iter().filter_map(|number| vocabulary.values.get(usize::from(*number)));
        let mut specs = Specs::new();
        put(&mut specs, key, texts.map(|value| value.text.as_str()).collect());
        let facts = Facts::read(category, "", &specs);
        facts.get(key).is_some_and(|known| !condition.holds_for(Some(&known.value)))
    };
    let sets: Vec<bool> = vocabulary.sets.iter().map(passes).collect();
    // A fact that no product has would leave nothing.
    if !sets.contains(&true) {
        return None;
    }
    let mut allowed = vec![None; Category::ALL.len()];
    *allowed.get_mut(index)? = Some((slot, sets));
    Some(CompiledSpec { key, allowed })
}

/// Returns the condition as a filter of the API, for the chip.
fn wire(condition: &Condition) -> Option<(String, Vec<String>)> {
    match condition {
        Condition::NoneOf { key, words } => Some((format!("spec.{}", key.as_str()), words.clone())),
        Condition::Below { key, limit } => {
            Some((format!("spec.{}.min", key.as_str()), vec![limit.to_string()]))
        }
        Condition::Above { key, limit } => {
            Some((format!("spec.{}.max", key.as_str()), vec![limit.to_string()]))
        }
        _ => None,
    }
}
