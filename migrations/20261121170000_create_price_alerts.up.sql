-- What people want to be told of.
create table price_alert (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references app_user (id) on delete cascade,
    product_id uuid not null references product (id) on delete cascade,
    kind text not null,
    -- As typed; which one is there says the kind.
    target_fils bigint constraint price_alert_target_check check (target_fils > 0),
    percentage smallint constraint price_alert_percentage_check check (percentage between 1 and 99),
    -- The price that was shown when it was made.
    price_then_fils bigint not null,
    -- Whatever the kind, it fires when the best price in stock is this or less.
    fires_at_fils bigint not null,
    enabled boolean not null default true,
    created_at timestamptz not null default now(),
    constraint price_alert_kind_check check (kind in ('ANY_DROP', 'TARGET_PRICE', 'PERCENTAGE_DROP')),
    constraint price_alert_wish_check check (
        (kind = 'TARGET_PRICE') = (target_fils is not null) and (kind = 'PERCENTAGE_DROP') = (percentage is not null))
);

-- The same wish twice is one.
create unique index price_alert_wish_idx
    on price_alert (user_id, product_id, kind, coalesce(target_fils, 0), coalesce(percentage, 0)) where enabled;
create index price_alert_judging_idx on price_alert (product_id, fires_at_fils) where enabled;
create index price_alert_user_idx on price_alert (user_id, created_at desc);

-- Alerts that fired: what the notification centre shows, and what mails are made of.
create table fired_alert (
    id uuid primary key default gen_random_uuid(),
    price_alert_id uuid references price_alert (id) on delete set null,
    user_id uuid not null references app_user (id) on delete cascade,
    product_id uuid not null references product (id) on delete cascade,
    kind text not null,
    -- The shop whose prices were being recorded, if it was one.
    retailer_id uuid references retailer (id) on delete set null,
    price_fils bigint not null,
    -- When the alert was made, or the last one it told of.
    price_before_fils bigint not null,
    fired_at timestamptz not null default now(),
    read_at timestamptz,
    -- Waits to be put into a mail. Then mail_id says which, and nothing sets this again.
    awaits_mail boolean not null,
    mail_id uuid references mail (id) on delete set null
);

create index fired_alert_user_idx on fired_alert (user_id, fired_at desc);
create index fired_alert_awaiting_idx on fired_alert (fired_at) where awaits_mail;
create index fired_alert_mail_idx on fired_alert (mail_id) where mail_id is not null;
create index fired_alert_alert_idx on fired_alert (price_alert_id) where price_alert_id is not null;
create index fired_alert_product_idx on fired_alert (product_id);
