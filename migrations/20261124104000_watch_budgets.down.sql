-- Loses the alerts on budgets, and what they told.
delete from fired_alert where budget is not null;
delete from due_alert where price_alert_id in (select id from price_alert where budget is not null);
delete from price_alert where budget is not null;
alter table fired_alert
    drop constraint fired_alert_subject_check,
    drop column budget,
    add constraint fired_alert_subject_check check (num_nonnulls(product_id, build_id) = 1);
drop index price_alert_budget_wish_idx;
alter table price_alert
    drop constraint price_alert_subject_check,
    drop constraint price_alert_wish_check,
    drop constraint price_alert_kind_check,
    drop column budget,
    add constraint price_alert_kind_check check (kind in ('ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'BUILD_TOTAL')),
    add constraint price_alert_wish_check check (
        (kind in ('TARGET_PRICE', 'BUILD_TOTAL')) = (target_fils is not null)
        and (kind = 'PERCENTAGE_DROP') = (percentage is not null)),
    add constraint price_alert_subject_check check (
        (kind = 'BUILD_TOTAL') = (build_id is not null) and num_nonnulls(product_id, build_id) = 1);
