-- Loses the alerts on listings, and what they told.
drop table listing_alert_position;
drop table listing_match;
delete from fired_alert where listing is not null;
alter table fired_alert drop column listing;
delete from price_alert where listing is not null;
alter table price_alert
    drop constraint price_alert_repeats_check,
    drop constraint price_alert_subject_check,
    drop constraint price_alert_wish_check,
    drop constraint price_alert_kind_check,
    drop column listing,
    add constraint price_alert_kind_check check (kind in (
        'ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP', 'BUILD_TOTAL', 'BUDGET_BUILD',
        'BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365',
        'NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP')),
    add constraint price_alert_wish_check check (
        (kind in ('TARGET_PRICE', 'BUILD_TOTAL', 'BUDGET_BUILD')) = (target_fils is not null)
        and (kind in ('PERCENTAGE_DROP', 'PRICE_FALL', 'NEAR_LOW', 'PRICE_RISE')) = (percentage is not null)),
    add constraint price_alert_subject_check check (
        (kind = 'BUILD_TOTAL') = (build_id is not null) and (kind = 'BUDGET_BUILD') = (budget is not null)
        and num_nonnulls(product_id, build_id, budget) = 1),
    add constraint price_alert_repeats_check check (
        not repeats or kind in (
            'BACK_IN_STOCK', 'PRICE_FALL', 'NEW_LOW_30', 'NEW_LOW_90', 'NEW_LOW_365',
            'NEW_LOW_EVER', 'NEAR_LOW', 'PRICE_RISE', 'NEW_AT_SHOP'));
