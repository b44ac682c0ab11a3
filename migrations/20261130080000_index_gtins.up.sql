-- Products by the numbers of their barcodes, as their facts and retailers' offers of them state: for shoppers who scan a box
-- (store::offers::find_product_with_gtin). Most offers state none.
create index offer_gtin_idx on offer using gin (gtins) where gtins <> '{}' and product_id is not null;
create index product_ean_idx on product using gin (eans);
