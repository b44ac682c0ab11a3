-- Codes by which a user's chat with the installation's Telegram bot is linked to the account: one of each user at a time.
create table telegram_link_code (
    user_id uuid primary key references app_user (id) on delete cascade,
    -- SHA-256 of the code. The code is random, so its hash needs no salt.
    code_hash bytea not null constraint telegram_link_code_hash_check check (length(code_hash) = 32),
    expires_at timestamptz not null,
    -- The chat that used the code. Telegram may deliver its message once more.
    chat_id bigint,
    constraint telegram_link_code_hash_key unique (code_hash)
);
comment on table telegram_link_code is 'One-time codes that link a Telegram chat to an account; expired ones are deleted.';
create index telegram_link_code_expires_at_idx on telegram_link_code (expires_at);
