-- Changes of addresses that wait are lost, and so are their mails and those about deleted accounts. Followed links fail again.
delete from mail where kind in ('OLD_ADDRESS', 'NEW_ADDRESS', 'ACCOUNT_DELETED');
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
    check (kind in ('SIGN_UP', 'PASSWORD_RESET', 'PASSWORD_CHANGED', 'PRICE_ALERTS',
                    'SECOND_FACTOR_ADDED', 'SECOND_FACTOR_REMOVED', 'RECOVERY_CODE_USED',
                    'RECOVERY_CODES_RENEWED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED',
                    'AUTHENTICATOR_APP_ADDED', 'AUTHENTICATOR_APP_REMOVED'));
delete from one_time_token where email_change_id is not null or verified_user_id is not null;
alter table one_time_token
    drop constraint one_time_token_email_change_check,
    drop constraint one_time_token_subject_check,
    drop column verified_user_id,
    drop column confirms_address,
    drop column email_change_id,
    add constraint one_time_token_subject_check check (num_nonnulls(sign_up_id, user_id) = 1);
drop table email_change;
