-- Loses the channels of users, and what they had not been told yet.
drop trigger fired_alert_queue_deliveries on fired_alert;
drop function queue_notification_deliveries();
drop table notification_delivery;
drop table notification_channel;
