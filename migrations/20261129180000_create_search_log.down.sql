-- What was searched is forgotten.
drop table search_visitor;
drop table search_refinement;
drop table search_click;
drop table search_text;
