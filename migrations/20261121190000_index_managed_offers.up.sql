-- The admin's table of offers: in the order of names and of prices, and by the words of titles that wait for a product
-- (those that have one are found through their product, in the index).
create index offer_managed_name_idx on offer ((left(lower(coalesce(title_en, title_ar)), 100)), id) where deleted_at is null;
create index offer_managed_price_idx on offer (price_fils, id) include (category) where deleted_at is null;
create index offer_waiting_words_idx on offer
    using gin (to_tsvector('simple', coalesce(title_en, '') || ' ' || coalesce(title_ar, '')))
    where product_id is null and deleted_at is null;
