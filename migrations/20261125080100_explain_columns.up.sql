-- Columns whose name says less than they hold; ARCHITECTURE.md lists them with the names that the code uses.
comment on column offer.linked_by is 'How the offer was matched to its product: by a key, by the matcher or by an administrator.';
comment on column offer.matched_at is
    'When the matcher last compared the offer, whatever came out; null when it has not since the offer changed.';
comment on column product_match.decision is
    'The assessment of the match: the matcher''s, until an administrator decides. The decision itself is in status.';
comment on column price_alert.fires_at_fils is 'The threshold: the highest price that fires the alert.';
comment on column price_alert.price_then_fils is 'The price that was shown when the alert was created.';
comment on column due_alert.retailer_id is
    'The retailer whose crawl made the alert due, if one did; price_fils may be another retailer''s.';
comment on column fired_alert.retailer_id is
    'The retailer whose crawl made the alert due, if one did; price_fils may be another retailer''s.';
comment on column held_offer.own_price_fils is 'The last price that the same retailer stated for the offer.';
comment on column held_offer.market_shops is 'The number of other retailers of which market_median_fils is the median.';
