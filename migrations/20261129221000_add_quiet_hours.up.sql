-- Hours of the day, in Kuwait, during which a user gets no mails about alerts; they may begin before midnight and end after it.
alter table app_user
    add column quiet_hours boolean not null default false,
    add column quiet_from time not null default '22:00',
    add column quiet_until time not null default '08:00',
    add constraint app_user_quiet_hours_check check (quiet_from <> quiet_until);

-- The end of the quiet hours that last at a moment; null when none do.
create function quiet_hours_end(moment timestamptz, quiet_from time, quiet_until time) returns timestamptz
language sql stable parallel safe as $$
    select case
        when quiet_from < quiet_until and (clock < quiet_from or clock >= quiet_until) then null
        when quiet_from > quiet_until and clock < quiet_from and clock >= quiet_until then null
        -- Over midnight, before midnight: they end tomorrow.
        when clock >= quiet_until then (today + 1 + quiet_until) at time zone 'Asia/Kuwait'
        else (today + quiet_until) at time zone 'Asia/Kuwait'
    end
    from (select (moment at time zone 'Asia/Kuwait')::date as today,
                 (moment at time zone 'Asia/Kuwait')::time as clock) as in_kuwait
$$;
