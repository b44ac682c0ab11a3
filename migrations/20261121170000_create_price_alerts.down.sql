-- Loses all price alerts and what they told.
drop table fired_alert;
drop table price_alert;
