//! A **sound** build is one that a technician would sign. Beside the use's minimum and the rules of compatibility, its
//! parts keep bounds that the utility does not count (`config/budget/uses.toml`, `[sound]`):
//!
//! - memory and storage from–to, by use, and the efficiency of a supply by its size: conditions on single parts
//!   ([`is_sound_part`]);
//! - floors of cooler and board by the processor, of the case by the graphics card (its price, its places for fans, the
//!   length that it leaves), and of the processor by the card that it has to feed: conditions on pairs
//!   ([`is_sound_pair`]);
//! - the size of the supply by the whole build ([`super::supply`]).
//!
//! A fixed part is the shopper's own decision: the bounds hold for the parts that are chosen beside it.
//!
//! A part that does not state the measure that decides needs a higher price step than one that does.
//!
//! **Dominance.** A cheaper part may fail a floor of price. So a part dominates another one only if it asks no more
//! ([`Ask`]) and serves no less: prices count in steps ([`SoundTable::price_step`]), of which a dominating part has at
//! least as many. The size of the supply has an upper bound, so a part that draws less may refuse a supply that the other
//! takes: both must draw the same ([`SoundFacts::power`]).

use super::{
    sound_table::{SoundTable, Soundness},
    uses::Use,
    utility::{Contribution, efficiency_rank, whole},
};
use crate::{
    compat::{FactKey, ParsedPart, small_part_watts},
    model::{Category, SpecKey, Specs},
};

/// The step, in thousandths of the reference, by which processors are told apart where a card asks for one. A coarse one
/// leaves dominance among cards of nearly the same index.
const PROCESSOR_STEP: i64 = 100;
/// The class of a case that does not state its places: it serves every ask for them, but at a higher price.
const UNSTATED: i64 = i64::MAX;

/// The least that a processor or graphics card asks of a part beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub(super) struct Ask {
    /// Of a board the class of its chipset, of a case the length of a place for fans in mm, of a processor its index in
    /// steps.
    class: i64,
    /// The price step of a part that states its rating, and of one that does not.
    rated_step: i64,
    unrated_step: i64,
}

/// The values of a choice that the bounds read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct SoundFacts {
    /// Whether the bounds hold for this choice.
    pub is_bound: bool,
    /// The price step of a cooler, board or case.
    step: i64,
    /// The class that an [`Ask`] compares.
    class: i64,
    /// Whether a cooler states its rating, and a case its places and its room for a card; others count as rated.
    is_rated: bool,
    /// The length of a card, or of the longest one in a case, in mm; `None` where it is not known.
    length: Option<i64>,
    /// The asks of a processor (cooler, board) or a graphics card (case, processor).
    asks: [Ask; 2],
    /// The figures of the recommended supply: watts, TDP, suggested supply and small watts, in hundredths.
    power: [i64; 4],
}

/// The part of the table that a search reads: the bounds of a use at a stage.
#[derive(Debug, Clone, Copy)]
pub(super) struct SoundBounds<'t> {
    pub table: &'t SoundTable,
    pub build_use: &'t Use,
    pub stage: Soundness,
}

/// Capacities that the request itself asks for: then the use's range does not apply.
#[derive(Debug, Clone, Copy)]
pub(super) struct AskedCapacities {
    pub memory: bool,
    pub storage: bool,
}

