-- Loses the names of price alerts, retailers and mails that are gone.
update fired_alert set price_alert_id = null
where price_alert_id is not null and not exists (select from price_alert where price_alert.id = price_alert_id);
update fired_alert set retailer_id = null
where retailer_id is not null and not exists (select from retailer where retailer.id = retailer_id);
update fired_alert set mail_id = null
where mail_id is not null and not exists (select from mail where mail.id = mail_id);
create index fired_alert_mail_idx on fired_alert (mail_id) where mail_id is not null;
create index fired_alert_alert_idx on fired_alert (price_alert_id) where price_alert_id is not null;
alter table fired_alert
    add constraint fired_alert_price_alert_id_fkey foreign key (price_alert_id) references price_alert (id) on delete set null,
    add constraint fired_alert_retailer_id_fkey foreign key (retailer_id) references retailer (id) on delete set null,
    add constraint fired_alert_mail_id_fkey foreign key (mail_id) references mail (id) on delete set null;
