-- When a crawl last read this offer's price, where a later one met the offer and could not read or did not believe
-- what it costs; null while every crawl confirms it.
alter table offer add column confirmed_at timestamptz;
