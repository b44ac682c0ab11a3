-- Passkeys are lost, and with them the recovery codes of users without an app: these sign in by password alone. Mails
-- about passkeys are lost too, those that wait among them.
delete from mail where kind in ('PASSKEY_ADDED', 'PASSKEY_REMOVED', 'AUTHENTICATOR_APP_ADDED', 'AUTHENTICATOR_APP_REMOVED');
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
    check (kind in ('SIGN_UP', 'PASSWORD_RESET', 'PASSWORD_CHANGED', 'PRICE_ALERTS',
                    'SECOND_FACTOR_ADDED', 'SECOND_FACTOR_REMOVED', 'RECOVERY_CODE_USED',
                    'RECOVERY_CODES_RENEWED'));
drop table passkey_challenge;
drop table passkey;
drop trigger second_factor_delete_recovery_codes on second_factor;
drop function delete_recovery_codes_without_factor();
delete from recovery_code where not exists (select from second_factor where second_factor.user_id = recovery_code.user_id);
alter table recovery_code drop constraint recovery_code_user_id_fkey;
alter table recovery_code add constraint recovery_code_user_id_fkey
    foreign key (user_id) references second_factor (user_id) on delete cascade;
