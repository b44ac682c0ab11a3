drop table judged_reduction;
