drop table product_interest;
