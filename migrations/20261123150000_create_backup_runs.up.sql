-- Completed backups, so that every process can say how old the newest one is. The files themselves lie where the operator put them.
create table backup_run (
    id uuid primary key default gen_random_uuid(),
    -- The moment whose data the backup holds.
    taken_at timestamptz not null,
    finished_at timestamptz not null default now(),
    -- The machine and the folder.
    place text not null,
    bytes bigint not null constraint backup_run_bytes_check check (bytes >= 0)
);
create index backup_run_taken_at_idx on backup_run (taken_at desc);
