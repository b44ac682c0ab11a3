//! What the manufacturers of memory write into their part numbers. Some shops' titles are little more.

use domain::model::keys::fold::{Break, Folded};

/// What a part number says of a kit. What it leaves open is absent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemoryCode {
    pub(crate) ram_type: &'static str,
    /// All modules together, GB.
    pub(crate) capacity: i64,
    pub(crate) modules: Option<i64>,
    pub(crate) speed: Option<i64>,
    pub(crate) latency: Option<i64>,
}

/// The first memory part number of a title.
pub(crate) fn memory_code(text: &Folded) -> Option<MemoryCode> {
    (0..text.len()).find_map(|index| {
        let word = text.word(index);
        // Part numbers with dashes and slashes are several words.
        let joined = |at: usize| {
            matches!(text.before(at), Break::Dash | Break::Slash)
                .then(|| text.word(at))
                .filter(|word| !word.is_empty())
        };
        corsair(word)
            .or_else(|| gskill(word, joined(index + 1)?, joined(index + 2)?))
            .or_else(|| kingston(word, joined(index + 1)?))
    })
}

/// `CMK16GX4M2A2400C16`: 16 GB, DDR4, two modules, 2400 MT/s, CL16.
fn corsair(word: &str) -> Option<MemoryCode> {
    let rest = word.strip_prefix("cm")?;
    let rest =
        rest.get(rest.find(|letter: char| letter.is_ascii_digit()).filter(|at| (1..=2).contains(at))?..)?;
    // "CMSX16GX…": the line may end in a letter after its digits; the capacity stands before "gx".
    let (capacity, rest) = rest.split_once("gx")?;
    let (generation, rest) = rest.split_at_checked(1)?;
    let (modules, rest) = rest.strip_prefix('m')?.split_at_checked(1)?;
    let rest = rest.get(1..)?;
    let (speed, rest) = rest.split_at_checked(4)?;
    let latency = rest.strip_prefix('c').and_then(leading_number);
    let (modules, speed): (i64, i64) = (modules.parse().ok()?, speed.parse().ok()?);
    Some(MemoryCode {
        ram_type: ram_type(generation)?,
        capacity: capacity.parse().ok().filter(|capacity| (1..=512).contains(capacity))?,
        modules: (1..=8).contains(&modules).then_some(modules),
        speed: (800..=9600).contains(&speed).then_some(speed),
        latency,
    })
}

/// `F4-3600C18D-32GTZR`: DDR4, 3600 MT/s, CL18, dual (two modules), 32 GB.
fn gskill(first: &str, second: &str, third: &str) -> Option<MemoryCode> {
    let generation = first.strip_prefix('f').filter(|generation| generation.len() == 1)?;
    // Of the fifth generation on, full timings stand there: 5600j3636c16g.
    let (speed, rest) = second.split_at_checked(4)?;
    let latency = rest.strip_prefix('c').and_then(leading_number);
    let modules = match rest.chars().next_back()? {
        's' => 1,
        'd' => 2,
        'q' => 4,
        _ => return None,
    };
    let (capacity, line) = third.split_once('g')?;
    if line.is_empty() {
        return None;
    }
    Some(MemoryCode {
        ram_type: ram_type(generation)?,
        capacity: capacity.parse().ok().filter(|capacity| (1..=512).contains(capacity))?,
        modules: Some(modules),
        speed: speed.parse().ok(),
        latency,
    })
}

/// `HX424C15FBK2/16`, `KF560C36BBEK2-32`, `KVR21N15D8/8`: generation, speed, latency, kit, all modules together in GB.
fn kingston(first: &str, second: &str) -> Option<MemoryCode> {
    let capacity = second
        .parse()
        .ok()
        .filter(|capacity| matches!(capacity, 4 | 8 | 16 | 24 | 32 | 48 | 64 | 96 | 128 | 256))?;
    let rest = first.strip_prefix("hx").or_else(|| first.strip_prefix("kf"))?;
    let (generation, rest) = rest.split_at_checked(1)?;
    let (hundreds, rest) = rest.split_at_checked(2)?;
    let speed = match hundreds.parse::<i64>().ok()? {
        13 => 1333,
        18 => 1866,
        21 => 2133,
        26 => 2666,
        29 => 2933,
        37 => 3733,
        hundreds @ (16 | 24 | 28 | 30 | 32 | 34 | 36 | 40..=92) => hundreds * 100,
        _ => return None,
    };
    let after = rest.trim_start_matches(['c', 'l', 's']);
    let latency = leading_number(after)?;
    let modules = match after.rsplit_once('k') {
        Some((_, count)) if count.len() == 1 => count.parse().ok().filter(|count| (2..=8).contains(count)),
        _ => Some(1),
    };
    Some(MemoryCode {
        ram_type: ram_type(generation)?,
        capacity,
        modules,
        speed: Some(speed),
        latency: Some(latency),
    })
}

fn ram_type(generation: &str) -> Option<&'static str> {
    Some(match generation {
        "2" => "DDR2",
        "3" => "DDR3",
        "4" => "DDR4",
        "5" => "DDR5",
        _ => return None,
    })
}

fn leading_number(text: &str) -> Option<i64> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text.get(..digits)?.parse().ok().filter(|number| (3..=64).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(title: &str, expected: Option<(&str, i64, i64, i64, i64)>) {
        let found = memory_code(&Folded::new(title)).map(|code| {
            let of = |value: Option<i64>| value.unwrap_or_default();
            (code.ram_type, code.capacity, of(code.modules), of(code.speed), of(code.latency))
        });
        assert_eq!(found, expected, "{title}");
    }

    #[test]
    fn part_numbers_say_what_a_kit_is() {
        check("Corsair CMK16GX4M2A2400C16", Some(("DDR4", 16, 2, 2400, 16)));
        check("Corsair CMU64GX4M4C3000C15R - Prijzen", Some(("DDR4", 64, 4, 3000, 15)));
        check("Corsair CMZ8GX3M1A1600C10", Some(("DDR3", 8, 1, 1600, 10)));
        check("CMK32GX5M2B6000C30", Some(("DDR5", 32, 2, 6000, 30)));
        check("G.SKILL F4-3600C18D-32GTZR", Some(("DDR4", 32, 2, 3600, 18)));
        check("F4-3200C16S-8GVKB", Some(("DDR4", 8, 1, 3200, 16)));
        check("Kingston HX424C15FBK2/16", Some(("DDR4", 16, 2, 2400, 15)));
        check("Kingston HX316C10F/8", Some(("DDR3", 8, 1, 1600, 10)));
        check("KF560C36BBEK2-32", Some(("DDR5", 32, 2, 6000, 36)));
        for other in ["CMF32GX", "F4-KM4", "HX/8", "Corsair CMFVG-32GB-EU", "F5-TG", "CM16", "HX999C10/8"] {
            check(other, None);
        }
    }
}
