drop table due_alert;
