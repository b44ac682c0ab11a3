-- How often shoppers left for retailers is forgotten.
drop table click_out;
