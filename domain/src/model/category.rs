use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{Display, IntoStaticStr, VariantArray};

/// The category of a product, as stored and as sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(type_name = "text", rename_all = "SCREAMING_SNAKE_CASE")]
#[derive(Display, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "SCREAMING_SNAKE_CASE", const_into_str)]
pub enum Category {
    Cpu,
    CpuCooler,
    Motherboard,
    Ram,
    Storage,
    Gpu,
    Case,
    Psu,
    Monitor,
    CaseFan,
    Keyboard,
    Mouse,
    Headset,
    Other,
}

/// What pages show of a category.
struct Shown {
    route: Option<&'static str>,
    letter: Option<char>,
    label_en: &'static str,
    label_ar: &'static str,
    icon: &'static str,
}

/// The error for a string that names no category; it holds the string.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown component category {0:?}")]
pub struct UnknownCategory(pub String);

impl Category {
    /// Every category, builder rows first and in their order.
    pub const ALL: [Category; 14] = {
        let mut all = [Category::Other; 14];
        all.copy_from_slice(<Category as VariantArray>::VARIANTS);
        all
    };

    /// Returns the stored and sent name, such as `CPU_COOLER`.
    pub const fn as_str(self) -> &'static str {
        self.into_str()
    }

    fn shown(self) -> Shown {
        let row = |route, letter, label_en, label_ar, icon| Shown { route, letter, label_en, label_ar, icon };
        match self {
            Self::Cpu => row(Some("/cpu"), Some('C'), "CPU", "المعالج", "cpu"),
            Self::CpuCooler => row(Some("/cpu-cooler"), Some('O'), "CPU Cooler", "مبرد المعالج", "cooler"),
            Self::Motherboard => row(Some("/motherboard"), Some('M'), "Motherboard", "المذربورد", "board"),
            Self::Ram => row(Some("/memory"), Some('R'), "Memory", "الرام", "ram"),
            Self::Storage => row(Some("/storage"), Some('S'), "Storage", "التخزين", "storage"),
            Self::Gpu => row(Some("/gpu"), Some('G'), "Video Card", "كرت الشاشة", "gpu"),
            Self::Case => row(Some("/case"), Some('A'), "Case", "الكيس", "case"),
            Self::Psu => row(Some("/psu"), Some('P'), "Power Supply", "الباور سبلاي", "psu"),
            Self::Monitor => row(Some("/monitor"), Some('N'), "Monitor", "الشاشة", "monitor"),
            Self::CaseFan => row(Some("/case-fan"), Some('F'), "Case Fan", "مراوح الكيس", "fan"),
            Self::Keyboard => row(Some("/keyboard"), None, "Keyboard", "الكيبورد", "keyboard"),
            Self::Mouse => row(Some("/mouse"), None, "Mouse", "الماوس", "mouse"),
            Self::Headset => row(Some("/headset"), None, "Headset", "السماعة", "headset"),
            Self::Other => row(None, None, "Other", "غير ذلك", "other"),
        }
    }

    /// Returns the listing page's path; `None` for `OTHER`, which has no page.
    pub fn route(self) -> Option<&'static str> {
        self.shown().route
    }

    /// Returns the keyboard key that opens the listing; only the builder's categories have one.
    pub fn letter(self) -> Option<char> {
        self.shown().letter
    }

    /// Returns the English label, as the source specification words it.
    pub fn label_en(self) -> &'static str {
        self.shown().label_en
    }

    /// Returns the Arabic label, in the words of Gulf users.
    pub fn label_ar(self) -> &'static str {
        self.shown().label_ar
    }

    /// Returns the icon's name in the web's sprite, without the `i-` prefix.
    pub fn icon(self) -> &'static str {
        self.shown().icon
    }

    /// Whether a build without a part of this category is incomplete.
    pub fn required(self) -> bool {
        matches!(
            self,
            Category::Cpu | Category::Motherboard | Category::Ram | Category::Storage | Category::Psu
        )
    }
}

impl FromStr for Category {
    type Err = UnknownCategory;

    /// Reads the stored name in any case, a route, and the old names `Memory` and `COOLER`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let upper = text.trim().trim_start_matches('/').replace(['-', ' '], "_").to_ascii_uppercase();
        match upper.as_str() {
            "MEMORY" => return Ok(Category::Ram),
            "COOLER" => return Ok(Category::CpuCooler),
            _ => {}
        }
        Category::ALL
            .into_iter()
            .find(|category| category.as_str() == upper)
            .ok_or_else(|| UnknownCategory(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_parses_its_own_name_and_route() {
        for category in Category::ALL {
            assert_eq!(category.as_str().parse(), Ok(category));
            if let Some(route) = category.route() {
                assert_eq!(route.parse(), Ok(category));
            }
        }
    }

    #[test]
    fn old_category_names_are_parsed() {
        assert_eq!("Memory".parse(), Ok(Category::Ram));
        assert_eq!("cooler".parse(), Ok(Category::CpuCooler));
        assert!("toaster".parse::<Category>().is_err());
    }
}
