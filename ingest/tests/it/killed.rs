use std::{
    process::{Child, Command, Stdio},
    time::Duration,
};

use sqlx::PgPool;

use crate::{
    stored::{Stored, assert_same, forget_crawls, number},
    street::{Street, import_reference},
};

/// The real program on this test's database.
struct Program {
    database: String,
    retailers: tempfile::TempDir,
}

impl Program {
    async fn new(db: &PgPool, street: &Street) -> anyhow::Result<Program> {
        let retailers = tempfile::tempdir()?;
        street.write_files(retailers.path())?;
        Ok(Program { database: database_url(db).await?, retailers })
    }

    fn run(&self) -> std::io::Result<Child> {
        Command::new(env!("CARGO_BIN_EXE_ingest"))
            .args([
                "run",
                "--retailer",
                "dhow-digital",
                "--retailer",
                "safat-tech",
                "--retailer",
                "sidra-store",
            ])
            .env("DATABASE_URL", &self.database)
            .env("TAJMEEA_INGEST__RETAILERS_DIRECTORY", self.retailers.path())
            .env("TAJMEEA_INGEST__BATCH_SIZE", "40")
            // In turn: what a price is judged by does not then hang on which shop was faster.
            .env("TAJMEEA_INGEST__CONCURRENT_RETAILERS", "1")
            .env("RUST_LOG", "warn")
            .stdout(Stdio::null())
            .spawn()
    }
}

/// The address of the test's own database, for another process.
pub(crate) async fn database_url(db: &PgPool) -> anyhow::Result<String> {
    let name: String = sqlx::query_scalar("select current_database()").fetch_one(db).await?;
    let mut url = url::Url::parse(&std::env::var("DATABASE_URL")?)?;
    url.set_path(&name);
    Ok(url.into())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn a_crawl_killed_anywhere_and_begun_again_ends_as_an_undisturbed_one(
    db: PgPool,
) -> anyhow::Result<()> {
    let street = Street::open().await?;
    import_reference(&db).await?;
    forget_crawls(&db).await?;
    let program = Program::new(&db, &street).await?;
    assert!(wait(program.run()?).await?, "an undisturbed run succeeds");
    let undisturbed = Stored::read(&db).await?;
    assert!(undisturbed.offers.len() >= 1_500);
    forget_crawls(&db).await?;

    for offers_until_killed in [1, 300, 900, 1_400] {
        let mut child = program.run()?;
        while number(&db, "select count(*) from offer").await? < offers_until_killed {
            assert!(child.try_wait()?.is_none(), "it ended before it could be killed");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        child.kill()?;
        child.wait()?;
    }
    let left = number(&db, "select count(*) from offer").await?;
    assert!(usize::try_from(left)? < undisturbed.offers.len(), "it was killed before its end");
    assert!(wait(program.run()?).await?, "the last run succeeds");
    let stored = Stored::read(&db).await?;
    assert_same(&stored, &undisturbed);
    assert_eq!(number(&db, "select count(*) from crawl where state = 'RUNNING'").await?, 0);
    Ok(())
}

async fn wait(mut child: Child) -> anyhow::Result<bool> {
    Ok(tokio::task::spawn_blocking(move || child.wait()).await??.success())
}
