-- Nothing to undo: the pictures fetched again replace the old ones.
select 1;
