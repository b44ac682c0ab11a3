drop table product_part_number;
drop table product;
drop table data_source;
