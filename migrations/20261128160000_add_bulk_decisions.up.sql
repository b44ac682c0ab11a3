-- Bulk decisions can be undone together; matches whose evidence shows a difference are never confident.

-- Id of the bulk decision that decided this match, chosen by the browser; null for single decisions.
alter table product_match add column bulk_id uuid;
create index product_match_bulk_idx on product_match (bulk_id, decided_at) where bulk_id is not null;

-- The matcher caps new matches itself (`ingest/src/matching/policy.rs`); these are the ones that it stored before.
update product_match set confidence = 0.94, updated_at = now()
where status = 'PENDING' and confidence > 0.94
    and rationale @? '$[*] ? (@.code == "VARIANT_DIFFERS" || @.code == "PART_NUMBER_DIFFERS" || @.code == "FACT_DIFFERS"
        || @.code == "MAKER_DIFFERS" || @.code == "CATEGORY_DIFFERS" || @.code == "ACCESSORY" || @.code == "BUNDLE"
        || @.code == "NOT_NEW"
        || @.code == "WORDS_ONLY_OFFER" && @.offer like_regex "[0-9]"
        || @.code == "WORDS_ONLY_PRODUCT" && @.product like_regex "[0-9]")';
