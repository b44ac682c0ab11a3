//! Reads facts that memory manufacturers encode in their part numbers. Some retailers' titles contain little more.

use domain::model::keys::fold::{Break, Folded};

use super::memory_speeds::rated_speed;

/// Facts of a kit by its part number; facts that the number leaves open are `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemoryCode {
    pub(crate) ram_type: &'static str,
    /// Capacity of all modules together, GB.
    pub(crate) capacity: i64,
    pub(crate) modules: Option<i64>,
    pub(crate) speed: Option<i64>,
    pub(crate) latency: Option<i64>,
}

/// Returns the facts of the first memory part number of a title.
pub(crate) fn memory_code(text: &Folded) -> Option<MemoryCode> {
    (0..text.len()).find_map(|index| {
        let word = text.word(index);
        // Part numbers with dashes and slashes are several words.
        let joined = |at: usize| {
            matches!(text.before(at), Break::Dash | Break::Slash)
                .then(|| text.word(at))
                .filter(|word| !word.is_empty())
        };
        let (second, third) = (joined(index + 1), joined(index + 2));
        corsair(word)
            .or_else(|| gskill(word, second?, third))
            .or_else(|| kingston(word, second?))
            .or_else(|| crucial(word))
            .or_else(|| teamgroup(word))
            .or_else(|| adata(word, second?))
    })
}

