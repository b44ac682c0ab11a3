drop table product_change_floor;
drop table product_change;
drop function notify_product_change();
