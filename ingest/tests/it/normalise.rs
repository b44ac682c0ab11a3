//! The title normaliser, measured on hand-labelled titles.

use std::collections::BTreeMap;

use domain::model::{Category, NonPartReason, SpecKey, Specs};
use ingest::normalise::{Condition, NormalisedTitle, RawTitle, normalise_title};
use proptest::prelude::*;

/// Labelled title.
struct Labelled {
    category: Category,
    manufacturer: Option<&'static str>,
    flags: Vec<&'static str>,
    specs: Vec<&'static str>,
    title: &'static str,
}

fn labelled() -> Vec<Labelled> {
    include_str!("../data/titles.tsv")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            assert_eq!(cells.len(), 5, "{line}");
            let said = |cell: &'static str| (cell != "-").then_some(cell);
            Labelled {
                category: cells[0].parse().unwrap_or_else(|_| panic!("no category in {line}")),
                manufacturer: said(cells[1]),
                flags: said(cells[2]).map(|flags| flags.split(',').collect()).unwrap_or_default(),
                specs: said(cells[3]).map(|specs| specs.split('|').collect()).unwrap_or_default(),
                title: cells[4],
            }
        })
        .collect()
}

/// Returns the labelled specs, in the order of the labels.
fn key_specs(category: Category) -> &'static [SpecKey] {
    use SpecKey as K;
    match category {
        Category::Cpu => &[K::CpuChipset, K::Socket],
        Category::Gpu => &[K::GpuChipset, K::GpuVram],
        Category::Motherboard => &[K::MotherboardChipset, K::Socket, K::FormFactor, K::RamType],
        Category::Ram => &[K::RamType, K::RamSpeed, K::RamCapacity, K::Modules, K::CasLatency],
        Category::Psu => &[K::PsuWattage, K::PsuEfficiency, K::PsuModularity],
        Category::Case => &[K::CaseFormFactor, K::Color],
        Category::Storage => &[K::StorageCapacity, K::StorageFormFactor, K::StorageKind],
        Category::Monitor => &[K::ScreenSize, K::Resolution, K::RefreshRate, K::PanelType],
        Category::CpuCooler => &[K::CoolerType, K::RadiatorSize],
        Category::CaseFan => &[K::FanSize, K::FanQuantity],
        Category::Keyboard | Category::Mouse | Category::Headset => &[K::Wireless],
        Category::Other => &[],
    }
}

#[derive(Default)]
struct Score {
    right: u32,
    wrong: u32,
    missed: u32,
}

impl Score {
    fn count(&mut self, expected: Option<&str>, found: Option<&str>) -> bool {
        match (expected, found) {
            (Some(expected), Some(found)) if expected == found => self.right += 1,
            (_, Some(_)) => self.wrong += 1,
            (Some(_), None) => self.missed += 1,
            (None, None) => {}
        }
        expected == found
    }

    fn precision(&self) -> f64 {
        f64::from(self.right) / f64::from((self.right + self.wrong).max(1))
    }

    fn recall(&self) -> f64 {
        f64::from(self.right) / f64::from((self.right + self.wrong + self.missed).max(1))
    }
}

fn stated(specs: &Specs, key: SpecKey) -> Option<String> {
    specs.get(key).map(|value| value.to_texts().join("+"))
}

