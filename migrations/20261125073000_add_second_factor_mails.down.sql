-- Mails about changes of the second factor are lost, those that wait among them.
delete from mail where kind in ('SECOND_FACTOR_ADDED', 'SECOND_FACTOR_REMOVED', 'RECOVERY_CODE_USED');
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check
    check (kind in ('SIGN_UP', 'PASSWORD_RESET', 'PASSWORD_CHANGED', 'PRICE_ALERTS'));
