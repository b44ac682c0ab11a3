-- With a price in an index every change of a price rewrites all indexes of its offer; a crawl changes thousands, an admin orders
-- by price now and then.
drop index offer_managed_price_idx;
