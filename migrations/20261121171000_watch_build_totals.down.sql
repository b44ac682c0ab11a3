-- Loses the alerts on builds, and what they told.
delete from fired_alert where build_id is not null;
delete from price_alert where build_id is not null;
drop index fired_alert_build_idx;
alter table fired_alert
    drop constraint fired_alert_subject_check,
    drop column build_id,
    alter column product_id set not null;
drop index price_alert_build_idx;
drop index price_alert_build_wish_idx;
alter table price_alert
    drop constraint price_alert_subject_check,
    drop constraint price_alert_wish_check,
    drop constraint price_alert_kind_check,
    drop column build_id,
    alter column product_id set not null,
    add constraint price_alert_kind_check check (kind in ('ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP')),
    add constraint price_alert_wish_check check (
        (kind = 'TARGET_PRICE') = (target_fils is not null) and (kind = 'PERCENTAGE_DROP') = (percentage is not null));
