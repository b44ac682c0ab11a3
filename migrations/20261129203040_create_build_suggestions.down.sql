drop table build_suggestion;
