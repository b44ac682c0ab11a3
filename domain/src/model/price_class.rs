use super::{Category, SpecKey, SpecValue, Specs};

/// Separates the category and the facts. No fact contains it.
const SEPARATOR: char = '\u{1f}';

/// Offers of one kind of part, whose prices are comparable: a category with the facts that decide most about the price,
/// such as graphics cards with the chip RTX 5070 and 12 GB. Without the last facts it is a wider class; the category
/// alone is wider still; all parts are the widest.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PriceClass(String);

impl PriceClass {
    /// The class of all parts.
    pub const ANY_PART: &'static str = "";

    /// Returns the facts that make the class of a category, the one that says most about the price first.
    pub const fn keys(category: Category) -> &'static [SpecKey] {
        use SpecKey as K;
        match category {
            Category::Cpu => &[K::CpuChipset],
            Category::Gpu => &[K::GpuChipset, K::GpuVram],
            Category::Motherboard => &[K::MotherboardChipset],
            Category::Ram => &[K::RamType, K::RamCapacity],
            Category::Storage => &[K::StorageKind, K::StorageCapacity],
            Category::Psu => &[K::PsuWattage],
            Category::CpuCooler => &[K::CoolerType, K::RadiatorSize],
            Category::CaseFan => &[K::FanSize, K::FanQuantity],
            Category::Monitor => &[K::Resolution, K::ScreenSize],
            Category::Case | Category::Keyboard | Category::Mouse | Category::Headset | Category::Other => {
                &[]
            }
        }
    }

    /// Returns the class of an offer with these facts. Facts after the first unknown one do not count. `None` for
    /// [`Category::Other`]: what is no part has no comparable prices.
    pub fn of(category: Category, specs: &Specs) -> Option<Self> {
        Self::with_facts(category, Self::keys(category).iter().map(|key| specs.get(*key)))
    }

    /// As [`Self::of`], with the values of [`Self::keys`] in their order.
    pub fn with_facts<'a>(
        category: Category,
        values: impl IntoIterator<Item = Option<&'a SpecValue>>,
    ) -> Option<Self> {
        if category == Category::Other {
            return None;
        }
        let mut class = category.as_str().to_owned();
        for (key, value) in Self::keys(category).iter().zip(values) {
            let Some(fact) = value.and_then(|value| fact(*key, value)) else { break };
            class.push(SEPARATOR);
            class.push_str(&fact);
        }
        Some(Self(class))
    }

    /// Returns the class and the wider ones, the narrowest first.
    pub fn levels(&self) -> impl Iterator<Item = &str> {
        std::iter::successors(Some(self.0.as_str()), |class| {
            class.rsplit_once(SEPARATOR).map(|(wider, _)| wider)
        })
        .chain(std::iter::once(Self::ANY_PART))
    }

    /// Returns the narrowest level, if it is narrow.
    pub(crate) fn narrow_level(&self) -> Option<&str> {
        is_narrow(&self.0).then_some(self.0.as_str())
    }
}

/// Whether a level of [`PriceClass::levels`] has the facts that decide about the price, so that its prices are of one order:
/// a drive's capacity as well as its kind.
pub(crate) fn is_narrow(level: &str) -> bool {
    let mut parts = level.split(SEPARATOR);
    let category = parts.next().and_then(|name| name.parse().ok());
    let deciding = match category {
        Some(Category::Cpu | Category::Gpu | Category::Motherboard | Category::Psu) => 1,
        Some(category) => PriceClass::keys(category).len().max(1),
        None => return false,
    };
    parts.count() >= deciding
}

/// Returns the category and the facts of a level, as shown. All parts have no category.
pub(crate) fn describe(level: &str) -> (Option<Category>, Vec<String>) {
    let mut texts = level.split(SEPARATOR);
    let category = texts.next().and_then(|name| name.parse().ok());
    (category, texts.map(str::to_owned).collect())
}

