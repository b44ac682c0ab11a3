-- Loses which crawls are switched off, the kinds of their problems, which listings were dismissed, and what could be undone.
drop table dismissed_rejection;
drop table offer_assignment;
drop index crawl_job_idx;
alter table crawl drop column problem;
alter table retailer drop column crawls_off_at;
