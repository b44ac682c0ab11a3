-- The passkeys (WebAuthn credentials) of users: a second factor beside the authenticator app.
create table passkey (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references app_user (id) on delete cascade,
    -- The id that the authenticator chose; the browser finds the passkey by it.
    credential_id bytea not null constraint passkey_credential_id_key unique
        constraint passkey_credential_id_check check (octet_length(credential_id) between 16 and 1023),
    -- The public key with its extensions, and what each use changes (signature counter, flags), as webauthn_rp encodes them.
    public_key bytea not null,
    state bytea not null,
    -- The ways to the authenticator (USB, NFC …), one bit each: a hint for the browser.
    transports smallint not null,
    name text not null constraint passkey_name_check check (char_length(name) between 1 and 50),
    created_at timestamptz not null default now(),
    last_used_at timestamptz
);
create index passkey_user_idx on passkey (user_id);

-- Challenges that a browser has yet to answer with a passkey. Each is answered once, by the same user and session.
create table passkey_challenge (
    challenge bytea primary key constraint passkey_challenge_check check (octet_length(challenge) = 16),
    user_id uuid not null references app_user (id) on delete cascade,
    -- Null while the user is still signing in.
    session_id uuid references session (id) on delete cascade,
    purpose text not null constraint passkey_challenge_purpose_check check (purpose in ('ADD', 'USE')),
    -- What the answer is verified against, as webauthn_rp encodes it.
    state bytea not null,
    expires_at timestamptz not null
);
create index passkey_challenge_user_idx on passkey_challenge (user_id);

-- Recovery codes belong to the account: the app is no longer the only factor that they stand in for.
alter table recovery_code drop constraint recovery_code_user_id_fkey;
alter table recovery_code add constraint recovery_code_user_id_fkey
    foreign key (user_id) references app_user (id) on delete cascade;

-- Recovery codes go with the last factor. A trigger deletes them, because programs from before this migration rely on
-- the deletion by the foreign key.
create function delete_recovery_codes_without_factor() returns trigger language plpgsql as $$
begin
    delete from recovery_code where user_id = old.user_id
        and not exists (select from second_factor where user_id = old.user_id and confirmed_at is not null)
        and not exists (select from passkey where user_id = old.user_id);
    return null;
end
$$;
create trigger second_factor_delete_recovery_codes after delete on second_factor
    for each row execute function delete_recovery_codes_without_factor();
create trigger passkey_delete_recovery_codes after delete on passkey
    for each row execute function delete_recovery_codes_without_factor();

-- Mails about further factors of an account that has one already, and about factors that others outlive.
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
    check (kind in ('SIGN_UP', 'PASSWORD_RESET', 'PASSWORD_CHANGED', 'PRICE_ALERTS',
                    'SECOND_FACTOR_ADDED', 'SECOND_FACTOR_REMOVED', 'RECOVERY_CODE_USED',
                    'RECOVERY_CODES_RENEWED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED',
                    'AUTHENTICATOR_APP_ADDED', 'AUTHENTICATOR_APP_REMOVED'));
