alter table stock_watch drop column unsettled_since;