impl SoundBounds<'_> {
    /// Whether a part keeps the bounds on single parts. An unknown value keeps none.
    pub(super) fn is_sound_part(&self, part: &ParsedPart, specs: &Specs, asked: AskedCapacities) -> bool {
        let within = |[from, to]: [i64; 2], value: Option<f64>| {
            value.map(whole).is_some_and(|value| (from..=to).contains(&value))
        };
        match part.category {
            Category::Ram if self.stage.has_capacities() && !asked.memory => {
                within(self.build_use.bounds.memory, part.facts.number(SpecKey::RamCapacity))
            }
            Category::Storage if self.stage.has_capacities() && !asked.storage => {
                within(self.build_use.bounds.storage, specs.number(SpecKey::StorageCapacity))
            }
            Category::Psu if self.stage.has_floors() => {
                let watts = part.facts.number(SpecKey::PsuWattage).map_or(0, whole);
                efficiency_rank(specs) >= self.table.efficiency_floor(watts)
            }
            _ => true,
        }
    }

    /// Returns the values of a part at a price in fils. `is_open`: the part is not a fixed one.
    pub(super) fn read(
        &self,
        part: &ParsedPart,
        contribution: &Contribution,
        price: i64,
        is_open: bool,
    ) -> SoundFacts {
        let mut facts =
            SoundFacts { is_bound: is_open && self.binds(part.category), ..SoundFacts::default() };
        if self.stage.has_supply() {
            facts.power = power(part);
        }
        if self.stage.has_floors() {
            self.read_floors(part, contribution, price, &mut facts);
        }
        facts
    }

    /// Returns the values of the choice of no part.
    pub(super) fn read_absent(&self, category: Category) -> SoundFacts {
        SoundFacts { is_bound: self.binds(category), ..SoundFacts::default() }
    }

    /// Whether this stage bounds the parts of a category.
    fn binds(&self, category: Category) -> bool {
        match category {
            Category::Cpu | Category::CpuCooler | Category::Motherboard | Category::Case => {
                self.stage.has_floors()
            }
            Category::Psu => self.stage.has_supply(),
            _ => false,
        }
    }

    fn read_floors(
        &self,
        part: &ParsedPart,
        contribution: &Contribution,
        price: i64,
        facts: &mut SoundFacts,
    ) {
        let watts = part.facts.number(FactKey::Watts).map_or(0, whole);
        let step = |percent: i64| self.table.price_step(price.saturating_mul(percent) / 100);
        let mm = |key: SpecKey| part.facts.number(key).map(whole);
        match part.category {
            Category::Cpu => {
                let cooler = self.table.cooler_floor(watts).map(|floor| Ask {
                    class: 0,
                    rated_step: step(floor.rated_percent),
                    unrated_step: step(floor.unrated_percent),
                });
                let board = self.table.board_floor(watts).map(|floor| {
                    let step = step(floor.percent);
                    Ask { class: floor.class, rated_step: step, unrated_step: step }
                });
                facts.asks = [cooler.unwrap_or_default(), board.unwrap_or_default()];
                (facts.class, facts.is_rated) = (contribution.processor / PROCESSOR_STEP, true);
            }
            Category::Gpu => {
                let case = self.table.case_floor(watts).map(|floor| Ask {
                    class: floor.place,
                    rated_step: step(floor.stated_percent),
                    unrated_step: step(floor.unstated_percent),
                });
                facts.asks = [case.unwrap_or_default(), self.ask_for_processor(contribution.graphics)];
                facts.length = mm(SpecKey::Length);
            }
            Category::CpuCooler => {
                facts.step = self.table.price_step(price);
                facts.is_rated = part.facts.number(SpecKey::CoolerTdp).is_some();
            }
            Category::Motherboard => {
                (facts.step, facts.is_rated) = (self.table.price_step(price), true);
                facts.class = chipset_class(part.facts.word(SpecKey::MotherboardChipset));
            }
            Category::Case => {
                facts.step = self.table.price_step(price);
                facts.length = mm(SpecKey::MaxGpuLength);
                let place = largest_place(part);
                facts.is_rated = place.is_some() && facts.length.is_some();
                facts.class = place.filter(|_| facts.is_rated).unwrap_or(UNSTATED);
            }
            _ => {}
        }
    }

    /// Returns the index of the processor that feeds a card of this index. What every processor of the use has is not asked.
    fn ask_for_processor(&self, graphics: i64) -> Ask {
        let needed = self.build_use.bounds.balance.map_or(0, |percent| graphics * 100 / percent.max(1));
        let is_asked = needed > self.build_use.minimum.processor;
        Ask { class: if is_asked { needed / PROCESSOR_STEP } else { 0 }, ..Ask::default() }
    }

    /// Whether two choices keep the bounds on pairs, each given with its category.
    pub(super) fn is_sound_pair(&self, a: (Category, &SoundFacts), b: (Category, &SoundFacts)) -> bool {
        let serves_either = |asking: (Category, &SoundFacts), serving: (Category, &SoundFacts)| {
            let Some(ask) = asking.1.ask_of(asking.0, serving.0) else { return true };
            !serving.1.is_bound || serving.1.serves(ask) && self.has_room(asking.1, serving.1)
        };
        serves_either(a, b) && serves_either(b, a)
    }

    /// Whether a case leaves the margin beside a card, where both lengths are known.
    fn has_room(&self, card: &SoundFacts, case: &SoundFacts) -> bool {
        let lengths = card.length.zip(case.length);
        lengths.is_none_or(|(card, case)| card + self.build_use.bounds.case_margin <= case)
    }
}

