drop table rate_limit;