fn flags(read: &NormalisedTitle) -> Vec<&'static str> {
    let condition = match read.terms.condition {
        Condition::New => None,
        Condition::OpenBox => Some("openbox"),
        Condition::Refurbished => Some("refurbished"),
        Condition::Used => Some("used"),
        Condition::Display => Some("display"),
        Condition::Returned => Some("returned"),
        Condition::Damaged => Some("damaged"),
        Condition::Other => Some("other"),
    };
    [read.accessory.then_some("accessory"), read.bundle.then_some("bundle"), condition]
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn labelled_titles_are_parsed_correctly() {
    let all = labelled();
    let arabic = |text: &str| text.chars().any(|letter| ('\u{600}'..='\u{6ff}').contains(&letter));
    let arabic_count = all.iter().filter(|row| arabic(row.title)).count();
    let (mut categories, mut makers, mut states) = (0_u32, 0_u32, 0_u32);
    let mut by_key: BTreeMap<SpecKey, Score> = BTreeMap::new();
    for row in &all {
        let read = normalise_title(&RawTitle { en: Some(row.title), ..RawTitle::default() });
        let category_right = read.category == Some(row.category);
        categories += u32::from(category_right);
        if !category_right {
            println!("category {:?}, not {}: {}", read.category, row.category, row.title);
        }
        let maker_right = read.manufacturer.as_deref() == row.manufacturer;
        makers += u32::from(maker_right);
        if !maker_right {
            println!("manufacturer {:?}, not {:?}: {}", read.manufacturer, row.manufacturer, row.title);
        }
        let state_right = flags(&read) == row.flags;
        states += u32::from(state_right);
        if !state_right {
            println!("flags {:?}, not {:?}: {}", flags(&read), row.flags, row.title);
        }
        for (index, key) in key_specs(row.category).iter().enumerate() {
            let expected = row.specs.get(index).copied().filter(|label| *label != "-");
            let found = stated(&read.specs, *key);
            if !by_key.entry(*key).or_default().count(expected, found.as_deref()) {
                println!("{key} {found:?}, not {expected:?}: {}", row.title);
            }
        }
    }

    let share = |count: u32| f64::from(count) / all.len() as f64;
    println!("{} titles, {arabic_count} with Arabic", all.len());
    println!(
        "category {:.3}  manufacturer {:.3}  accessory, bundle and condition {:.3}",
        share(categories),
        share(makers),
        share(states)
    );
    for (key, score) in &by_key {
        println!("{key:20} precision {:.3}  recall {:.3}", score.precision(), score.recall());
    }
    assert!(all.len() >= 400 && arabic_count * 4 >= all.len(), "{} titles, {arabic_count} Arabic", all.len());
    assert!(share(categories) >= 0.98 && share(makers) >= 0.97 && share(states) >= 0.97);
    for category in Category::ALL {
        let titles = all.iter().filter(|row| row.category == category).count();
        assert!(titles >= 20, "{category}: {titles} titles");
        for key in key_specs(category) {
            let score = by_key.get(key).unwrap_or_else(|| panic!("{key} is not measured"));
            assert!(score.right >= 15, "{key}: only {} right", score.right);
            assert!(score.precision() >= 0.95, "{key}: {:.3}", score.precision());
        }
    }
}

/// Words that retailers add to a name or leave out change neither the category nor the model.
#[test]
fn title_noise_does_not_change_the_result() {
    let read = |text: &str| normalise_title(&RawTitle { en: Some(text), ..RawTitle::default() });
    let case = "Antec P7 NEO ATX Mid Tower Black";
    for added in ["- 2 Years Warranty", "(1 Year Warranty)", "| 24 Months Warranty", "عرض خاص"] {
        let titled = read(&format!("{case} {added}"));
        assert_eq!((titled.category, titled.model), (Some(Category::Case), read(case).model), "{added}");
    }
    for board in
        ["MSI MAG B550M VECTOR WIFI", "ASRock AB350 Gaming K4 DDR4 ATX", "Biostar A68H DDR3 Micro ATX"]
    {
        assert_eq!(read(board).category, Some(Category::Motherboard), "{board}");
    }
    let drive = read("Seagate BarraCuda 2TB SSD M.2-2280 PCIe 4.0 x4 NVMe");
    assert_eq!(drive.specs.text(SpecKey::StorageKind), Some("SSD"));
    assert_eq!(drive.specs.text(SpecKey::StorageFormFactor), Some("M.2-NVMe"));
    let disk = read("Seagate BarraCuda 2TB 7200RPM SATA 3.5 inch");
    assert_eq!(disk.specs.text(SpecKey::StorageFormFactor), Some("3.5-HDD"));
}

