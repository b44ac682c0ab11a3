//! Synthetic products with offers, generated one by one and deterministic by their number.

use bench::Rng;
use domain::{
    model::{
        Category, Fils, Offer, OfferId, Picture, PictureHash, PricePoint, Product, ProductId, RetailerId,
        ShippingRule, Slug, Specs, Stock, Trend,
    },
    store::offers::ListedOffer,
    store::snapshots::{Snapshot, TREND_DAYS},
};
use time::{Date, Duration, OffsetDateTime, Time};
use uuid::Uuid;

use crate::parts;

/// A synthetic retailer.
pub(crate) struct Retailer {
    pub(crate) id: RetailerId,
    pub(crate) slug: Slug,
    pub(crate) name: String,
}

/// Generator of products.
pub(crate) struct Catalogue {
    pub(crate) retailers: Vec<Retailer>,
    pub(crate) today: Date,
    noon: OffsetDateTime,
    max_offers: Option<usize>,
}

impl Catalogue {
    /// Makes a generator whose products have 0 to `max_offers` offers, all equally often; without it 0 to 4, mostly one
    /// or two.
    pub(crate) fn new(today: Date, max_offers: Option<usize>) -> Result<Self, Box<dyn std::error::Error>> {
        let names = [
            "Alpha", "Bayan", "Coral", "Dana", "Elite", "Failaka", "Gulf", "Hawally", "Ibhar", "Jahra",
            "Kout", "Layla",
        ];
        let retailers = names.iter().enumerate().map(|(index, name)| {
            Ok(Retailer {
                id: RetailerId(Uuid::from_u64_pair(1, index as u64 + 1)),
                slug: format!("{}-store", name.to_lowercase())
                    .parse::<Slug>()
                    .map_err(|error| error.to_string())?,
                name: format!("{name} Store"),
            })
        });
        let retailers = retailers.collect::<Result<_, String>>()?;
        Ok(Self { retailers, today, noon: today.with_time(Time::MIDNIGHT).assume_utc(), max_offers })
    }

    /// Returns the day on which every price was first seen.
    pub(crate) fn first_seen(&self) -> OffsetDateTime {
        self.noon - Duration::days(TREND_DAYS + 5)
    }

    /// Returns the product of a number, with its offers.
    pub(crate) fn snapshot(&self, number: u64) -> Snapshot {
        let mut rng = Rng::new(number.wrapping_mul(0x5851_f42d_4c95_7f2d) ^ 7);
        let part = parts::make(&mut rng);
        let id = ProductId(Uuid::from_u64_pair(
            rng.next_u64() & 0xffff_ffff_ffff_0fff | 0x4000,
            rng.next_u64() >> 2 | 1 << 63,
        ));
        let name = format!("{} {}", part.manufacturer, part.model);
        let name_ar = rng.percent(40).then(|| format!("{} {name}", arabic(part.category)));
        let numbers = vec![format!("{}-{}", rng.code(4), rng.code(7))];
        let specs = part.specs.as_object().map(|object| Specs::from_json(object).0).unwrap_or_default();
        let price = 3_000 + rng.below(300) * rng.below(1_500);
        let product = Product {
            id,
            category: part.category,
            picture: Some(Picture {
                hash: PictureHash::of(id.to_string().as_bytes()),
                width: 640,
                height: 480,
            }),
            name,
            name_ar,
            manufacturer: part.manufacturer.to_owned(),
            model: part.model,
            part_numbers: numbers,
            gtins: Vec::new(),
            aliases: Vec::new(),
            specs,
            provenance: Default::default(),
            // A few products are viewed often, most hardly ever.
            popularity: 20_000.0 / (1.0 + rng.below(2_000_000) as f32 / 100.0),
            rating: None,
            review_count: 0,
            updated_at: self.noon,
        };
        let offers = self.offers(number, &product, price as i64, &mut rng);
        let steps: Vec<PricePoint> = offers
            .iter()
            .map(|listed| PricePoint {
                offer_id: listed.offer.id,
                day: self.first_seen().date(),
                price: listed.offer.price,
                stock: listed.offer.stock,
            })
            .collect();
        Snapshot { trend: Trend::compute(&steps, self.today, TREND_DAYS), product, offers, rated: None }
    }

    fn offers(&self, number: u64, product: &Product, price: i64, rng: &mut Rng) -> Vec<ListedOffer> {
        let count = match self.max_offers {
            Some(max) => rng.below(max as u64 + 1) as usize,
            None => rng.pick(&[0_usize, 1, 1, 1, 1, 2, 2, 2, 3, 4]),
        };
        let first = rng.below(self.retailers.len() as u64) as usize;
        let mut offers: Vec<ListedOffer> = (0..count)
            .map(|index| {
                let position = (first + index * 5) % self.retailers.len();
                let retailer = &self.retailers[position];
                let external_id = (10_000_000 + number * 10 + index as u64).to_string();
                ListedOffer {
                    offer: Offer {
                        id: OfferId(Uuid::from_u64_pair(rng.next_u64(), rng.next_u64())),
                        retailer_id: retailer.id,
                        url: format!("https://{}.example.com/products/{external_id}", retailer.slug),
                        external_id,
                        product_id: Some(product.id),
                        title_en: Some(product.name.clone()),
                        title_ar: None,
                        image_url: None,
                        price: Fils(price + rng.below(40) as i64 * 250 + 250),
                        list_price: None,
                        stock: if rng.percent(75) { Stock::In } else { Stock::Out },
                        stock_left: None,
                        price_confirmed_at: self.noon,
                    },
                    retailer_slug: retailer.slug.clone(),
                    retailer_name_en: retailer.name.clone(),
                    retailer_name_ar: retailer.name.clone(),
                    retailer_position: position as i32,
                    tabby: position.is_multiple_of(3),
                    shipping: ShippingRule { flat: None, free_over: None },
                    affiliate: None,
                    is_confirmed_by_crawls: true,
                }
            })
            .collect();
        offers.sort_by_key(|listed| (listed.offer.price, listed.offer.id));
        offers
    }
}

/// Returns the Arabic name of a category.
pub(crate) fn arabic(category: Category) -> &'static str {
    match category {
        Category::Cpu => "معالج",
        Category::CpuCooler => "مبرد معالج",
        Category::Motherboard => "لوحة أم",
        Category::Ram => "ذاكرة رام",
        Category::Storage => "قرص تخزين",
        Category::Gpu => "كرت شاشة",
        Category::Case => "كيس كمبيوتر",
        Category::Psu => "مزود طاقة",
        Category::Monitor => "شاشة",
        Category::CaseFan => "مروحة كيس",
        Category::Keyboard => "لوحة مفاتيح",
        Category::Mouse => "ماوس",
        Category::Headset => "سماعة",
        Category::Other => "اكسسوار",
    }
}
