-- The rules are forgotten.
drop table search_rule_version;
drop table search_rule;
