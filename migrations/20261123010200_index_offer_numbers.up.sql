-- Administrators look offers up by part number, by a retailer's own number and by SKU.
create index offer_part_number_idx on offer using gin (part_number_keys);
create index offer_external_id_idx on offer (external_id);
create index offer_sku_idx on offer (sku) where sku is not null;
