drop table build_view;
drop table visitor_salt;
drop table saved_build_part;
drop table saved_build;
