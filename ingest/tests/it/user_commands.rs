//! Commands about user accounts, with the real program.

use std::process::Command;

use domain::{
    model::UserId,
    store::{
        passkeys::{self, NewPasskey},
        second_factors, sessions,
        users::{self, Role},
    },
};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool};

use crate::{command_line::code, interrupted_workers::database_url};

async fn insert_user(db: &PgPool, email: &str) -> anyhow::Result<UserId> {
    let id = users::insert(db, &email.parse()?, "Sara", "no hash", Role::User, true).await?;
    id.ok_or_else(|| anyhow::anyhow!("{email} has an account"))
}

/// Runs `ingest user second-factor …`; returns the exit code, the JSON and the log.
async fn run(database: &str, what: &str, email: &str) -> anyhow::Result<(i32, Value, String)> {
    let output = Command::new(env!("CARGO_BIN_EXE_ingest"))
        .args(["user", "second-factor", what, email, "--json"])
        .env("DATABASE_URL", database)
        .env("RUST_LOG", "info")
        .output()?;
    let answer = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>().next();
    let log = String::from_utf8(output.stderr.clone())?;
    Ok((code(&output), answer.transpose()?.unwrap_or_default(), log))
}

async fn count(db: &PgPool, sql: String) -> sqlx::Result<i64> {
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(db).await
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn operator_removes_a_second_factor_once(db: PgPool) -> anyhow::Result<()> {
    let database = database_url(&db).await?;
    let sara = insert_user(&db, "Sara@example.com").await?;
    let omar = insert_user(&db, "omar@example.com").await?;
    for id in [sara, omar] {
        second_factors::insert(&db, id, &[7; 20]).await?;
        sessions::insert(&db, id, id.to_string().as_bytes(), None, None).await?;
    }
    // Until a code is confirmed, there is no factor to remove.
    let (code, state, _) = run(&database, "show", "sara@example.com").await?;
    let off = json!({ "email": "Sara@example.com", "enabled": false, "confirmed_at": null,
                      "app": false, "passkeys": 0, "recovery_codes_left": 0 });
    assert_eq!((code, state), (0, off.clone()));
    assert_eq!(run(&database, "remove", "sara@example.com").await?.0, 1);
    for id in [sara, omar] {
        assert!(second_factors::redeem_step(&db, id, 1).await?);
        second_factors::insert_recovery_codes(&db, id, &[vec![1; 32], vec![2; 32]]).await?;
    }
    let (_, state, _) = run(&database, "show", "sara@example.com").await?;
    assert_eq!((&state["enabled"], &state["recovery_codes_left"]), (&json!(true), &json!(2)));

    let (code, removed, log) = run(&database, "remove", "sara@example.com").await?;
    assert_eq!((code, &removed["enabled"]), (0, &json!(false)), "{log}");
    let event = log.lines().find(|line| line.contains("\"target\":\"security\"")).unwrap_or_default();
    let event: Value = serde_json::from_str(event)?;
    assert_eq!(
        (&event["security.event"], &event["user.id"]),
        (&json!("second_factor_removed"), &json!(sara.to_string()))
    );
    assert_eq!(run(&database, "show", "sara@example.com").await?.1, off);
    let (code, answer, _) = run(&database, "remove", "sara@example.com").await?;
    let says = answer["error"].as_str().unwrap_or_default();
    assert!(code == 1 && says.ends_with("the user has no second factor"), "{says}");

    // Sara alone is signed out and told, once.
    for (table, of_sara, of_all) in
        [("session", 0, 1), ("second_factor", 0, 1), ("recovery_code", 0, 2), ("mail", 1, 1)]
    {
        let all = format!("select count(*) from {table}");
        assert_eq!(count(&db, format!("{all} where user_id = '{sara}'")).await?, of_sara, "{table}");
        assert_eq!(count(&db, all).await?, of_all, "{table}");
    }
    let audited = "select count(*) from audit_entry where action_type = 'REMOVE_SECOND_FACTOR'
                   and target_type = 'USER' and admin_name = 'SYSTEM' and before ->> 'email' = 'Sara@example.com'";
    assert_eq!(count(&db, audited.to_owned()).await?, 1);
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn operator_removes_passkeys(db: PgPool) -> anyhow::Result<()> {
    let database = database_url(&db).await?;
    let sara = insert_user(&db, "sara@example.com").await?;
    second_factors::insert_recovery_codes(&db, sara, &[vec![1; 32]]).await?;
    for number in [1, 2] {
        let passkey = NewPasskey {
            credential_id: vec![number; 16],
            public_key: vec![0; 33],
            state: vec![0; 7],
            transports: 0,
        };
        assert!(passkeys::insert(&db, sara, "Key", &passkey).await?.is_some());
        assert!(passkeys::insert(&db, sara, "Again", &passkey).await?.is_none());
    }
    let (_, state, _) = run(&database, "show", "sara@example.com").await?;
    assert_eq!(
        (&state["enabled"], &state["app"], &state["passkeys"]),
        (&json!(true), &json!(false), &json!(2))
    );
    assert!(state["confirmed_at"].is_string());
    assert_eq!(run(&database, "remove", "sara@example.com").await?.0, 0);
    for table in ["passkey", "recovery_code"] {
        assert_eq!(count(&db, format!("select count(*) from {table}")).await?, 0, "{table}");
    }
    Ok(())
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn second_factor_of_an_unknown_address_is_an_error(db: PgPool) -> anyhow::Result<()> {
    let database = database_url(&db).await?;
    for email in ["nobody@example.com", "no address"] {
        for what in ["show", "remove"] {
            let (code, answer, _) = run(&database, what, email).await?;
            let says = answer["error"].as_str().unwrap_or_default();
            assert!(code == 1 && says.contains(email), "{answer}");
        }
    }
    assert_eq!(run(&database, "forget", "nobody@example.com").await?.0, 2);
    Ok(())
}