impl SoundFacts {
    /// Returns what a part asks of the parts of another category; `None` where it asks nothing.
    pub(super) fn ask_of(&self, own: Category, other: Category) -> Option<Ask> {
        let [first, second] = self.asks;
        match (own, other) {
            (Category::Cpu, Category::CpuCooler) | (Category::Gpu, Category::Case) => Some(first),
            (Category::Cpu, Category::Motherboard) | (Category::Gpu, Category::Cpu) => Some(second),
            _ => None,
        }
    }

    fn serves(&self, ask: Ask) -> bool {
        let step = if self.is_rated { ask.rated_step } else { ask.unrated_step };
        self.class >= ask.class && self.step >= step
    }

    /// Whether this part keeps every bound beside all parts beside which the other one does.
    pub(super) fn is_as_sound(&self, other: &SoundFacts) -> bool {
        let asks_no_more = |(own, other): (&Ask, &Ask)| {
            own.class <= other.class
                && own.rated_step <= other.rated_step
                && own.unrated_step <= other.unrated_step
        };
        self.step >= other.step
            && self.class >= other.class
            && self.is_rated >= other.is_rated
            && self.asks.iter().zip(&other.asks).all(asks_no_more)
            && self.power == other.power
    }
}

/// Returns the length in mm of a case's largest place for a radiator, which takes fans as well; `None` where it states no
/// place.
fn largest_place(case: &ParsedPart) -> Option<i64> {
    let places = case.facts.words(SpecKey::RadiatorSupport)?;
    places.iter().filter_map(|place| place.split(' ').next_back()?.parse().ok()).max()
}

/// Returns the class of a chipset by its name: 1 for the entry-level ones of both manufacturers (`A620`, `H610`) and where
/// it is not known, 2 for all others.
fn chipset_class(chipset: Option<&str>) -> i64 {
    let Some(chipset) = chipset else { return 1 };
    let is_entry = chipset.starts_with('A') || chipset.starts_with('H') && chipset.ends_with("10");
    if is_entry { 1 } else { 2 }
}

