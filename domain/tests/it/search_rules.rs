//! Administrators' rules about searches.

use domain::{
    model::{ProductId, RuleContent, RuleText, SearchRuleId},
    store::{
        audit::{self, Actor, AuditFilter},
        expiry, search_rules,
    },
    transactions::search_rules::{self as changes, SearchRuleError},
};
use sqlx::PgPool;

use crate::fixtures::insert_product;

fn text(words: &str) -> RuleText {
    RuleText::new(words, words.to_lowercase()).unwrap()
}

fn synonym(words: &str, other: &str, two_way: bool) -> RuleContent {
    RuleContent::Synonym { text: text(words), other: text(other), two_way }
}

fn redirect(words: &str, path: &str, searched: Option<&str>) -> RuleContent {
    RuleContent::Redirect {
        text: text(words),
        path: path.parse().unwrap(),
        searched: searched.map(str::to_owned),
    }
}

async fn create(db: &PgPool, rule: &RuleContent) -> Result<SearchRuleId, SearchRuleError> {
    let mut tx = db.begin().await.unwrap();
    let created = changes::create(&mut tx, Actor::System, rule).await;
    tx.commit().await.unwrap();
    created
}

async fn delete(db: &PgPool, id: SearchRuleId) -> Result<(), SearchRuleError> {
    let mut tx = db.begin().await.unwrap();
    changes::delete(&mut tx, Actor::System, id).await?;
    tx.commit().await.unwrap();
    Ok(())
}

async fn restore(db: &PgPool, id: SearchRuleId) -> Result<(), SearchRuleError> {
    let mut tx = db.begin().await.unwrap();
    changes::restore(&mut tx, Actor::System, id).await?;
    tx.commit().await.unwrap();
    Ok(())
}

async fn holding(db: &PgPool) -> Vec<String> {
    search_rules::list(db, false).await.unwrap().into_iter().map(|rule| rule.text).collect()
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn rule_is_created_deleted_and_restored_with_an_audit_entry_each(db: PgPool) {
    let version = search_rules::version(&db).await.unwrap();
    let id = create(&db, &synonym("VGA", "graphics card", true)).await.unwrap();
    assert!(matches!(
        create(&db, &synonym("vga", "Graphics Card", false)).await,
        Err(SearchRuleError::Exists)
    ));
    assert_eq!(holding(&db).await, ["VGA"]);
    delete(&db, id).await.unwrap();
    assert!(holding(&db).await.is_empty());
    assert!(matches!(delete(&db, id).await, Err(SearchRuleError::NoRule)));
    assert_eq!(search_rules::list(&db, true).await.unwrap().len(), 1);
    restore(&db, id).await.unwrap();
    assert_eq!(holding(&db).await, ["VGA"]);
    assert!(matches!(restore(&db, id).await, Err(SearchRuleError::NoRule)));
    assert!(search_rules::version(&db).await.unwrap() >= version + 3);

    let log = audit::list(&db, &AuditFilter::default(), 0, 10).await.unwrap();
    let actions: Vec<&str> = log.iter().rev().map(|entry| entry.action_type.as_str()).collect();
    assert_eq!(actions, ["CREATE_SEARCH_RULE", "DELETE_SEARCH_RULE", "RESTORE_SEARCH_RULE"]);
    assert_eq!(log[2].after.as_ref().unwrap()["other"], "graphics card");

    delete(&db, id).await.unwrap();
    sqlx::query("update search_rule set deleted_at = now() - interval '61 minutes'")
        .execute(&db)
        .await
        .unwrap();
    assert!(matches!(restore(&db, id).await, Err(SearchRuleError::NoRule)));
    assert_eq!(expiry::delete_search_rules(&db).await.unwrap(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn rules_that_lead_back_to_themselves_are_refused(db: PgPool) {
    assert!(matches!(create(&db, &synonym("a", "A", true)).await, Err(SearchRuleError::Cycle)));
    let first = create(&db, &synonym("a", "b", false)).await.unwrap();
    create(&db, &synonym("b", "c", false)).await.unwrap();
    assert!(matches!(create(&db, &synonym("c", "a", false)).await, Err(SearchRuleError::Cycle)));
    create(&db, &synonym("c", "a", true)).await.unwrap();
    delete(&db, first).await.unwrap();
    create(&db, &synonym("c", "d", false)).await.unwrap();
    create(&db, &synonym("d", "a", false)).await.unwrap();
    assert!(matches!(restore(&db, first).await, Err(SearchRuleError::Cycle)));

    create(&db, &redirect("x", "/search?q=y", Some("y"))).await.unwrap();
    assert!(matches!(
        create(&db, &redirect("y", "/search?q=x", Some("x"))).await,
        Err(SearchRuleError::Cycle)
    ));
    assert!(matches!(
        create(&db, &redirect("z", "/search?q=z", Some("z"))).await,
        Err(SearchRuleError::Cycle)
    ));
    assert!(matches!(create(&db, &redirect("x", "/gpu", None)).await, Err(SearchRuleError::SecondRedirect)));
    create(&db, &redirect("y", "/gpu", None)).await.unwrap();
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn pinned_products_exist_and_are_few(db: PgPool) {
    let unknown = RuleContent::Pin { text: text("fan"), product: ProductId::random() };
    assert!(matches!(create(&db, &unknown).await, Err(SearchRuleError::NoProduct)));
    for number in 0..20 {
        let product = insert_product(&db, &format!("PART-{number:02}")).await;
        create(&db, &RuleContent::Pin { text: text("fan"), product }).await.unwrap();
    }
    let product = insert_product(&db, "PART-99").await;
    let one_more = RuleContent::Pin { text: text("fan"), product };
    assert!(matches!(create(&db, &one_more).await, Err(SearchRuleError::TooManyProducts)));
    create(&db, &RuleContent::Bury { text: text("fan"), product }).await.unwrap();

    let first = search_rules::list(&db, false).await.unwrap().pop().unwrap();
    delete(&db, first.id).await.unwrap();
    create(&db, &one_more).await.unwrap();
    assert!(matches!(restore(&db, first.id).await, Err(SearchRuleError::TooManyProducts)));
}
