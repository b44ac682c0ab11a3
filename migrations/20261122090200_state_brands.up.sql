-- The brand as the shop's own field states it: whose name it is, is decided later.
alter table offer add stated_brand text;
create index offer_without_manufacturer_idx on offer (id) where manufacturer is null and ended_at is null;
