-- Suspended users may sign in again.
drop function audit_targets_named(text);
drop index audit_entry_target_prefix_idx;
alter table app_user drop column suspended_at;
