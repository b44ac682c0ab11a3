use super::*;

/// Returns the words of a title with their separators, and those that describe in round brackets.
fn words(category: Category, manufacturer: &str, chip: Option<&str>, title: &str) -> String {
    let source = NameSource {
        category,
        manufacturer: Some(manufacturer).filter(|name| !name.is_empty()),
        chip,
        retailer: "dhow-digital",
        title,
    };
    let mut text = String::new();
    for word in TitleName::read(&source).words {
        if !text.is_empty() {
            text.push_str(&word.separator);
        }
        match word.is_description {
            true => text.push_str(&format!("({})", word.text)),
            false => text.push_str(&word.text),
        }
    }
    text
}

#[test]
fn advertising_retailers_and_facts_are_left_out() {
    let ram = |title| words(Category::Ram, "Corsair", None, title);
    for title in [
        "*HOT* Corsair Vengeance LPX 32GB (2x16GB) DDR4-3200 CL16",
        "NEW! Corsair Vengeance LPX 32GB DDR4 3200 Desktop Memory",
        "Buy Corsair Vengeance LPX 32GB DDR4-3200 | Free Shipping & Fast Delivery",
        "[In Stock] Corsair Vengeance LPX 32GB DDR4 | Dhow Digital",
        "Corsair Vengeance LPX 32GB DDR4 Dhow Digital",
        "CMK32GX4M2E3200C16 Corsair Vengeance LPX 32GB DDR4 – Best Price in Kuwait",
        "رام Corsair Vengeance LPX 32 جيجابايت - لون أسود (كفالة سنة)",
    ] {
        assert_eq!(ram(title), "Vengeance LPX", "{title}");
    }
    assert_eq!(ram("Corsair Vengeance LPX 32GB DDR4-3200 Online in Kuwait"), "Vengeance LPX (Online)");
}

#[test]
fn chip_keeps_its_place_in_the_model() {
    let chip = Some("GeForce RTX 5080");
    let gpu = |maker, title| words(Category::Gpu, maker, chip, title);
    assert_eq!(gpu("ASUS", "PRIME RTX 5080 16GB ASUS"), "PRIME GeForce RTX 5080");
    assert_eq!(gpu("ASUS", "كرت شاشة ASUS PRIME GeForce RTX 5080 OC 16GB"), "PRIME GeForce RTX 5080 OC");
    assert_eq!(
        gpu("MSI", "MSI GeForce RTX5080 16G VENTUS 3X OC GDDR7 Graphics Card"),
        "GeForce RTX 5080 VENTUS 3X OC"
    );
}

#[test]
fn codes_lines_and_connectives_stay_whole() {
    for (category, maker, title, expected) in [
        (Category::Motherboard, "MSI", "MSI PRO B650M-P WIFI AM5 DDR5 mATX Motherboard", "PRO B650M-P WIFI"),
        (Category::Storage, "Samsung", "Samsung SSD 970 EVO+ NVMe M.2 1TB", "970 EVO+"),
        (Category::Storage, "Samsung", "Samsung 990 PRO with Heatsink 2TB PCIe 4.0", "990 PRO with Heatsink"),
        (
            Category::Psu,
            "be quiet!",
            "be quiet! Pure Power 12 M 850W 80+ Gold Power Supply",
            "Pure Power 12 M",
        ),
        (Category::Psu, "Corsair", "Corsair RM850x (2021) 850W 80+ Gold", "RM850x (2021)"),
        (Category::Cpu, "AMD", "AMD Ryzen 7 7800X3D 8-Core AM5 Processor", "Ryzen 7 7800X3D"),
        (Category::Monitor, "Samsung", "Samsung Odyssey G8 34\" OLED Gaming Monitor", "Odyssey G8 OLED"),
        (Category::Headset, "Ombriq", "Ombriq Ripple H2 Plug & Play Gaming Headset", "Ripple H2 Plug & Play"),
    ] {
        assert_eq!(words(category, maker, None, title), expected, "{title}");
    }
}

#[test]
fn cleaned_title_has_the_clauses_that_say_something() {
    let source = NameSource {
        category: Category::Ram,
        manufacturer: None,
        chip: None,
        retailer: "dhow-digital",
        title: "*HOT* رام Obsidiana 32GB DDR5 | Free Shipping | Dhow Digital",
    };
    assert_eq!(TitleName::read(&source).cleaned, "Obsidiana 32GB DDR5");
    let empty = TitleName::read(&NameSource { title: "رام", ..source });
    assert_eq!(empty, TitleName::default());
}