/// Returns a fact as shown, with its unit. Values that shoppers do not tell apart by price are one fact: drives of 480, 500
/// and 512 GB, screens of 23.8 and 24 inches.
fn fact(key: SpecKey, value: &SpecValue) -> Option<String> {
    let number = || value.as_number().filter(|number| *number > 0.0);
    let text = match key {
        SpecKey::StorageCapacity => {
            let gigabytes = nominal_capacity(number()?);
            if gigabytes % 1000 == 0 { format!("{} TB", gigabytes / 1000) } else { format!("{gigabytes} GB") }
        }
        SpecKey::RamCapacity | SpecKey::GpuVram => format!("{} GB", number()?),
        SpecKey::PsuWattage => format!("{} W", number()?),
        SpecKey::RadiatorSize | SpecKey::FanSize => format!("{} mm", number()?),
        SpecKey::FanQuantity => format!("{} ×", number()?),
        SpecKey::ScreenSize => format!("{:.0}″", number()?.round()),
        _ => value.as_text()?.trim().to_owned(),
    };
    (!text.is_empty() && !text.contains(SEPARATOR)).then_some(text)
}

/// Returns 1000 GB times a power of two where the capacity is within 5 % of it, as of 960 and 1024; else the capacity.
fn nominal_capacity(gigabytes: f64) -> i64 {
    let nominal = 1000.0 * (gigabytes / 1000.0).log2().round().exp2();
    let is_near = (gigabytes - nominal).abs() <= nominal * 0.05;
    (if is_near { nominal } else { gigabytes }).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(category: Category, facts: &[(SpecKey, SpecValue)]) -> PriceClass {
        let mut specs = Specs::new();
        for (key, value) in facts {
            specs.insert(*key, value.clone()).expect("a valid fact");
        }
        PriceClass::of(category, &specs).expect("a part")
    }

    #[test]
    fn class_widens_fact_by_fact_to_all_parts() {
        let card = class(
            Category::Gpu,
            &[
                (SpecKey::GpuChipset, SpecValue::Text("GeForce RTX 5070".into())),
                (SpecKey::GpuVram, SpecValue::Integer(12)),
                (SpecKey::Rgb, SpecValue::Flag(true)),
            ],
        );
        let described: Vec<_> = card.levels().map(describe).collect();
        assert_eq!(
            described,
            [
                (Some(Category::Gpu), vec!["GeForce RTX 5070".to_owned(), "12 GB".to_owned()]),
                (Some(Category::Gpu), vec!["GeForce RTX 5070".to_owned()]),
                (Some(Category::Gpu), vec![]),
                (None, vec![]),
            ]
        );
        assert_eq!(card.levels().map(is_narrow).collect::<Vec<_>>(), [true, true, false, false]);
        assert_eq!(PriceClass::of(Category::Other, &Specs::new()), None);
    }

    #[test]
    fn facts_after_an_unknown_one_do_not_count() {
        let card = class(Category::Gpu, &[(SpecKey::GpuVram, SpecValue::Integer(12))]);
        assert_eq!((card.levels().count(), card.narrow_level()), (2, None));
    }

    #[test]
    fn capacities_and_sizes_that_cost_the_same_are_one_class() {
        let drive = |gigabytes| {
            class(
                Category::Storage,
                &[
                    (SpecKey::StorageKind, SpecValue::Text("SSD".into())),
                    (SpecKey::StorageCapacity, SpecValue::Integer(gigabytes)),
                ],
            )
        };
        assert!(drive(480) == drive(500) && drive(500) == drive(512));
        assert!(drive(960) == drive(1000) && drive(1000) == drive(1024));
        assert_eq!(drive(500).levels().map(is_narrow).collect::<Vec<_>>(), [true, false, false, false]);
        assert!(drive(6000) != drive(8000) && drive(500) != drive(1000));
        let screen = |inches| {
            class(
                Category::Monitor,
                &[
                    (SpecKey::Resolution, SpecValue::Text("2560x1440".into())),
                    (SpecKey::ScreenSize, SpecValue::Number(inches)),
                ],
            )
        };
        assert_eq!(screen(23.8), screen(24.0));
        assert_ne!(screen(24.0), screen(27.0));
    }
}
