-- Values of facts that no table of config/ lists: chips, sockets and kinds of memory that titles name by their form.
create table learnt_value (
    -- Name of the spec, such as gpuChipset.
    spec text not null,
    value text not null,
    state text not null default 'UNCONFIRMED' constraint learnt_value_state_check check (state in (
        'UNCONFIRMED', 'CONFIRMED', 'REJECTED')),
    -- Live offers whose titles name it, at the matcher's last run.
    offers integer not null default 0,
    -- One of these titles.
    title text,
    first_seen timestamptz not null default now(),
    -- Null also for decisions on the command line.
    decided_by uuid references app_user (id) on delete set null,
    decided_at timestamptz,
    constraint learnt_value_pkey primary key (spec, value),
    constraint learnt_value_decided_check check ((state = 'UNCONFIRMED') = (decided_at is null))
);
comment on table learnt_value is 'Chips, sockets and kinds of memory that no table lists, with the administrators'' decisions; crawls leave rejected ones out.';
create index learnt_value_decided_by_idx on learnt_value (decided_by);
