use sqlx::PgExecutor;

/// A source of facts.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct DataSource {
    /// The short name that provenance cites.
    pub slug: String,
    pub name: String,
    /// The notice to be shown beside the source's facts.
    pub attribution: Option<String>,
    pub url: Option<String>,
}

/// The slug of the source of facts that retailers' own titles state.
pub const RETAILERS: &str = "shops";

/// Returns the source of [`RETAILERS`].
pub fn retailers() -> DataSource {
    DataSource {
        slug: RETAILERS.to_owned(),
        name: "Retailers' own titles".to_owned(),
        attribution: None,
        url: None,
    }
}

/// Stores a source, or updates it.
pub async fn upsert(db: impl PgExecutor<'_>, source: &DataSource) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into data_source (slug, name, attribution, url) values ($1, $2, $3, $4)
         on conflict (slug) do update set name = excluded.name, attribution = excluded.attribution, url = excluded.url",
        source.slug,
        source.name,
        source.attribution,
        source.url,
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Returns all sources by name.
pub async fn list(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<DataSource>> {
    sqlx::query_as!(DataSource, "select slug, name, attribution, url from data_source order by name")
        .fetch_all(db)
        .await
}
