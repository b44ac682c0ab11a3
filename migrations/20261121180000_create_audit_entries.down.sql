drop table audit_entry;
