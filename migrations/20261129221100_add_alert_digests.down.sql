drop function next_digest(timestamptz, text);
-- What waits for a digest gets mails of its own.
drop index fired_alert_digest_idx;
drop index fired_alert_awaiting_idx;
alter table fired_alert drop column digest_at;
create index fired_alert_awaiting_idx on fired_alert (fired_at) where awaits_mail;
alter table app_user drop constraint app_user_alert_mails_check, drop column alert_mails;
