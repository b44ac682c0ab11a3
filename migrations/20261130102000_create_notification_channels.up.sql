-- Further ways by which users hear of alerts that fired, beside mails and the notification centre.
create table notification_channel (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references app_user (id) on delete cascade,
    kind text not null constraint notification_channel_kind_check check (kind in ('PUSH', 'WEBHOOK', 'NTFY', 'TELEGRAM')),
    -- Where to send, with the keys for it. PUSH: endpoint, p256dh, auth, device. WEBHOOK: url, secret. NTFY: url. TELEGRAM: chatId.
    address jsonb not null constraint notification_channel_address_check check (jsonb_typeof(address) = 'object'),
    -- The part of the address that tells channels apart.
    address_key text not null
        generated always as (coalesce(address ->> 'endpoint', address ->> 'url', address ->> 'chatId')) stored,
    -- The language of the messages.
    language text not null constraint notification_channel_language_check check (language in ('en', 'ar')),
    created_at timestamptz not null default now(),
    last_sent_at timestamptz,
    -- Attempts that failed since the last one that succeeded, and why the last one did.
    failures integer not null default 0 constraint notification_channel_failures_check check (failures >= 0),
    last_error text,
    -- Since when nothing is sent, because too many attempts failed.
    paused_at timestamptz,
    constraint notification_channel_key_check check (length(address_key) between 1 and 1024),
    constraint notification_channel_user_key unique (user_id, kind, address_key)
);
-- One browser is one channel, whoever signed in there last.
create unique index notification_channel_push_key on notification_channel (address_key) where kind = 'PUSH';
create index notification_channel_address_idx on notification_channel (kind, address_key);

-- What channels tell: each alert once on each channel that its user had when it fired.
create table notification_delivery (
    channel_id uuid not null references notification_channel (id) on delete cascade,
    fired_alert_id uuid not null references fired_alert (id) on delete cascade,
    due_at timestamptz not null default now(),
    -- Until then a process is sending it.
    claimed_until timestamptz,
    attempts integer not null default 0,
    last_error text,
    -- When it was sent, or given up.
    done_at timestamptz,
    constraint notification_delivery_pkey primary key (channel_id, fired_alert_id)
);
create index notification_delivery_due_idx on notification_delivery (due_at) where done_at is null;
create index notification_delivery_channel_idx on notification_delivery (channel_id, due_at) where done_at is null;
create index notification_delivery_done_idx on notification_delivery (done_at) where done_at is not null;
create index notification_delivery_fired_alert_idx on notification_delivery (fired_alert_id);

-- A trigger, so that no way to fire an alert leaves the channels out, nor do older programs that run beside newer ones.
create function queue_notification_deliveries() returns trigger language plpgsql as $$
begin
    insert into notification_delivery (channel_id, fired_alert_id)
    select channel.id, fired.id
    from fired join notification_channel as channel on channel.user_id = fired.user_id
    where channel.paused_at is null;
    return null;
end
$$;
create trigger fired_alert_queue_deliveries after insert on fired_alert
    referencing new table as fired for each statement execute function queue_notification_deliveries();
