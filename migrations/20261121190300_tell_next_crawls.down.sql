drop index job_parked_idx;
alter table retailer drop column next_crawl_at;
