drop function quiet_hours_end(timestamptz, time, time);
alter table app_user
    drop constraint app_user_quiet_hours_check,
    drop column quiet_until,
    drop column quiet_from,
    drop column quiet_hours;
