-- Mails that tell users of a suspension and of its end.
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
    check (kind in ('SIGN_UP', 'PASSWORD_RESET', 'PASSWORD_CHANGED', 'PRICE_ALERTS',
                    'SECOND_FACTOR_ADDED', 'SECOND_FACTOR_REMOVED', 'RECOVERY_CODE_USED',
                    'RECOVERY_CODES_RENEWED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED',
                    'AUTHENTICATOR_APP_ADDED', 'AUTHENTICATOR_APP_REMOVED',
                    'OLD_ADDRESS', 'NEW_ADDRESS', 'ACCOUNT_DELETED',
                    'ACCOUNT_SUSPENDED', 'ACCOUNT_RESTORED'));
