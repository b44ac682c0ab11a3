-- Alerts whose price was reached, until they are fired: what a crawl's transaction writes of them, and no more than that.
-- Without references on purpose: each would be looked up row by row within the crawl. What is gone meanwhile fires nothing.
create table due_alert (
    price_alert_id uuid primary key,
    -- The lowest since it was told of last.
    price_fils bigint not null,
    -- The shop whose prices were being recorded, if it was one.
    retailer_id uuid
);
