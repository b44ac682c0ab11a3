-- Offers in stock by the time when they were last read, for the look once a minute for those that were not read for days
-- (store::offers::take_out_of_stock). After a complete crawl, that time is the retailer's crawled_at for all offers but
-- those of the second index.
create index offer_in_stock_idx on offer (retailer_id, coalesce(stored_at, updated_at))
    where stock = 'IN' and ended_at is null;
create index offer_in_stock_unconfirmed_idx on offer (coalesce(unconfirmed_since, stored_at, updated_at))
    where stock = 'IN' and ended_at is null and (missed_crawls > 0 or unconfirmed_since is not null);
