-- Loses the counted additions.
alter table search_click drop column additions, drop column addition_ranks;
