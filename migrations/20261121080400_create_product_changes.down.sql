drop table product_change;
drop function notify_product_change();