#[test]
fn non_part_title_names_its_reason() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("HP 2.5 inch hot plug drive caddy for ProLiant", NonPartReason::Accessory),
        ("Lenovo rail kit for ThinkSystem", NonPartReason::Accessory),
        ("Targus 15.6 Laptop Backpack Black", NonPartReason::Accessory),
        ("Spigen Ultra Hybrid iPhone 15 Pro Max Case Black", NonPartReason::Accessory),
        ("Speck SeeThru Case for 13-Inch MacBook Air", NonPartReason::Accessory),
        ("HP ProDesk 600 G3 Tower PC i5-7500 8GB 256GB", NonPartReason::Computer),
        ("ASUS X556UA-DM945T i7-7500U 8GB 1TB 15.6", NonPartReason::Computer),
        ("470065-235 DL320 G6 Xeon E5504 2.0GHz", NonPartReason::Computer),
        ("Dell OptiPlex 790 Desktop", NonPartReason::Computer),
        ("Workstation HP ZBook Studio G4 8GB SSD 256GB Quadro", NonPartReason::Computer),
        ("Apple iPad Pro 12.9 256GB WiFi Silver", NonPartReason::Computer),
        ("HP ProBook 450 Notebook Core i5 8GB 512GB Windows 11 Pro", NonPartReason::Computer),
        ("Samsung Galaxy Watch 7 44mm", NonPartReason::Watch),
        ("Apple iPhone 15 Pro 256GB Natural Titanium", NonPartReason::Phone),
        ("Sony PlayStation 5 Slim Digital Edition 1TB", NonPartReason::Console),
        ("TP-Link TL-SG1008D 8-Port Gigabit Switch", NonPartReason::Network),
        ("TP-Link TL-WN881ND 300Mbps", NonPartReason::Network),
        ("UGREEN HDMI cable 2m 4K", NonPartReason::Cable),
        ("Microsoft Windows 11 Pro OEM key", NonPartReason::Software),
        ("HP 3 years care pack on site", NonPartReason::Service),
        ("HP LaserJet Pro M404dn laser printer", NonPartReason::Other),
        ("SanDisk Ultra 64GB microSDXC memory card", NonPartReason::Other),
        ("Kingston DataTraveler 32GB USB 3.0", NonPartReason::Other),
    ] {
        let read = normalise_title(&RawTitle { en: Some(text), ..RawTitle::default() });
        if (read.category, read.non_part_reason) != (Some(Category::Other), Some(expected)) {
            wrong.push((text, read.category, read.non_part_reason));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn parts_that_name_devices_or_servers_stay_parts() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        ("ASUS Pro WS W790E-SAGE SE EEB", Category::Motherboard),
        ("ASRock H610T-ITX D4", Category::Motherboard),
        ("Corsair Dominator Platinum 32GB (2x16GB) DDR4 3200MHz Desktop PC Gaming Memory", Category::Ram),
        ("Kingston 8GB DDR4 2666 SODIMM Notebook", Category::Ram),
        ("HP 8GB (2x4GB) PC3-10600 Registered Kit for ProLiant DL380", Category::Ram),
        ("HP 146-GB 6G 10K 2.5 DP SAS", Category::Storage),
        ("359461-001 HP 72.8-GB 10K FC-AL", Category::Storage),
        ("442992-B21 HP Xeon E5335 2.0GHz DL140 G3", Category::Cpu),
        ("Samsung 990 PRO 2TB NVMe SSD with heatsink PS5 compatible", Category::Storage),
        ("HyperX Cloud II Gaming Headset PS4 Xbox One PC", Category::Headset),
        ("HP Pavilion 32 Monitor", Category::Monitor),
        ("Seagate IronWolf 8TB NAS HDD", Category::Storage),
        ("NVIDIA RTX PRO 6000 Blackwell Workstation Edition 96GB GDDR7", Category::Gpu),
        ("InWin 301 Tempered Glass Micro-ATX Tower Gaming Computer Case", Category::Case),
        ("Corsair 16GB PC4-17000 DDR4 SDRAM Upgrade Kit", Category::Ram),
    ] {
        let read = normalise_title(&RawTitle { en: Some(text), ..RawTitle::default() });
        if (read.category, read.non_part_reason) != (Some(expected), None) {
            wrong.push((text, read.category, read.non_part_reason));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Words that the reader knows, to be combined in unknown orders.
const UNTIDY_WORDS: &[&str] = &[
    "RTX",
    "4070",
    "Ti",
    "i7-",
    "14700K",
    "Ryzen",
    "7",
    "PRO",
    "2x",
    "x",
    "16GB",
    "gb",
    "DDR5",
    "PC4-",
    "25600",
    "CL",
    "3.5",
    "SATA",
    "6G",
    "10K",
    "1To",
    "\"",
    "for",
    "with",
    "up to",
    "laptop",
    "case",
    "كرت شاشة",
    "رام",
    "١٦",
    "جيجا",
    "/",
    "-",
    "(",
    ")",
    "+",
    "&amp;",
    "<b>",
    "Xeon",
    "E5-",
    "v3",
    "B650M",
    "99999999999999999999",
    "4.4.4",
    "\u{202e}",
    "16-18-18-38",
    "0",
    "٫",
    "k",
    "g",
    "t",
    "27",
    "Hz",
    "80+",
];

/// Generates untidy titles: of one script, of signs, of markup, in both directions, and of words that the reader
/// knows, in unknown orders.
pub(crate) fn untidy_title() -> impl Strategy<Value = String> {
    let word = prop::sample::select(UNTIDY_WORDS);
    let joined = prop::collection::vec((word, prop::sample::select(vec!["", " ", "-", "/"])), 0..80)
        .prop_map(|words| words.into_iter().map(|(word, gap)| format!("{word}{gap}")).collect::<String>());
    prop_oneof![
        any::<String>(),
        joined,
        "[\u{600}-\u{6ff} ]{0,300}",
        "[0-9٠-٩.,/x -]{0,300}",
        "[😀-🙏🎮🖥️⌨️ ]{0,100}",
        "([a-z]{1,8}|[\u{5d0}-\u{5ea}]{1,8}|[\u{620}-\u{64a}]{1,8}|\u{200f}|\u{202b}|\u{202e}| ){0,80}",
        "(<(b|br/|div class=x|script|/p|!--)>|&(amp|quot|#8211|nbsp|bogus);|\\PC){0,80}",
    ]
}

proptest! {
    #[test]
    fn any_title_gives_a_consistent_result(text in untidy_title(), vendor in "\\PC{0,20}") {
        let raw = RawTitle { en: Some(&text), ar: Some(&text), stated_brand: Some(&vendor), ..RawTitle::default() };
        let read = normalise_title(&raw);
        prop_assert!(read.non_part_reason.is_none() || read.category == Some(Category::Other), "{read:?}");
        prop_assert!(!read.bundle || read.non_part_reason.is_none() , "{read:?}");
        prop_assert!(read.specs.iter().all(|(_, value)| value.to_texts().iter().all(|text| !text.is_empty())));
        // Reading the same title again gives the same result.
        prop_assert_eq!(normalise_title(&raw), read);
    }
}

#[test]
fn titles_of_ten_thousand_characters_are_read_in_time() {
    let began = std::time::Instant::now();
    for unit in [
        "a",
        "9",
        "رام ",
        "🎮",
        "x16",
        "i7-",
        "16GB ",
        "<b>",
        "&amp;",
        "\u{202e}",
        "(",
        "2x2x",
        "RTX 4070 ",
        "-",
        "٫٣",
    ] {
        let text: String = unit.chars().cycle().take(10_000).collect();
        let read = normalise_title(&RawTitle { en: Some(&text), ..RawTitle::default() });
        assert!(read.model.is_none_or(|model| model.chars().count() <= 1_000), "{unit}");
    }
    assert!(began.elapsed() < std::time::Duration::from_secs(20), "{:?}", began.elapsed());
}
