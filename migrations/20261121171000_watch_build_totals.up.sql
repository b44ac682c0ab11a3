-- An alert may be about the total of one of its owner's kept builds.
alter table price_alert
    alter column product_id drop not null,
    add column build_id uuid references saved_build (id) on delete cascade,
    drop constraint price_alert_kind_check,
    add constraint price_alert_kind_check check (kind in ('ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'BUILD_TOTAL')),
    drop constraint price_alert_wish_check,
    add constraint price_alert_wish_check check (
        (kind in ('TARGET_PRICE', 'BUILD_TOTAL')) = (target_fils is not null)
        and (kind = 'PERCENTAGE_DROP') = (percentage is not null)),
    add constraint price_alert_subject_check check (
        (kind = 'BUILD_TOTAL') = (build_id is not null) and num_nonnulls(product_id, build_id) = 1);

create unique index price_alert_build_wish_idx on price_alert (user_id, build_id, target_fils)
    where enabled and build_id is not null;
create index price_alert_build_idx on price_alert (build_id) where build_id is not null;

alter table fired_alert
    alter column product_id drop not null,
    add column build_id uuid references saved_build (id) on delete cascade,
    add constraint fired_alert_subject_check check (num_nonnulls(product_id, build_id) = 1);

create index fired_alert_build_idx on fired_alert (build_id) where build_id is not null;
