-- Second factors are lost: their users sign in by password alone.
drop table recovery_code;
drop table second_factor;
