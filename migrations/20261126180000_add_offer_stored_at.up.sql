-- When a crawl last stored the offer. Matches and edits set `updated_at` too, so that alone does not tell when the
-- retailer's page was last read. Null for offers that no crawl has stored since; there `updated_at` counts.
alter table offer add column stored_at timestamptz;
comment on column offer.stored_at is
    'When a crawl last stored the offer; null if none has since this column exists, then updated_at counts.';
