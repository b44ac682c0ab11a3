-- An alert may wait for a build of a use within a sum. The builds that it waits for are kept as the program writes them.
alter table price_alert
    add column budget jsonb,
    drop constraint price_alert_kind_check,
    add constraint price_alert_kind_check check (
        kind in ('ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'BUILD_TOTAL', 'BUDGET_BUILD')),
    drop constraint price_alert_wish_check,
    add constraint price_alert_wish_check check (
        (kind in ('TARGET_PRICE', 'BUILD_TOTAL', 'BUDGET_BUILD')) = (target_fils is not null)
        and (kind = 'PERCENTAGE_DROP') = (percentage is not null)),
    drop constraint price_alert_subject_check,
    add constraint price_alert_subject_check check (
        (kind = 'BUILD_TOTAL') = (build_id is not null) and (kind = 'BUDGET_BUILD') = (budget is not null)
        and num_nonnulls(product_id, build_id, budget) = 1);

create unique index price_alert_budget_wish_idx on price_alert (user_id, md5(budget::text))
    where enabled and budget is not null;

alter table fired_alert
    add column budget jsonb,
    drop constraint fired_alert_subject_check,
    add constraint fired_alert_subject_check check (num_nonnulls(product_id, build_id, budget) = 1);
