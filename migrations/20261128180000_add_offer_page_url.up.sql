-- The page that shows an offer, so that a crawl knows which offers it could not read when a page failed.
alter table offer add column page_url text;
comment on column offer.page_url is
    'The page that shows the offer, where its address is not url; null for offers stored before this column existed.';
