use sqlx::PgExecutor;

/// Where facts come from.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct DataSource {
    /// Short name, as provenance cites it.
    pub slug: String,
    pub name: String,
    /// The notice to be shown beside its facts.
    pub attribution: Option<String>,
    pub url: Option<String>,
}

/// The source of facts that shops' own titles state.
pub const RETAILERS: &str = "shops";

/// What [`RETAILERS`] stands for.
pub fn retailers() -> DataSource {
    DataSource {
        slug: RETAILERS.to_owned(),
        name: "Retailers' own titles".to_owned(),
        attribution: None,
        url: None,
    }
}

/// Stores or renames a source.
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

/// All sources by name.
pub async fn list(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<DataSource>> {
    sqlx::query_as!(DataSource, "select slug, name, attribution, url from data_source order by name")
        .fetch_all(db)
        .await
}
