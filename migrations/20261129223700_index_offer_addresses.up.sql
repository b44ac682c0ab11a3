-- The part of a web address that tells one page of a shop from another: without scheme, "www.", fragment, the parameters by
-- which advertisements are counted, a final slash, and the difference of capitals. Shared links and stored ones differ in these.
create function address_key(address text) returns text
    language sql immutable strict parallel safe
    return lower(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        split_part(address, '#', 1),
        '^https?://(www\.)?', '', 'i'),
        -- The parameter goes; the sign before it stays for the next one.
        '([?&])(?:utm_[a-z_]+|gclid|fbclid|srsltid|msclkid|igshid)=[^&]*', '\1', 'gi'),
        '([?&])&+', '\1', 'g'),
        '[?&]+$', ''),
        '/+(\?|$)', '\1'));

-- Offers by their address, and by that of the page that shows them: for links that shoppers share or paste
-- (store::offers::find_product_at). A hash takes addresses of any length.
create index offer_address_idx on offer using hash (address_key(url)) where product_id is not null;
create index offer_page_address_idx on offer using hash (address_key(page_url))
    where product_id is not null and page_url is not null;
