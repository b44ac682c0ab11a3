-- Administrators suspend users, and find entries of the audit log by the beginning of an id or by a name.

-- A suspended user has no session and cannot sign in; null for everybody else.
alter table app_user add column suspended_at timestamptz;

create index audit_entry_target_prefix_idx on audit_entry (target_id text_pattern_ops, created_at desc);

-- The ids of what has these lower-case words in its name or address, as the audit log stores them.
create function audit_targets_named(words text) returns setof text language sql stable as $$
    select id::text from product where position(words in lower(name)) > 0
    union
    select id::text from offer where position(words in lower(concat_ws(' ', title_en, title_ar))) > 0
    union
    select pair.id::text from product_match as pair
    join offer on offer.id = offer_id join product on product.id = pair.product_id
    where position(words in lower(concat_ws(' ', title_en, title_ar, product.name))) > 0
    union
    select review.id::text from review join product on product.id = product_id
    where position(words in lower(product.name)) > 0
    union
    select id::text from app_user where position(words in lower(name)) > 0 or position(words in email_key) > 0
    union
    select slug from retailer where position(words in lower(concat_ws(' ', name_en, name_ar))) > 0
$$;
