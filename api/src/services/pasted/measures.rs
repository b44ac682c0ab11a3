//! Measures in the words of a line, and whether they are those of a product: capacity, modules, speed, watts.

use domain::model::{Category, SpecKey, Specs, keys::fold::Folded};

/// Numbers with their units, as a line states them.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Measures {
    /// Capacities in GB.
    capacities: Vec<f64>,
    /// Modules of memory: their number, and the capacity of each in GB.
    modules: Vec<(f64, f64)>,
    watts: Vec<f64>,
    /// Transfers of memory, in MT/s.
    speeds: Vec<f64>,
    latencies: Vec<f64>,
    /// Every run of digits, also those inside of codes: 850 of `RM850e`.
    numbers: Vec<f64>,
}

impl Measures {
    /// Reads the measures of a text whose counts are joined (`2x16GB`).
    pub(super) fn read(words: &Folded) -> Self {
        let mut measures = Self::default();
        for index in 0..words.len() {
            let (word, next) = (words.word(index), words.word(index + 1));
            let runs = word.split(|letter: char| !letter.is_ascii_digit());
            measures.numbers.extend(runs.filter_map(|run| run.parse::<f64>().ok()));
            measures.read_word(word, next);
        }
        measures
    }

    fn read_word(&mut self, word: &str, next: &str) {
        let (number, rest) = split_number(word);
        let Some(number) = number else {
            let latency = word.strip_prefix("cl").or_else(|| word.strip_prefix('c'));
            let latency = if word == "cl" { Some(next) } else { latency };
            self.latencies.extend(latency.and_then(|digits| digits.parse::<f64>().ok()));
            return;
        };
        if let Some((size, unit)) = rest.strip_prefix('x').map(split_number) {
            if let (Some(size), Some(factor)) = (size, capacity_factor(unit)) {
                self.modules.push((number, size * factor));
            }
            return;
        }
        let unit = if rest.is_empty() { next } else { rest };
        match unit {
            "w" | "watt" | "watts" => self.watts.push(number),
            "mhz" | "mt" | "mts" => self.speeds.push(number),
            // `DDR5-6000` states no unit.
            _ if rest.is_empty() && (1600.0..=12_000.0).contains(&number) => self.speeds.push(number),
            _ => self.capacities.extend(capacity_factor(unit).map(|factor| number * factor)),
        }
    }

    /// Whether the line states the facts that tell a product from its siblings, and contradicts none.
    pub(super) fn fit(&self, category: Category, specs: &Specs) -> bool {
        let fact = |key: SpecKey| specs.number(key);
        match category {
            Category::Storage => {
                fact(SpecKey::StorageCapacity).is_none_or(|capacity| states(&self.capacities, capacity))
            }
            Category::Psu => fact(SpecKey::PsuWattage).is_none_or(|watts| {
                states(&self.numbers, watts) && (self.watts.is_empty() || states(&self.watts, watts))
            }),
            Category::Ram => self.fit_memory(specs),
            Category::Gpu => fact(SpecKey::GpuVram)
                .is_none_or(|vram| self.capacities.is_empty() || states(&self.capacities, vram)),
            Category::CaseFan => {
                fact(SpecKey::FanQuantity).is_none_or(|fans| fans < 2.0 || states(&self.numbers, fans))
            }
            _ => true,
        }
    }

    fn fit_memory(&self, specs: &Specs) -> bool {
        let fact = |key: SpecKey| specs.number(key);
        let is_unopposed = |stated: &[f64], key: SpecKey| {
            stated.is_empty() || fact(key).is_none_or(|fact| states(stated, fact))
        };
        let Some(capacity) = fact(SpecKey::RamCapacity) else { return false };
        let is_kit = match self.modules.as_slice() {
            [] => states(&self.capacities, capacity),
            // Beside the capacity of the kit a line may repeat that of a module.
            [(count, size)] => {
                is_equal(count * size, capacity)
                    && fact(SpecKey::Modules).is_none_or(|modules| is_equal(modules, *count))
                    && self
                        .capacities
                        .iter()
                        .all(|stated| is_equal(*stated, capacity) || is_equal(*stated, *size))
            }
            // Modules of several capacities are several kits.
            _ => false,
        };
        is_kit
            && is_unopposed(&self.speeds, SpecKey::RamSpeed)
            && is_unopposed(&self.latencies, SpecKey::CasLatency)
    }
}

