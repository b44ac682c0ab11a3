-- Loses the alerts of the kinds that are new, what they told, and the shops of alerts on a return to stock: these alerts
-- are about all shops then.
drop function near_low(bigint, smallint);
drop function rise_threshold(bigint, smallint);
drop table retailer_stock_watch;
alter table due_alert drop column not_before;
delete from fired_alert where kind in ('NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP');
delete from due_alert where price_alert_id in (
    select id from price_alert where kind in ('NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP'));
delete from price_alert where kind in ('NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP');
alter table price_alert
    drop constraint price_alert_repeats_check,
    drop constraint price_alert_wish_check,
    drop constraint price_alert_kind_check,
    drop column retailer_ids,
    drop column low_days,
    add constraint price_alert_kind_check check (kind in (
        'ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'BUILD_TOTAL', 'BUDGET_BUILD',
        'BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365')),
    add constraint price_alert_wish_check check (
        (kind in ('TARGET_PRICE', 'BUILD_TOTAL', 'BUDGET_BUILD')) = (target_fils is not null)
        and (kind in ('PERCENTAGE_DROP', 'PRICE_FALL')) = (percentage is not null)),
    add constraint price_alert_repeats_check check (
        not repeats or kind in ('BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365'));
alter table price_alert add column low_days integer generated always as (
    case kind when 'NEW_LOW_30' then 30 when 'NEW_LOW_90' then 90 when 'NEW_LOW_365' then 365 end) stored;