/// Returns the figures of a part from which the recommended supply is computed, in hundredths.
fn power(part: &ParsedPart) -> [i64; 4] {
    let hundredths = |number: Option<f64>| number.map_or(-1, |number| whole(number * 100.0));
    let fact = |key: FactKey| hundredths(part.facts.number(key));
    match part.category {
        Category::Cpu | Category::Gpu => {
            [fact(FactKey::Watts), fact(SpecKey::Tdp.into()), fact(SpecKey::SuggestedPsu.into()), 0]
        }
        Category::Psu => [fact(SpecKey::PsuWattage.into()), 0, 0, 0],
        Category::Ram => [fact(SpecKey::Voltage.into()), 0, 0, hundredths(Some(small_part_watts(part)))],
        _ => [0, 0, 0, hundredths(Some(small_part_watts(part)))],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        budget::uses::{UseKey, Uses},
        compat::Part,
        model::ProductId,
    };

    fn bounds(use_key: UseKey) -> SoundBounds<'static> {
        let uses = Uses::embedded().expect("the table");
        let build_use = uses.get(use_key).expect("the use");
        SoundBounds { table: &uses.sound, build_use, stage: Soundness::Full }
    }

    /// Reads a part at a price in dinars, with the index of a processor or card.
    fn read(use_key: UseKey, category: Category, specs: &Value, dinars: i64, index: i64) -> SoundFacts {
        let (specs, refused) = Specs::from_json(specs.as_object().expect("specs"));
        assert!(refused.is_empty(), "{refused:?}");
        let part = Part { id: ProductId::random(), category, name: String::new(), specs };
        let contribution = match category {
            Category::Cpu => Contribution { processor: index, ..Contribution::default() },
            _ => Contribution { graphics: index, ..Contribution::default() },
        };
        bounds(use_key).read(&ParsedPart::new(&part), &contribution, dinars * 1_000, true)
    }

    #[test]
    fn case_has_airflow_and_room_for_a_hot_card_or_costs_more() {
        let use_key = UseKey::Gaming1440p;
        let card = json!({"gpuChipset": "GeForce RTX 5080", "length": 320});
        let card = read(use_key, Category::Gpu, &card, 400, 1_500);
        let is_sound = |specs: &Value, dinars: i64| {
            let case = read(use_key, Category::Case, specs, dinars, 0);
            bounds(use_key).is_sound_pair((Category::Gpu, &card), (Category::Case, &case))
        };
        let stated = json!({"maxGpuLength": 400, "radiatorSupport": ["front 360", "rear 120"]});
        assert!(is_sound(&stated, 20) && !is_sound(&stated, 10));
        // A case that states no places, or no room, needs the price of a better one.
        for unstated in [json!({"maxGpuLength": 400}), json!({"radiatorSupport": ["front 360"]})] {
            assert!(!is_sound(&unstated, 20) && is_sound(&unstated, 32), "{unstated}");
        }
        assert!(!is_sound(&json!({"maxGpuLength": 400, "radiatorSupport": ["rear 120"]}), 90));
        // The margin of the use is left beside the card.
        let close = |length: i64| json!({"maxGpuLength": length, "radiatorSupport": ["front 360"]});
        assert!(is_sound(&close(330), 32) && !is_sound(&close(329), 32));
    }

    #[test]
    fn processor_feeds_the_card_of_a_sound_build() {
        let is_sound = |use_key: UseKey, processor: i64, graphics: i64| {
            let cpu = read(use_key, Category::Cpu, &json!({}), 60, processor);
            let card = read(use_key, Category::Gpu, &json!({}), 300, graphics);
            bounds(use_key).is_sound_pair((Category::Cpu, &cpu), (Category::Gpu, &card))
        };
        assert!(is_sound(UseKey::Gaming1440p, 800, 2_150) && !is_sound(UseKey::Gaming1440p, 690, 2_150));
        // At a higher resolution the same processor feeds a faster card.
        assert!(is_sound(UseKey::Gaming4k, 700, 2_150) && is_sound(UseKey::Rendering, 500, 4_000));
        // The use's minimum alone holds for cards that every processor of the use feeds.
        assert!(is_sound(UseKey::Gaming1080p, 350, 750));
    }

    #[test]
    fn part_that_states_less_never_replaces_one_that_states_more() {
        let use_key = UseKey::Gaming1440p;
        let stated = json!({"maxGpuLength": 400, "radiatorSupport": ["front 360"]});
        let [stated, unstated] =
            [stated, json!({"maxGpuLength": 400})].map(|specs| read(use_key, Category::Case, &specs, 40, 0));
        assert!(!unstated.is_as_sound(&stated) && !stated.is_as_sound(&unstated));
        assert!(stated.is_as_sound(&stated) && unstated.is_as_sound(&unstated));
    }

    #[test]
    fn entry_level_chipsets_are_told_by_their_names() {
        for (chipset, class) in [
            (Some("A620"), 1),
            (Some("H610"), 1),
            (Some("H810"), 1),
            (Some("H770"), 2),
            (Some("B650E"), 2),
            (Some("Z890"), 2),
            (None, 1),
        ] {
            assert_eq!(chipset_class(chipset), class, "{chipset:?}");
        }
    }
}
