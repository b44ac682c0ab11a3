-- When backups were made is forgotten; the backups stay.
drop table backup_run;
