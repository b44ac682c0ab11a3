-- Which pages were provisional is lost; the questions about their offers stay.
drop table match_undo;
alter table product_match drop column worth;
alter table product drop column provisional;
