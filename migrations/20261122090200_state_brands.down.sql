alter table offer drop column stated_brand;
drop index if exists offer_without_manufacturer_idx;
