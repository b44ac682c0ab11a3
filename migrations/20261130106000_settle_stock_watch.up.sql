-- What is remembered of a product's stock may be behind its offers where somebody watched it first, or a retailer was shown
-- or hidden, while a crawl was storing an offer of it. Since when that may be so; null once the product was compared more
-- than five minutes later, which no batch lasts. Until then each change of the product compares it, a new price too.
alter table stock_watch add column unsettled_since timestamptz default now();
