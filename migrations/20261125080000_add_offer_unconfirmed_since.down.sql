drop trigger offer_copy_unconfirmed_since on offer;
drop function copy_unconfirmed_since();
alter table offer drop column unconfirmed_since;
comment on column offer.confirmed_at is null;
