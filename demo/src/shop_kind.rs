//! The six shops: their names, slugs and habits.

/// The invented demo retailers, each on another platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShopKind {
    DhowDigital,
    SafatTech,
    NoorComputers,
    BandarPc,
    SidraStore,
    /// The general store, which sells everything; the others sell parts.
    MirqabMart,
}

impl ShopKind {
    /// All demo retailers.
    pub const ALL: [ShopKind; 6] = [
        ShopKind::DhowDigital,
        ShopKind::SafatTech,
        ShopKind::NoorComputers,
        ShopKind::BandarPc,
        ShopKind::SidraStore,
        ShopKind::MirqabMart,
    ];

    /// The shops that sell parts and what belongs to them.
    pub const PART_SHOPS: [ShopKind; 5] = [
        ShopKind::DhowDigital,
        ShopKind::SafatTech,
        ShopKind::NoorComputers,
        ShopKind::BandarPc,
        ShopKind::SidraStore,
    ];

    /// Returns the retailer's slug, as in `config/retailers`.
    pub fn slug(self) -> &'static str {
        match self {
            ShopKind::DhowDigital => "dhow-digital",
            ShopKind::SafatTech => "safat-tech",
            ShopKind::NoorComputers => "noor-computers",
            ShopKind::BandarPc => "bandar-pc",
            ShopKind::SidraStore => "sidra-store",
            ShopKind::MirqabMart => "mirqab-mart",
        }
    }

    /// Returns the shop's name in English and Arabic.
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            ShopKind::DhowDigital => ("Dhow Digital", "داو ديجيتال"),
            ShopKind::SafatTech => ("Safat Tech", "الصفاة تك"),
            ShopKind::NoorComputers => ("Noor Computers", "نور كمبيوتر"),
            ShopKind::BandarPc => ("Bandar PC", "بندر بي سي"),
            ShopKind::SidraStore => ("Sidra Store", "متجر سدرة"),
            ShopKind::MirqabMart => ("Mirqab Mart", "مرقاب مارت"),
        }
    }

    /// Returns the number of products of a thousand that the shop carries, and its price level in per mille. The general
    /// store's parts are chosen by family (`general_store`), not by this number.
    pub(super) fn habits(self) -> (i64, i64) {
        match self {
            ShopKind::DhowDigital => (700, 1005),
            ShopKind::SafatTech => (640, 995),
            ShopKind::NoorComputers => (620, 1020),
            ShopKind::BandarPc => (600, 980),
            ShopKind::SidraStore => (560, 970),
            ShopKind::MirqabMart => (0, 1035),
        }
    }

    /// Returns the id under which the shop lists an offer; unique in the shop (tested).
    pub(super) fn external_id(self, offer: u64) -> String {
        match self {
            ShopKind::DhowDigital => (44_000_000_000_000 + offer % 1_000_000_000_000).to_string(),
            ShopKind::SafatTech => (10_000 + offer % 90_000_000).to_string(),
            ShopKind::NoorComputers => format!("NC-{:08X}", offer % 0x1_0000_0000),
            ShopKind::BandarPc => format!("BPC-{:08}", offer % 100_000_000),
            ShopKind::SidraStore => format!("S{:09}", offer % 1_000_000_000),
            ShopKind::MirqabMart => format!("MM{:09}", offer % 1_000_000_000),
        }
    }
}
