-- A refresh reads a few known offers again: it says nothing of the rest of the shop and is no shop's last crawl.
alter table crawl add column kind text not null default 'CRAWL'
    constraint crawl_kind_check check (kind in ('CRAWL', 'REFRESH'));
