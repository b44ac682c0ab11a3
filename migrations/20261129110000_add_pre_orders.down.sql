-- Loses which offers are on pre-order; they stay out of stock.
drop function offer_stock(text, boolean);
alter table offer drop column pre_order;
