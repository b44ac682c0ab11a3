//! A small index of a retailer's products.

use domain::model::{Category, Fils, ProductId, SpecKey, Specs};
use indexer::{Change, Document, Engine, RetailerFacet, SearchConfig, SearchRequest, SearchResponse};
use tempfile::TempDir;

/// An engine on a directory of its own.
pub(crate) struct TestIndex {
    pub(crate) engine: Engine,
    pub(crate) directory: TempDir,
}

/// Returns a product in stock at one retailer for 100 dinars.
pub(crate) fn product(category: Category, manufacturer: &str, name: &str) -> Document {
    let model = name.strip_prefix(manufacturer).map_or(name, str::trim_start);
    Document {
        id: ProductId::random(),
        category,
        name: name.to_owned(),
        name_ar: None,
        manufacturer: manufacturer.to_owned(),
        model: model.to_owned(),
        part_numbers: Vec::new(),
        gtins: Vec::new(),
        aliases: Vec::new(),
        specs: Specs::new(),
        price: Some(Fils(100_000)),
        delivered: None,
        in_stock: true,
        retailers: vec![RetailerFacet { slug: "dhow-digital".into(), tabby: true }],
        rating: None,
        popularity: 0.0,
        drop_basis_points: 0,
        picture: None,
        card: format!("{{\"name\":{name:?}}}").into_bytes(),
    }
}

/// Changes of a product, as a chain of calls.
pub(crate) trait DocumentBuilder: Sized {
    fn costs(self, dinars: i64) -> Self;
    fn spec(self, key: SpecKey, value: serde_json::Value) -> Self;
    fn sold_at(self, slug: &str, tabby: bool) -> Self;
    fn popular(self, popularity: f32) -> Self;
    fn part(self, number: &str) -> Self;
    fn arabic(self, name: &str) -> Self;
    fn out_of_stock(self) -> Self;
}

impl DocumentBuilder for Document {
    fn costs(mut self, dinars: i64) -> Self {
        self.price = Some(Fils(dinars * 1000));
        self
    }

    fn spec(mut self, key: SpecKey, value: serde_json::Value) -> Self {
        let mut object = serde_json::to_value(&self.specs).unwrap();
        object.as_object_mut().unwrap().insert(key.as_str().to_owned(), value);
        self.specs = serde_json::from_value(object).unwrap();
        self
    }

    fn sold_at(mut self, slug: &str, tabby: bool) -> Self {
        self.retailers = vec![RetailerFacet { slug: slug.into(), tabby }];
        self
    }

    fn popular(mut self, popularity: f32) -> Self {
        self.popularity = popularity;
        self
    }

    fn part(mut self, number: &str) -> Self {
        self.part_numbers.push(number.to_owned());
        self
    }

    fn arabic(mut self, name: &str) -> Self {
        self.name_ar = Some(name.to_owned());
        self
    }

    fn out_of_stock(mut self) -> Self {
        self.in_stock = false;
        self
    }
}

impl TestIndex {
    /// Returns an index with these products.
    pub(crate) fn with_products(products: Vec<Document>) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let opened = Engine::open(directory.path(), SearchConfig::embedded().unwrap()).unwrap();
        assert_eq!(opened.feed_position, None);
        let test_index = Self { engine: opened.engine, directory };
        test_index.upsert(products);
        test_index
    }

    pub(crate) fn upsert(&self, products: Vec<Document>) {
        let changes = products.into_iter().map(|product| Change::Upsert(Box::new(product))).collect();
        self.engine.apply(changes, "1").unwrap();
    }

    pub(crate) fn search(&self, text: &str) -> SearchResponse {
        self.respond(&SearchRequest::text(text))
    }

    pub(crate) fn respond(&self, request: &SearchRequest) -> SearchResponse {
        self.engine.search(request).unwrap()
    }

    /// Returns the names found, best first.
    pub(crate) fn names(&self, text: &str) -> Vec<String> {
        names(&self.search(text))
    }
}