/// Reads `CMK16GX4M2A2400C16`: 16 GB, DDR4, two modules, 2400 MT/s, CL16.
fn corsair(word: &str) -> Option<MemoryCode> {
    let rest = word.strip_prefix("cm")?;
    let rest =
        rest.get(rest.find(|letter: char| letter.is_ascii_digit()).filter(|at| (1..=2).contains(at))?..)?;
    // The product line has one or two letters ("SX" in "CMSX16GX…"); the capacity is the number before "gx".
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

/// Reads `F4-3600C18D-32GTZR`: DDR4, 3600 MT/s, CL18, dual (two modules), 32 GB; `F5-6400J3039G16GX2-TR5S`: 6400,
/// CL30, twice 16 GB. Up to DDR3 the number is the module's rating: `F3-12800CL9D-8GBXL`.
fn gskill(first: &str, second: &str, third: Option<&str>) -> Option<MemoryCode> {
    let ram_type = first.strip_prefix('f').filter(|generation| generation.len() == 1).and_then(ram_type)?;
    let digits = second.find(|letter: char| !letter.is_ascii_digit())?;
    let (number, rest) = second.split_at(digits);
    let number: i64 = number.parse().ok()?;
    let speed = if matches!(ram_type, "DDR2" | "DDR3") && number >= 4200 {
        rated_speed(ram_type, number)
    } else {
        Some(number)
    };
    if let Some(timings) = rest.strip_prefix('j') {
        let (latency, sizes) = (leading_number(timings.get(..2)?), timings.get(5..)?);
        let (each, times) = sizes.split_once("gx").or_else(|| sizes.split_once("ga"))?;
        let (each, times): (i64, i64) = (each.parse().ok()?, times.parse().ok()?);
        let is_kit_size = (1..=8).contains(&times) && (4..=128).contains(&each);
        return is_kit_size.then_some(MemoryCode {
            ram_type,
            capacity: each * times,
            modules: Some(times),
            speed,
            latency,
        });
    }
    let latency = rest.strip_prefix("cl").or_else(|| rest.strip_prefix('c')).and_then(leading_number);
    let modules =
        match rest.trim_start_matches(|letter: char| letter != 's' && letter != 'd' && letter != 'q') {
            "s" => 1,
            "d" => 2,
            "q" => 4,
            "q2" => 8,
            _ => return None,
        };
    let (capacity, line) = third?.split_once('g')?;
    let capacity =
        capacity.parse().ok().filter(|capacity| (1..=512).contains(capacity) && !line.is_empty())?;
    Some(MemoryCode { ram_type, capacity, modules: Some(modules), speed, latency })
}

/// Reads `HX424C15FBK2/16`, `KF560C36BBEK2-32`, `KVR21N15D8/8`: generation, speed, latency, kit, all modules together
/// in GB.
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
        34 => 3466,
        37 => 3733,
        41 => 4133,
        42 => 4266,
        50 => 5066,
        51 => 5133,
        53 => 5333,
        hundreds @ (16 | 24 | 28 | 30 | 32 | 36 | 40..=92) => hundreds * 100,
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

/// Reads `CT2K16G4DFD832A`: twice 16 GB of DDR4; `CT2K16G52C42U5`: of DDR5 at 5200 MT/s, CL42. `CP` is the line Pro.
fn crucial(word: &str) -> Option<MemoryCode> {
    let rest = word.strip_prefix("ct").or_else(|| word.strip_prefix("cp"))?;
    let (modules, rest) = match rest.as_bytes() {
        [count @ (b'2' | b'4'), b'k', ..] => (i64::from(count - b'0'), rest.get(2..)?),
        _ => (1, rest),
    };
    let (each, rest) = rest.split_once('g')?;
    let each: i64 =
        each.parse().ok().filter(|each| matches!(each, 2 | 4 | 8 | 12 | 16 | 24 | 32 | 48 | 64))?;
    let capacity = each * modules;
    let kit =
        |ram_type, speed, latency| MemoryCode { ram_type, capacity, modules: Some(modules), speed, latency };
    if rest.starts_with("4d") || rest.starts_with("4s") || rest.starts_with("4r") {
        return Some(kit("DDR4", None, None));
    }
    let (hundreds, rest) = rest.split_once('c')?;
    let hundreds: i64 = hundreds.parse().ok().filter(|hundreds| (40..=92).contains(hundreds))?;
    let is_module = rest.get(2..)?.starts_with(['u', 's', 'r']) && rest.get(3..)?.starts_with('5');
    is_module.then(|| kit("DDR5", Some(hundreds * 100), rest.get(..2).and_then(leading_number)))
}

/// Reads `TF3D432G3200HC16C01`: DDR4, 32 GB, 3200 MT/s, CL16, one module; `DC` are two, `QC` four.
fn teamgroup(word: &str) -> Option<MemoryCode> {
    let (before, after) = word.split_once("hc")?;
    let (lead, speed) = before.rsplit_once('g')?;
    let digits = lead.len() - lead.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (name, sizes) = lead.split_at_checked(digits)?;
    let (generation, capacity) = sizes.split_at_checked(1)?;
    let tail = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let modules = match tail {
        tail if tail.contains("dc") => Some(2),
        tail if tail.contains("qc") => Some(4),
        tail if tail.contains("c0") && !tail.contains('o') => Some(1),
        // Retailers cut these codes short.
        _ => None,
    };
    (name.starts_with(['t', 'f', 'c', 'l']) && name.ends_with('d') && speed.len() == 4).then_some(())?;
    Some(MemoryCode {
        ram_type: ram_type(generation)?,
        capacity: capacity.parse().ok().filter(|capacity| (4..=256).contains(capacity))?,
        modules,
        speed: speed.parse().ok(),
        latency: leading_number(after),
    })
}

/// Reads `AX5U6000C3016G-DCLARBK`: DDR5, 6000 MT/s, CL30, modules of 16 GB, dual.
fn adata(first: &str, second: &str) -> Option<MemoryCode> {
    let rest = first.strip_prefix("ax5u").or_else(|| first.strip_prefix("ad5u"))?;
    let (speed, rest) = rest.split_once('c')?;
    let each: i64 = rest.get(2..)?.strip_suffix('g')?.parse().ok().filter(|each| (4..=64).contains(each))?;
    let modules = match second.chars().next()? {
        'd' => 2,
        's' => 1,
        'q' => 4,
        _ => return None,
    };
    Some(MemoryCode {
        ram_type: "DDR5",
        capacity: each * modules,
        modules: Some(modules),
        speed: speed.parse().ok().filter(|speed| (4000..=9600).contains(speed)),
        latency: rest.get(..2).and_then(leading_number),
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
    fn memory_part_numbers_give_the_kit() {
        check("Corsair CMK16GX4M2A2400C16", Some(("DDR4", 16, 2, 2400, 16)));
        check("Corsair CMU64GX4M4C3000C15R - Prijzen", Some(("DDR4", 64, 4, 3000, 15)));
        check("Corsair CMZ8GX3M1A1600C10", Some(("DDR3", 8, 1, 1600, 10)));
        check("CMK32GX5M2B6000C30", Some(("DDR5", 32, 2, 6000, 30)));
        check("G.SKILL F4-3600C18D-32GTZR", Some(("DDR4", 32, 2, 3600, 18)));
        check("F4-3200C16S-8GVKB", Some(("DDR4", 8, 1, 3200, 16)));
        check("Kingston HX424C15FBK2/16", Some(("DDR4", 16, 2, 2400, 15)));
        check("Kingston HX316C10F/8", Some(("DDR3", 8, 1, 1600, 10)));
        check("KF560C36BBEK2-32", Some(("DDR5", 32, 2, 6000, 36)));
        check("F3-12800CL9D-8GBXL", Some(("DDR3", 8, 2, 1600, 9)));
        check("F4-3200C14Q2-256GVK", Some(("DDR4", 256, 8, 3200, 14)));
        check("G.Skill F5-6400J3039G16GX2-TR5S", Some(("DDR5", 32, 2, 6400, 30)));
        check("CT2K16G4DFD832A", Some(("DDR4", 32, 2, 0, 0)));
        check("Crucial CT16G56C46U5", Some(("DDR5", 16, 1, 5600, 46)));
        check("TF3D432G3200HC16CDC01", Some(("DDR4", 32, 2, 3200, 16)));
        check("AX5U6000C3016G-DCLARBK", Some(("DDR5", 32, 2, 6000, 30)));
        for other in ["CMF32GX", "F4-KM4", "HX/8", "Corsair CMFVG-32GB-EU", "F5-TG", "CM16", "HX999C10/8"] {
            check(other, None);
        }
    }
}
