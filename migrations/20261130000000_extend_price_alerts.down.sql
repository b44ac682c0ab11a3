-- Loses the alerts of the kinds that are new, what they told, the pauses (a paused alert is over) and the counts of firings.
drop function least_price_change(bigint);
drop function lowest_price_since(uuid, timestamptz);
drop table stock_watch;
delete from fired_alert where kind in ('BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365');
delete from due_alert where price_alert_id in (
    select id from price_alert where kind in ('BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365'));
delete from price_alert where kind in ('BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365');
drop index price_alert_recheck_idx;
alter table price_alert
    drop constraint price_alert_times_fired_check,
    drop constraint price_alert_paused_check,
    drop constraint price_alert_repeats_check,
    drop constraint price_alert_wish_check,
    drop constraint price_alert_kind_check,
    drop column low_days,
    drop column times_fired,
    drop column last_fired_at,
    drop column recheck_at,
    drop column quiet_until,
    drop column paused_at,
    drop column repeats,
    add constraint price_alert_kind_check check (
        kind in ('ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'BUILD_TOTAL', 'BUDGET_BUILD')),
    add constraint price_alert_wish_check check (
        (kind in ('TARGET_PRICE', 'BUILD_TOTAL', 'BUDGET_BUILD')) = (target_fils is not null)
        and (kind = 'PERCENTAGE_DROP') = (percentage is not null));
