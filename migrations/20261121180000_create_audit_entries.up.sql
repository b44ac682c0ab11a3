-- What admins did, and what the matcher did by itself: each row is written in the transaction of its deed.
create table audit_entry (
    id uuid primary key default gen_random_uuid(),
    created_at timestamptz not null default now(),
    -- Empty is SYSTEM, or an admin whose account is gone; the name stays.
    admin_id uuid references app_user (id) on delete set null,
    admin_name text not null,
    admin_email text,
    -- As APPROVE_MATCH; shown with spaces.
    action_type text not null,
    target_type text not null,
    target_id text not null,
    -- What changed, field by field; null where nothing stood or stands there.
    before jsonb,
    after jsonb
);

create index audit_entry_time_idx on audit_entry (created_at desc, id desc);
create index audit_entry_action_idx on audit_entry (action_type, created_at desc, id desc);
create index audit_entry_target_idx on audit_entry (target_type, target_id, created_at desc);
create index audit_entry_admin_idx on audit_entry (admin_id, created_at desc) where admin_id is not null;