/// Returns the names on the cards of a response.
pub(crate) fn names(response: &SearchResponse) -> Vec<String> {
    response.hits.iter().map(|hit| name_of(&hit.card)).collect()
}

/// Returns the name on a card.
pub(crate) fn name_of(card: &[u8]) -> String {
    let card: serde_json::Value = serde_json::from_slice(card).unwrap();
    card["name"].as_str().unwrap().to_owned()
}

/// Returns an index of parts as a retailer in Kuwait has them.
pub(crate) fn demo_parts() -> TestIndex {
    let parts = [graphics_cards(), processors_and_boards(), memory_and_drives(), other_parts()];
    TestIndex::with_products(parts.into_iter().flatten().collect())
}

fn word(value: &str) -> serde_json::Value {
    serde_json::Value::from(value)
}

fn graphics_cards() -> Vec<Document> {
    let gpu = |manufacturer: &str, name: &str, chipset: &str, vram: i64, dinars: i64| {
        product(Category::Gpu, manufacturer, name)
            .spec(SpecKey::GpuChipset, word(chipset))
            .spec(SpecKey::GpuVram, vram.into())
            .costs(dinars)
    };
    vec![
        gpu("ASUS", "ASUS TUF Gaming GeForce RTX 4070 12GB OC", "GeForce RTX 4070", 12, 199),
        gpu("ASUS", "ASUS TUF Gaming GeForce RTX 4070 Ti 12GB OC", "GeForce RTX 4070 Ti", 12, 269),
        gpu("MSI", "MSI GeForce RTX 4070 Ti SUPER 16G VENTUS 3X", "GeForce RTX 4070 Ti SUPER", 16, 299),
        gpu("GIGABYTE", "GIGABYTE GeForce RTX4070 WINDFORCE", "GeForce RTX 4070", 12, 189)
            .part("GV-N4070WF3OC-12GD"),
        gpu("Sapphire", "Sapphire Pulse Radeon RX 7800 XT 16GB", "Radeon RX 7800 XT", 16, 169),
        gpu("ZOTAC", "ZOTAC GAMING GeForce RTX 3060 Twin Edge White", "GeForce RTX 3060", 12, 99)
            .spec(SpecKey::Color, serde_json::json!(["White"])),
    ]
}

fn processors_and_boards() -> Vec<Document> {
    use Category::Motherboard;
    let cpu = |manufacturer: &str, name: &str, socket: &str, dinars: i64| {
        product(Category::Cpu, manufacturer, name).spec(SpecKey::Socket, word(socket)).costs(dinars)
    };
    vec![
        cpu("AMD", "AMD Ryzen 7 7800X3D", "AM5", 129).part("100-100000910WOF").popular(50.0),
        cpu("AMD", "AMD Ryzen 5 7600", "AM5", 69),
        cpu("AMD", "AMD Ryzen 5 5600X", "AM4", 49).popular(10.0),
        cpu("Intel", "Intel Core i5-13400F", "LGA1700", 59),
        cpu("Intel", "Intel Core i7-14700K", "LGA1700", 125).out_of_stock(),
        product(Motherboard, "ASUS", "ASUS PRIME B650M-A WIFI")
            .spec(SpecKey::MotherboardChipset, word("AMD B650"))
            .spec(SpecKey::Socket, word("AM5"))
            .spec(SpecKey::FormFactor, word("Micro ATX"))
            .costs(52),
        product(Motherboard, "MSI", "MSI MAG B650 TOMAHAWK WIFI")
            .spec(SpecKey::MotherboardChipset, word("AMD B650"))
            .spec(SpecKey::Socket, word("AM5"))
            .spec(SpecKey::FormFactor, word("ATX"))
            .costs(69),
    ]
}

