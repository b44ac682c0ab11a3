drop table retailer;
