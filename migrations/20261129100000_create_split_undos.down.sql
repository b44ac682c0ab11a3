drop table split_undo;