fn memory_and_drives() -> Vec<Document> {
    use Category::Storage;
    let ram = |manufacturer: &str, name: &str, kind: &str, capacity: i64, dinars: i64| {
        product(Category::Ram, manufacturer, name)
            .spec(SpecKey::RamType, word(kind))
            .spec(SpecKey::RamCapacity, capacity.into())
            .costs(dinars)
    };
    vec![
        ram("Corsair", "Corsair Vengeance 32GB (2x16GB) DDR5-6000 CL30 Black", "DDR5", 32, 45)
            .part("CMK32GX5M2B6000C30")
            .spec(SpecKey::Color, serde_json::json!(["Black"])),
        ram("G.SKILL", "G.SKILL Trident Z5 RGB 32GB DDR5 6400", "DDR5", 32, 52),
        ram("Kingston", "Kingston FURY Beast 16GB DDR4 3200", "DDR4", 16, 15),
        product(Storage, "Samsung", "Samsung 990 PRO 2TB NVMe")
            .spec(SpecKey::StorageCapacity, 2000.into())
            .spec(SpecKey::StorageKind, word("SSD"))
            .spec(SpecKey::StorageFormFactor, word("M.2-NVMe"))
            .costs(59),
        product(Storage, "WD", "WD Black SN850X 1TB")
            .spec(SpecKey::StorageCapacity, 1000.into())
            .spec(SpecKey::StorageKind, word("SSD"))
            .costs(32),
        product(Storage, "Seagate", "Seagate BarraCuda 2TB")
            .spec(SpecKey::StorageCapacity, 2000.into())
            .spec(SpecKey::StorageKind, word("HDD"))
            .costs(19),
    ]
}

fn other_parts() -> Vec<Document> {
    use Category::{Case, CaseFan, CpuCooler, Monitor, Mouse, Psu};
    vec![
        product(Psu, "Corsair", "Corsair RM850x 850W 80+ Gold")
            .spec(SpecKey::PsuWattage, 850.into())
            .spec(SpecKey::PsuEfficiency, word("80+ Gold"))
            .costs(42),
        product(Psu, "be quiet!", "be quiet! Pure Power 12 M 750W")
            .spec(SpecKey::PsuWattage, 750.into())
            .spec(SpecKey::PsuEfficiency, word("80+ Gold"))
            .costs(36),
        product(Case, "Lian Li", "Lian Li O11 Dynamic EVO")
            .costs(55)
            .spec(SpecKey::Color, serde_json::json!(["Black"])),
        product(Case, "Corsair", "Corsair 4000D Airflow White")
            .costs(34)
            .spec(SpecKey::Color, serde_json::json!(["White"])),
        product(CaseFan, "ARCTIC", "ARCTIC P12 PWM PST Case Fan").costs(3),
        product(CpuCooler, "Cooler Master", "Cooler Master Hyper 212 Black")
            .spec(SpecKey::CoolerType, word("AIR"))
            .costs(14),
        product(CpuCooler, "NZXT", "NZXT Kraken 360 RGB")
            .spec(SpecKey::CoolerType, word("AIO"))
            .spec(SpecKey::RadiatorSize, 360.into())
            .costs(69),
        product(Monitor, "LG", "LG UltraGear 27GP850-B 27\" QHD 165Hz")
            .spec(SpecKey::ScreenSize, 27.into())
            .spec(SpecKey::RefreshRate, 165.into())
            .costs(95)
            .arabic("شاشة ال جي الترا جير 27 بوصة"),
        product(Monitor, "Samsung", "Samsung Odyssey G5 32\" 144Hz")
            .spec(SpecKey::ScreenSize, 32.into())
            .spec(SpecKey::RefreshRate, 144.into())
            .costs(89),
        product(Mouse, "Logitech", "Logitech G502 HERO").costs(18),
        product(Mouse, "Razer", "Razer DeathAdder V3 Pro").costs(39).spec(SpecKey::Wireless, true.into()),
    ]
}
