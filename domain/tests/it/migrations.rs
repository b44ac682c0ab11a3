use domain::MIGRATOR;
use sqlx::PgPool;

use crate::fixtures::empty_database;

/// Returns everything that migrations define, one text each: as a dump of the schema would. The partitions of `price_point`
/// are left out: programs make them month by month, so that none is there after the table was dropped and made again.
async fn shape(db: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "with own as (
             select oid, relname, relkind from pg_class
             where relnamespace = 'public'::regnamespace and not relispartition and relname not like '\\_sqlx%'
                 and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
                     and deptype = 'e'))
         -- Columns with their position among those that are left.
         select format('column %s.%s %s: %s%s%s%s', relname,
             row_number() over (partition by attrelid order by attnum), attname,
             format_type(atttypid, atttypmod), case when attnotnull then ' not null' end,
             ' default ' || pg_get_expr(adbin, adrelid), ' identity ' || nullif(attidentity::text, '')) as line
         from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
         left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where relkind in ('r', 'p', 'v', 'm')
         union all select 'view ' || relname || ': ' || pg_get_viewdef(oid) from own where relkind in ('v', 'm')
         union all select 'index ' || pg_get_indexdef(indexrelid) from pg_index join own on own.oid = indexrelid
         union all select 'sequence ' || relname from own where relkind = 'S'
         union all select format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(pg_constraint.oid))
             from pg_constraint join own on own.oid = conrelid
         union all select 'trigger ' || pg_get_triggerdef(pg_trigger.oid)
             from pg_trigger join own on own.oid = tgrelid where not tgisinternal
         union all select 'function ' || pg_get_functiondef(oid) from pg_proc
             where pronamespace = 'public'::regnamespace and prokind = 'f' and not exists (
                 select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
         union all select format('comment on %s.%s: %s', relname, attname, description)
             from pg_description join own on own.oid = objoid and classoid = 'pg_class'::regclass
             left join pg_attribute on attrelid = objoid and attnum = objsubid
         union all select 'type ' || typname from pg_type
             where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
         union all select 'extension ' || extname from pg_extension
         order by 1",
    )
    .fetch_all(db)
    .await
    .unwrap()
}

/// Returns the lines that only one of two shapes has.
fn differences(one: &[String], other: &[String]) -> Vec<String> {
    let lacking = |from: &[String], of: &[String], sign: &str| {
        from.iter().filter(|line| !of.contains(line)).map(|line| format!("{sign} {line}")).collect::<Vec<_>>()
    };
    [lacking(one, other, "-"), lacking(other, one, "+")].concat()
}

/// Each migration's `down` restores what was there before its `up`: down to any version and up again gives the same schema.
#[sqlx::test(migrations = false)]
async fn every_migration_goes_up_down_and_up_again(db: PgPool) {
    empty_database(&db).await;
    let versions: Vec<i64> = MIGRATOR
        .iter()
        .filter(|migration| migration.migration_type.is_up_migration())
        .map(|migration| migration.version)
        .collect();
    let mut before = vec![(0, shape(&db).await)];
    for version in &versions {
        MIGRATOR.run_to(*version, &db).await.unwrap();
        before.push((*version, shape(&db).await));
    }
    // As a crawl does, so that a `down` meets them.
    sqlx::query("select ensure_price_point_partitions(now() - interval '3 months', now())")
        .execute(&db)
        .await
        .unwrap();
    let (_, full) = before.pop().unwrap();
    for (version, shape_before) in before.iter().rev() {
        MIGRATOR.undo(&db, *version).await.unwrap();
        let undone = differences(shape_before, &shape(&db).await);
        assert!(undone.is_empty(), "down to {version}:\n{}", undone.join("\n"));
    }
    MIGRATOR.run(&db).await.unwrap();
    let again = differences(&full, &shape(&db).await);
    assert!(again.is_empty(), "up again:\n{}", again.join("\n"));
}
