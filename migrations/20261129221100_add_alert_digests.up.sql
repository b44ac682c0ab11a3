-- How mails tell a user of alerts that fired: each alert by itself, or put together once a day or week.
alter table app_user
    add column alert_mails text not null default 'EACH'
        constraint app_user_alert_mails_check check (alert_mails in ('EACH', 'DAILY', 'WEEKLY'));

-- When the digest is due that will tell of the alert; null for an alert that waits for no digest.
alter table fired_alert add column digest_at timestamptz;

-- Alerts may wait a week for their digest. The search for mails that are ready, once a second, must not read them.
drop index fired_alert_awaiting_idx;
create index fired_alert_awaiting_idx on fired_alert (fired_at) where awaits_mail and digest_at is null;
create index fired_alert_digest_idx on fired_alert (digest_at) where awaits_mail and digest_at is not null;

-- The first time after a moment at which digests are due: at nine in Kuwait, weekly ones on Sundays. Null without digests.
create function next_digest(moment timestamptz, alert_mails text) returns timestamptz
language sql stable parallel safe as $$
    select case alert_mails
        when 'DAILY' then (first_day + time '09:00') at time zone 'Asia/Kuwait'
        when 'WEEKLY' then
            (first_day + (7 - extract(dow from first_day)::integer) % 7 + time '09:00') at time zone 'Asia/Kuwait'
    end
    from (select kuwait::date + case when kuwait::time < time '09:00' then 0 else 1 end as first_day
          from (select moment at time zone 'Asia/Kuwait' as kuwait) as clock) as days
$$;
