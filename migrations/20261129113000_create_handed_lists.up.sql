-- Shops that hand their offers in: the tokens by which they are known, and the lists that wait for a worker or were read.
create table retailer_token (
    id uuid primary key default gen_random_uuid(),
    retailer_id uuid not null references retailer (id) on delete cascade,
    -- SHA-256 of the token. The token is random, so its hash needs no salt.
    token_hash bytea not null constraint retailer_token_hash_check check (length(token_hash) = 32),
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    constraint retailer_token_hash_key unique (token_hash)
);
comment on table retailer_token is 'Secrets by which retailers hand their offers in; a revoked one is deleted.';
create index retailer_token_retailer_idx on retailer_token (retailer_id);

create table handed_list (
    id uuid primary key default gen_random_uuid(),
    -- Lists of one retailer are read in this order.
    arrival bigint not null generated always as identity,
    retailer_id uuid not null references retailer (id) on delete cascade,
    -- The token it came with; null once that was revoked, when no list of it waits any more.
    token_id uuid references retailer_token (id) on delete set null,
    mode text not null constraint handed_list_mode_check check (mode in ('WHOLE', 'CHANGES')),
    state text not null default 'WAITING' constraint handed_list_state_check check (state in (
        'WAITING', 'STORED', 'HELD', 'PARTIAL', 'FAILED')),
    -- As the request named it; null: the first bytes tell.
    format text constraint handed_list_format_check check (format in ('CSV', 'TSV', 'JSON', 'XML')),
    charset text,
    -- As it was sent, perhaps gzipped; null once the list was read.
    body bytea,
    -- Times that a worker began it.
    attempts integer not null default 0,
    body_hash bytea not null constraint handed_list_body_hash_check check (length(body_hash) = 32),
    result jsonb,
    received_at timestamptz not null default now(),
    finished_at timestamptz,
    constraint handed_list_body_check check ((state = 'WAITING') = (body is not null)),
    constraint handed_list_result_check check ((state = 'WAITING') = (result is null)),
    constraint handed_list_arrival_key unique (arrival)
);
comment on table handed_list is 'Lists of offers that retailers handed in, with what became of them; old ones are deleted.';
-- Compressing it again would cost time: what is large arrives gzipped, and is deleted once read.
alter table handed_list alter column body set storage external;
create index handed_list_token_idx on handed_list (token_id);
create index handed_list_retailer_idx on handed_list (retailer_id, arrival);
create index handed_list_waiting_idx on handed_list (retailer_id, arrival) where state = 'WAITING';