/// Returns the words of a text with joined counts: `32 GB (2 x 16 GB)` becomes `32GB (2x16GB)`, `2560 x 1440` becomes `2560x1440`.
pub(super) fn join_counts(text: &str) -> String {
    let mut joined: Vec<String> = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let is_sign = matches!(word, "x" | "X" | "×" | "*");
        let ends_in_digit =
            joined.last().is_some_and(|last| last.ends_with(|letter: char| letter.is_ascii_digit()));
        let is_number = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
        let before = joined.last_mut().filter(|_| ends_in_digit);
        match (before, words.peek()) {
            (Some(before), Some(next)) if is_sign && is_number(next) => {
                before.push('x');
                before.push_str(next);
                words.next();
            }
            (Some(before), _) if is_amount(before) && is_capacity_unit(word) => before.push_str(word),
            _ => joined.push(word.to_owned()),
        }
    }
    joined.join(" ")
}

/// Whether a word is a number or counts something: `32`, `2x16`, with or without a bracket before it.
fn is_amount(word: &str) -> bool {
    let word = word.trim_start_matches('(');
    let halves = word.split_once(['x', 'X', '×', '*']);
    let is_number = |half: &str| !half.is_empty() && half.bytes().all(|digit| digit.is_ascii_digit());
    halves.map_or_else(|| is_number(word), |(count, size)| is_number(count) && is_number(size))
}

fn is_capacity_unit(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    lower.starts_with("gb") || lower.starts_with("tb")
}

/// Splits a folded word at the end of the number at its start.
fn split_number(word: &str) -> (Option<f64>, &str) {
    let end = word.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(word.len());
    let (number, rest) = word.split_at(end);
    (number.parse().ok(), rest)
}

fn capacity_factor(unit: &str) -> Option<f64> {
    match unit {
        "gb" | "g" => Some(1.0),
        "tb" | "t" => Some(1000.0),
        _ => None,
    }
}

fn states(numbers: &[f64], wanted: f64) -> bool {
    numbers.iter().any(|number| is_equal(*number, wanted))
}

/// Whether two numbers of whole units are equal.
fn is_equal(left: f64, right: f64) -> bool {
    (left - right).abs() < 0.5
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fit(line: &str, category: Category, specs: &serde_json::Value) -> bool {
        let (specs, refused) = Specs::from_json(specs.as_object().unwrap());
        assert!(refused.is_empty(), "{refused:?}");
        Measures::read(&Folded::new(&join_counts(line))).fit(category, &specs)
    }

    #[test]
    fn counts_are_joined() {
        for (text, joined) in [
            ("Elite 32 GB (2 x 16 GB) DDR5", "Elite 32GB (2x16GB) DDR5"),
            ("27\" 2560 x 1440 165 Hz", "27\" 2560x1440 165 Hz"),
            ("2x16 GB", "2x16GB"),
            ("RTX 5070 x", "RTX 5070 x"),
            ("", ""),
        ] {
            assert_eq!(join_counts(text), joined);
        }
    }

    #[test]
    fn kit_of_memory_needs_its_capacity_modules_and_speed() {
        let kit = json!({"ramCapacity": 32, "modules": 2, "ramSpeed": 6000, "casLatency": 30});
        for (line, fits) in [
            ("Beast 32 GB (2 x 16 GB) DDR5-6000 CL30 Memory", true),
            ("Beast 32GB 6000MHz", true),
            ("Beast (2x16GB)", true),
            ("Beast 16 GB (2 x 8 GB) DDR5-6000 CL30", false),
            ("Beast 32 GB (1 x 32 GB) DDR5-6000", false),
            ("Beast 32 GB (2 x 16 GB) DDR5-5600", false),
            ("Beast 32 GB (2 x 16 GB) DDR5-6000 CL36", false),
            ("Beast 96 GB (2 x 32 GB + 2 x 16 GB)", false),
            ("Beast DDR5-6000", false),
        ] {
            assert_eq!(fit(line, Category::Ram, &kit), fits, "{line}");
        }
    }

    #[test]
    fn capacity_and_watts_must_be_stated() {
        let drive = json!({"storageCapacity": 2000});
        assert!(fit("T500 2 TB M.2-2280 PCIe 4.0 X4", Category::Storage, &drive));
        assert!(fit("T500 2000GB", Category::Storage, &drive));
        assert!(!fit("T500 1TB", Category::Storage, &drive));
        assert!(!fit("T500", Category::Storage, &drive));
        let supply = json!({"psuWattage": 850});
        assert!(fit("RM850e (2023) 850 W 80+ Gold", Category::Psu, &supply));
        assert!(fit("RM850e", Category::Psu, &supply));
        assert!(!fit("RM750e 750W", Category::Psu, &supply));
    }
}
