-- When the shop's file says that it is crawled next, as the leading scheduler read it; null where it says nothing.
alter table retailer add column next_crawl_at timestamptz;
create index job_parked_idx on job (finished_at desc) where state = 'PARKED';
