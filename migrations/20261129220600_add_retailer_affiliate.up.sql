-- How links to a retailer's offers say that a shopper comes from this site. Programs from before leave it null.
alter table retailer add column affiliate text;
comment on column retailer.affiliate is
    'An address with {url} in it, or parameters to add such as ?ref=x (domain::model::AffiliateTemplate), as the retailer''s file declares; null: plain links.';
