-- `offer.confirmed_at` is set only while a price is not confirmed, so its name says the opposite of what it holds. This is
-- the step "expand" of its renaming: the new column holds the same times. Programs of this version read and write the
-- new column alone; the trigger keeps the old one in step for older programs that still run. A later release, which no
-- older program survives, drops the trigger, its function and `confirmed_at`.
alter table offer add column unconfirmed_since timestamptz;
comment on column offer.unconfirmed_since is
    'When the price was last confirmed, if the last crawl could not read the price or held it; null while it is confirmed.';
comment on column offer.confirmed_at is 'The former name of unconfirmed_since; a trigger keeps both equal.';

update offer set unconfirmed_since = confirmed_at where confirmed_at is not null;

create function copy_unconfirmed_since() returns trigger language plpgsql as $$
begin
    if new.unconfirmed_since is distinct from old.unconfirmed_since then
        new.confirmed_at := new.unconfirmed_since;
    else
        new.unconfirmed_since := new.confirmed_at;
    end if;
    return new;
end
$$;

-- Each batch of a crawl sets the column for all its offers, nearly always from null to null: the condition keeps the
-- function from being called for them. New offers have null in both columns.
create trigger offer_copy_unconfirmed_since before update of confirmed_at, unconfirmed_since on offer for each row
    when (new.unconfirmed_since is distinct from old.unconfirmed_since or new.confirmed_at is distinct from old.confirmed_at)
    execute function copy_unconfirmed_since();
