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

    /// Returns the listing page's path; `None` for `OTHER`, which has no page.
    pub fn route(self) -> Option<&'static str> {
        Some(match self {
            Category::Cpu => "/cpu",
            Category::CpuCooler => "/cpu-cooler",
            Category::Motherboard => "/motherboard",
            Category::Ram => "/memory",
            Category::Storage => "/storage",
            Category::Gpu => "/gpu",
            Category::Case => "/case",
            Category::Psu => "/psu",
            Category::Monitor => "/monitor",
            Category::CaseFan => "/case-fan",
            Category::Keyboard => "/keyboard",
            Category::Mouse => "/mouse",
            Category::Headset => "/headset",
            Category::Other => return None,
        })
    }

    /// Returns the keyboard key that opens the listing; only the builder's categories have one.
    pub fn letter(self) -> Option<char> {
        Some(match self {
            Category::Cpu => 'C',
            Category::CpuCooler => 'O',
            Category::Motherboard => 'M',
            Category::Ram => 'R',
            Category::Gpu => 'G',
            Category::Storage => 'S',
            Category::Psu => 'P',
            Category::Case => 'A',
            Category::Monitor => 'N',
            Category::CaseFan => 'F',
            _ => return None,
        })
    }

    /// Returns the English label, as the source specification words it.
    pub fn label_en(self) -> &'static str {
        match self {
            Category::Cpu => "CPU",
            Category::CpuCooler => "CPU Cooler",
            Category::Motherboard => "Motherboard",
            Category::Ram => "Memory",
            Category::Storage => "Storage",
            Category::Gpu => "Video Card",
            Category::Case => "Case",
            Category::Psu => "Power Supply",
            Category::Monitor => "Monitor",
            Category::CaseFan => "Case Fan",
            Category::Keyboard => "Keyboard",
            Category::Mouse => "Mouse",
            Category::Headset => "Headset",
            Category::Other => "Other",
        }
    }

    /// Returns the Arabic label, in the words of Gulf users.
    pub fn label_ar(self) -> &'static str {
        match self {
            Category::Cpu => "المعالج",
            Category::CpuCooler => "مبرد المعالج",
            Category::Motherboard => "المذربورد",
            Category::Ram => "الرام",
            Category::Storage => "التخزين",
            Category::Gpu => "كرت الشاشة",
            Category::Case => "الكيس",
            Category::Psu => "الباور سبلاي",
            Category::Monitor => "الشاشة",
            Category::CaseFan => "مراوح الكيس",
            Category::Keyboard => "الكيبورد",
            Category::Mouse => "الماوس",
            Category::Headset => "السماعة",
            Category::Other => "غير ذلك",
        }
    }

    /// Returns the icon's name in the web's sprite, without the `i-` prefix.
    pub fn icon(self) -> &'static str {
        match self {
            Category::Cpu => "cpu",
            Category::CpuCooler => "cooler",
            Category::Motherboard => "board",
            Category::Ram => "ram",
            Category::Storage => "storage",
            Category::Gpu => "gpu",
            Category::Case => "case",
            Category::Psu => "psu",
            Category::Monitor => "monitor",
            Category::CaseFan => "fan",
            Category::Keyboard => "keyboard",
            Category::Mouse => "mouse",
            Category::Headset => "headset",
            Category::Other => "other",
        }
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
