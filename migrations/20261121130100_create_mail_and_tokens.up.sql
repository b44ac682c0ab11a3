-- Sign-ups whose address is not verified yet. Nobody has an account before the mailed link is followed, so that an address
-- can be taken by nobody but its owner, and signing up says nothing about who has an account.
create table sign_up (
    id uuid primary key default gen_random_uuid(),
    email text not null,
    email_key text not null,
    name text not null constraint sign_up_name_check check (char_length(name) between 1 and 100),
    password_hash text not null,
    language text not null constraint sign_up_language_check check (language in ('en', 'ar')),
    expires_at timestamptz not null default now() + interval '24 hours'
);

create index sign_up_email_idx on sign_up (email_key);
create index sign_up_expiry_idx on sign_up (expires_at);

-- Links that work once: of a sign-up (verification) or of a person (password reset). Only a hash of the token is kept.
create table one_time_token (
    token_hash bytea primary key,
    sign_up_id uuid references sign_up (id) on delete cascade,
    user_id uuid references app_user (id) on delete cascade,
    expires_at timestamptz not null,
    constraint one_time_token_subject_check check (num_nonnulls(sign_up_id, user_id) = 1)
);

create index one_time_token_sign_up_idx on one_time_token (sign_up_id);
create index one_time_token_user_idx on one_time_token (user_id);

-- Mails to be sent, written in the transaction that is their reason. A sender claims a row by moving due_at ahead, sends,
-- and sets sent_at. What to write is decided when it is sent: the row of a request for a reset link is the same whether or
-- not there is an account.
create table mail (
    id uuid primary key default gen_random_uuid(),
    kind text not null constraint mail_kind_check
        check (kind in ('SIGN_UP', 'PASSWORD_RESET', 'PASSWORD_CHANGED', 'PRICE_ALERTS')),
    -- A person, or an address that may have no account.
    user_id uuid references app_user (id) on delete cascade,
    email_key text,
    sign_up_id uuid references sign_up (id) on delete cascade,
    language text not null constraint mail_language_check check (language in ('en', 'ar')),
    payload jsonb not null default '{}',
    created_at timestamptz not null default now(),
    due_at timestamptz not null default now(),
    attempts integer not null default 0,
    last_error text,
    sent_at timestamptz,
    constraint mail_recipient_check check (num_nonnulls(user_id, email_key, sign_up_id) = 1)
);

create index mail_due_idx on mail (due_at) where sent_at is null;
create index mail_user_idx on mail (user_id);
create index mail_sign_up_idx on mail (sign_up_id);
create index mail_sent_idx on mail (sent_at);

-- Solved bot checks, each good once, until they would have expired anyway.
create table used_solution (
    signature text primary key,
    expires_at timestamptz not null
);

create index used_solution_expiry_idx on used_solution (expires_at);

-- Random keys that all processes share, made when first asked for.
create table server_secret (
    name text primary key,
    value bytea not null
);
