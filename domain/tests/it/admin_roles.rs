//! Administrator rights, and the rule that at least one administrator remains.

use domain::{
    model::UserId,
    store::{
        sessions, user_admin,
        users::{self, Role},
    },
    transactions::user_roles::{self, RoleError},
};
use sqlx::PgPool;

use crate::fixtures::{commit, commit_if_ok, count, insert_user, until_a_lock_is_awaited};

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn role_change_signs_out_and_is_audited(db: PgPool) {
    let (dana, sara) =
        (insert_user(&db, "dana", Role::Admin).await, insert_user(&db, "sara", Role::User).await);
    for _ in 0..2 {
        sessions::insert(&db, sara, uuid::Uuid::new_v4().as_bytes(), None, None).await.unwrap();
        commit(&db, async |tx| user_roles::grant_admin(tx, dana, sara).await).await.unwrap();
    }
    assert_eq!(count(&db, "select count(*) from session").await, 1, "nothing changed the second time");
    let mut tx = db.begin().await.unwrap();
    user_roles::revoke_admin(&mut tx, sara, dana).await.unwrap();
    let alone = user_roles::revoke_admin(&mut tx, sara, sara).await;
    assert!(matches!(alone, Err(RoleError::LastAdmin)), "{alone:?}");
    assert!(matches!(user_roles::check_may_delete(&mut tx, sara).await, Err(RoleError::LastAdmin)));
    user_roles::check_may_delete(&mut tx, dana).await.unwrap();
    let nobody = user_roles::revoke_admin(&mut tx, sara, UserId::random()).await;
    assert!(matches!(nobody, Err(RoleError::NoUser)), "{nobody:?}");
    let nobody = user_roles::grant_admin(&mut tx, sara, UserId::random()).await;
    assert!(matches!(nobody, Err(RoleError::NoUser)), "{nobody:?}");
    tx.commit().await.unwrap();
    assert_eq!(count(&db, "select count(*) from audit_entry").await, 2);
    let listed = user_admin::list(&db, Some("EXAMPLE"), None, 0, 10).await.unwrap();
    assert_eq!(listed.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["sara", "dana"]);
    assert_eq!(user_admin::count(&db, Some("dan"), None).await.unwrap(), 1);
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn concurrent_revocations_leave_one_admin(db: PgPool) {
    for round in 0..10 {
        sqlx::query("delete from app_user").execute(&db).await.unwrap();
        let dana = insert_user(&db, &format!("dana{round}"), Role::Admin).await;
        let omar = insert_user(&db, &format!("omar{round}"), Role::Admin).await;
        let remove = |by, whom| {
            let db = db.clone();
            tokio::spawn(async move {
                let mut tx = db.begin().await.unwrap();
                let done = user_roles::revoke_admin(&mut tx, by, whom).await;
                commit_if_ok(tx, done).await.is_ok()
            })
        };
        let (one, other) = (remove(dana, omar), remove(omar, dana));
        assert_eq!([one.await.unwrap(), other.await.unwrap()].iter().filter(|done| **done).count(), 1);
        assert_eq!(count(&db, "select count(*) from app_user where role = 'ADMIN'").await, 1);
    }
}

#[sqlx::test(migrator = "domain::MIGRATOR")]
async fn user_who_is_granted_rights_may_delete_the_account_meanwhile(db: PgPool) {
    let dana = insert_user(&db, "dana", Role::Admin).await;
    let sara = insert_user(&db, "sara", Role::User).await;
    let mut deletion = db.begin().await.unwrap();
    user_roles::check_may_delete(&mut deletion, sara).await.unwrap();
    let grant = tokio::spawn({
        let db = db.clone();
        async move {
            let mut tx = db.begin().await.unwrap();
            user_roles::grant_admin(&mut tx, dana, sara).await
        }
    });
    until_a_lock_is_awaited(&db).await;
    users::delete(&mut *deletion, sara).await.unwrap();
    deletion.commit().await.unwrap();
    let granted = grant.await.unwrap();
    assert!(matches!(granted, Err(RoleError::NoUser)), "{granted:?}");
}
