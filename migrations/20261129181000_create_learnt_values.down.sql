-- The administrators' decisions are lost; values that they rejected are read again.
drop table learnt_value;
