-- Challenges for a sign-in by a passkey alone. Nobody has typed an address yet, so they belong to no user.
alter table passkey_challenge
    alter column user_id drop not null,
    drop constraint passkey_challenge_purpose_check,
    add constraint passkey_challenge_purpose_check check (purpose in ('ADD', 'USE', 'SIGN_IN')),
    add constraint passkey_challenge_owner_check check ((user_id is null) = (purpose = 'SIGN_IN'));
create index passkey_challenge_expiry_idx on passkey_challenge (expires_at) where user_id is null;
