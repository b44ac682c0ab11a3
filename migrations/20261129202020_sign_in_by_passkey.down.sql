-- Sign-ins that wait for the answer of a passkey begin again.
drop index passkey_challenge_expiry_idx;
delete from passkey_challenge where purpose = 'SIGN_IN';
alter table passkey_challenge
    drop constraint passkey_challenge_owner_check,
    drop constraint passkey_challenge_purpose_check,
    add constraint passkey_challenge_purpose_check check (purpose in ('ADD', 'USE')),
    alter column user_id set not null;
