-- A change of a user's address, until both addresses are confirmed by their mailed links.
create table email_change (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null constraint email_change_user_key unique references app_user (id) on delete cascade,
    -- The new address: as typed, and in its normal form.
    email text not null,
    email_key text not null,
    old_confirmed_at timestamptz,
    new_confirmed_at timestamptz,
    expires_at timestamptz not null default now() + interval '24 hours'
);
create index email_change_expiry_idx on email_change (expires_at);

-- Links of such changes; and links that were followed, so that a second look says so instead of failing.
alter table one_time_token
    add column email_change_id uuid references email_change (id) on delete cascade,
    add column confirms_address text
        constraint one_time_token_confirms_address_check check (confirms_address in ('OLD', 'NEW')),
    add column verified_user_id uuid references app_user (id) on delete cascade,
    drop constraint one_time_token_subject_check,
    add constraint one_time_token_subject_check
        check (num_nonnulls(sign_up_id, user_id, email_change_id, verified_user_id) = 1),
    add constraint one_time_token_email_change_check
        check ((email_change_id is null) = (confirms_address is null));
create index one_time_token_email_change_idx on one_time_token (email_change_id);
create index one_time_token_verified_user_idx on one_time_token (verified_user_id);

-- Mails about changes of the address, and about a deleted account. The latter go to an address and are deleted when sent.
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
    check (kind in ('SIGN_UP', 'PASSWORD_RESET', 'PASSWORD_CHANGED', 'PRICE_ALERTS',
                    'SECOND_FACTOR_ADDED', 'SECOND_FACTOR_REMOVED', 'RECOVERY_CODE_USED',
                    'RECOVERY_CODES_RENEWED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED',
                    'AUTHENTICATOR_APP_ADDED', 'AUTHENTICATOR_APP_REMOVED',
                    'OLD_ADDRESS', 'NEW_ADDRESS', 'ACCOUNT_DELETED'));
