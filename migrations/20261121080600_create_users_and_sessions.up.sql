-- People with an account.
create table app_user (
    id uuid primary key default gen_random_uuid(),
    -- As typed, for mails; email_key is its normal form, for finding.
    email text not null,
    email_key text not null constraint app_user_email_key unique,
    name text not null,
    password_hash text not null,
    role text not null default 'USER' constraint app_user_role_check check (role in ('USER', 'ADMIN')),
    email_verified_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);

-- Signed-in browsers. Only a hash of the token is kept: who reads this table can sign in as nobody.
create table session (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references app_user (id) on delete cascade,
    token_hash bytea not null constraint session_token_hash_key unique,
    user_agent text,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null
);

create index session_user_idx on session (user_id);
