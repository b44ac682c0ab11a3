use sqlx::{PgConnection, PgExecutor, types::Json};

use crate::model::{AffiliateTemplate, BuildId, Category, Fils, Picture, ProductId, Stock, shopper_url};

/// A part to be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPart {
    pub slot: Category,
    /// `None` for an already saved part whose product no longer exists.
    pub product_id: Option<ProductId>,
    pub name: String,
    pub quantity: i32,
    /// The unit price today.
    pub price: Option<Fils>,
}

/// A saved part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedPart {
    pub build_id: BuildId,
    pub slot: Category,
    pub product_id: Option<ProductId>,
    /// The name on the day the part was saved.
    pub name: String,
    pub quantity: i32,
    /// The unit price on that day.
    pub price: Option<Fils>,
    /// The product and its cheapest offer now; `None` once the product has left the catalogue.
    pub today: Option<ProductToday>,
}

/// A product and its cheapest offer now: of those in stock, else of all, without delivery.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProductToday {
    pub name: String,
    pub name_ar: Option<String>,
    pub manufacturer: String,
    pub model: String,
    pub picture: Option<Picture>,
    pub price: Option<Fils>,
    pub list_price: Option<Fils>,
    pub in_stock: bool,
    /// Whether that offer is on pre-order: then none is in stock.
    pub pre_order: bool,
    pub retailer: Option<String>,
    pub retailer_slug: Option<String>,
    /// Link to the offer, for shoppers.
    pub url: Option<String>,
}

impl SavedPart {
    /// Returns the same part, to be saved again without changes.
    pub fn as_new(&self) -> NewPart {
        NewPart {
            slot: self.slot,
            product_id: self.product_id,
            name: self.name.clone(),
            quantity: self.quantity,
            price: self.price,
        }
    }

    /// Returns the lowest unit price now; `None` where no retailer has the product in stock.
    pub fn price_today(&self) -> Option<Fils> {
        self.today.as_ref().filter(|today| today.in_stock)?.price
    }
}

impl ProductToday {
    /// Returns a placeholder for a product that has left the catalogue: its name, without an offer.
    pub fn unavailable(name: String) -> Self {
        Self { name, ..Self::default() }
    }
}

/// Returns the parts of these builds, build by build, in the order in which they were saved.
pub async fn list_parts(db: impl PgExecutor<'_>, builds: &[BuildId]) -> sqlx::Result<Vec<SavedPart>> {
    let rows = sqlx::query!(
        r#"select part.build_id as "build_id: BuildId", part.slot as "slot: Category",
               part.product_id as "product_id: ProductId", part.name as kept_name, part.quantity,
               part.price_fils as "kept_price: Fils",
               product.name as "name?", coalesce(product.name_ar, arabic.title_ar) as name_ar, product.manufacturer as "manufacturer?",
               product.model as "model?", picture_json(product.picture_hash) as "picture: Json<Picture>",
               best.price_fils as "price?: Fils", best.list_price_fils as "list_price: Fils", offer_stock(best.stock, best.pre_order) as "stock?: Stock",
               best.name_en as "retailer?", best.slug as "retailer_slug?", best.url as "url?",
               best.affiliate as "affiliate?: AffiliateTemplate"
           from saved_build_part as part
           left join product on product.id = part.product_id and product.removed_at is null
           left join lateral (
               select price_fils, list_price_fils, stock, pre_order, offer.url, name_en, slug, affiliate
               from offer join retailer on retailer.id = retailer_id
               where offer.product_id = product.id and ended_at is null and enabled
               order by stock <> 'IN', offer_stock(stock, pre_order) <> 'PRE_ORDER', price_fils, offer.id limit 1
           ) as best on true
           left join lateral (
               select (array_agg(title_ar order by price_fils, offer.id) filter (where title_ar is not null))[1] as title_ar
               from offer join retailer on retailer.id = retailer_id
               where offer.product_id = product.id and ended_at is null and enabled
           ) as arabic on true
           where part.build_id = any($1::uuid[]) order by part.build_id, part.position"#,
        builds as &[BuildId],
    )
    .fetch_all(db)
    .await?;
    let parts = rows.into_iter().map(|row| SavedPart {
        build_id: row.build_id,
        slot: row.slot,
        product_id: row.product_id,
        name: row.kept_name,
        quantity: row.quantity,
        price: row.kept_price,
        today: row.name.map(|name| ProductToday {
            name,
            name_ar: row.name_ar,
            manufacturer: row.manufacturer.unwrap_or_default(),
            model: row.model.unwrap_or_default(),
            picture: row.picture.map(|picture| picture.0),
            price: row.price,
            list_price: row.list_price,
            in_stock: row.stock == Some(Stock::In),
            pre_order: row.stock == Some(Stock::PreOrder),
            retailer: row.retailer,
            retailer_slug: row.retailer_slug,
            url: row.url.map(|url| shopper_url(&url, row.affiliate.as_ref())),
        }),
    });
    Ok(parts.collect())
}

/// Replaces all parts of a build.
pub async fn replace_parts(db: &mut PgConnection, id: BuildId, parts: &[NewPart]) -> sqlx::Result<()> {
    sqlx::query!("delete from saved_build_part where build_id = $1", id as BuildId).execute(&mut *db).await?;
    let positions: Vec<i16> = (0..).take(parts.len()).collect();
    let slots: Vec<&str> = parts.iter().map(|part| part.slot.as_str()).collect();
    let products: Vec<Option<ProductId>> = parts.iter().map(|part| part.product_id).collect();
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    let quantities: Vec<i32> = parts.iter().map(|part| part.quantity).collect();
    let prices: Vec<Option<Fils>> = parts.iter().map(|part| part.price).collect();
    sqlx::query!(
        "insert into saved_build_part (build_id, position, slot, product_id, name, quantity, price_fils)
         select $1, * from unnest($2::smallint[], $3::text[], $4::uuid[], $5::text[], $6::integer[], $7::bigint[])",
        id as BuildId,
        &positions,
        &slots as &[&str],
        &products as &[Option<ProductId>],
        &names as &[&str],
        &quantities,
        &prices as &[Option<Fils>],
    )
    .execute(db)
    .await?;
    Ok(())
}
