-- The authenticator app of a user: the secret that the app shares with the server. A factor counts from the first right code on.
create table second_factor (
    user_id uuid primary key references app_user (id) on delete cascade,
    secret bytea not null constraint second_factor_secret_check check (octet_length(secret) between 16 and 64),
    created_at timestamptz not null default now(),
    confirmed_at timestamptz,
    -- The period of 30 seconds of the last code that was accepted: no code is accepted twice.
    last_step bigint not null default 0
);

-- Codes for a user who lost the app. Each works once; only hashes are stored.
create table recovery_code (
    user_id uuid not null references second_factor (user_id) on delete cascade,
    code_hash bytea not null,
    primary key (user_id, code_hash)
);
