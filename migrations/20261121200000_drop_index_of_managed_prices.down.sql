create index offer_managed_price_idx on offer (price_fils, id) include (category) where deleted_at is null;
