-- Synonyms, redirects, pinned and buried products, as administrators enter them.
create table search_rule (
    id uuid not null default gen_random_uuid() constraint search_rule_pkey primary key,
    kind text not null constraint search_rule_kind_check check (kind in ('SYNONYM', 'REDIRECT', 'PIN', 'BURY')),
    -- Words of a synonym, else the whole text of a search. As entered, and in the form in which texts are compared.
    text text not null,
    text_key text not null,
    -- Words that the words of a synonym also mean.
    other text,
    other_key text,
    -- Whether the words of a synonym mean each other.
    two_way boolean not null default false,
    -- Path of a page of this site.
    path text,
    product_id uuid constraint search_rule_product_fkey references product (id) on delete cascade,
    created_at timestamptz not null default now(),
    -- Empty for an administrator whose account is gone.
    created_by uuid constraint search_rule_created_by_fkey references app_user (id) on delete set null,
    -- Null while the rule holds. A deleted rule can be restored for an hour.
    deleted_at timestamptz,
    constraint search_rule_fields_check check (
        case kind
            when 'SYNONYM' then other is not null and other_key is not null and path is null and product_id is null
            when 'REDIRECT' then path is not null and other is null and product_id is null
            else product_id is not null and other is null and path is null
        end)
);

-- One rule of a kind for a text, with the other words of a synonym or with the product.
create unique index search_rule_once_idx on search_rule (kind, text_key, coalesce(other_key, ''), coalesce(product_id::text, ''))
    where deleted_at is null;
create index search_rule_product_idx on search_rule (product_id) where product_id is not null;
create index search_rule_created_by_idx on search_rule (created_by);

-- Rises with every change of a rule, so that each api notices it. Whoever changes a rule locks the row first.
create table search_rule_version (
    only_row boolean not null default true
        constraint search_rule_version_pkey primary key constraint search_rule_version_only_row_check check (only_row),
    version bigint not null default 0
);

insert into search_rule_version default values;
