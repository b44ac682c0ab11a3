drop index offer_page_address_idx;
drop index offer_address_idx;
drop function address_key;
