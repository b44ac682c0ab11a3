alter table offer drop no_part_reason;
