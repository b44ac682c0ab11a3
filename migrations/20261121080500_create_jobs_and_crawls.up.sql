-- Work for the workers. The row is the truth; cron only inserts rows; a worker takes one by SKIP LOCKED.
create table job (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    payload jsonb not null default '{}',
    state text not null default 'QUEUED' constraint job_state_check check (state in (
        'QUEUED', 'RUNNING', 'DONE', 'PARKED', 'CANCELLED')),
    -- At most one queued or running job for the same piece of work.
    dedup_key text,
    run_at timestamptz not null default now(),
    attempts integer not null default 0,
    max_attempts integer not null default 5 constraint job_max_attempts_check check (max_attempts > 0),
    -- A running job whose lease has passed belongs to nobody: its worker died.
    lease_until timestamptz,
    worker text,
    last_error text,
    counters jsonb not null default '{}',
    created_at timestamptz not null default now(),
    started_at timestamptz,
    finished_at timestamptz
);

create unique index job_dedup_key_idx on job (dedup_key) where state in ('QUEUED', 'RUNNING');
create index job_queue_idx on job (run_at) where state in ('QUEUED', 'RUNNING');

-- One run over a shop, with what it met.
create table crawl (
    id uuid primary key default gen_random_uuid(),
    retailer_id uuid not null references retailer (id),
    job_id uuid references job (id) on delete set null,
    state text not null default 'RUNNING' constraint crawl_state_check check (state in (
        'RUNNING', 'COMPLETE', 'PARTIAL', 'HELD', 'FAILED')),
    started_at timestamptz not null default now(),
    finished_at timestamptz,
    pages integer not null default 0,
    offers_seen integer not null default 0,
    offers_new integer not null default 0,
    offers_changed integer not null default 0,
    offers_unchanged integer not null default 0,
    offers_ended integer not null default 0,
    offers_rejected integer not null default 0,
    offers_held integer not null default 0,
    offers_unmatched integer not null default 0,
    error text
);

create index crawl_retailer_idx on crawl (retailer_id, started_at desc);
