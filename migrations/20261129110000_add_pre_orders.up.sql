-- Pre-orders: a state of stock of its own. Such an offer keeps the stock OUT, so that programs that do not know the column
-- read it as not in stock, and everything that asks for offers in stock stays as it is.
alter table offer add column pre_order boolean not null default false;
comment on column offer.pre_order is
    'Whether an offer with the stock OUT can be ordered before it can be had. Of another stock it says nothing.';

-- The stock as programs name it. A program that does not know pre_order may have stored another stock since.
create function offer_stock(stock text, pre_order boolean) returns text
    language sql immutable parallel safe
    return case when stock = 'OUT' and pre_order then 'PRE_ORDER' else stock end;
