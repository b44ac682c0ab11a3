-- The network (IPv4 /24 or IPv6 /48, in CIDR notation) from which a browser signed in: users tell their devices apart by it.
-- Null for sessions from before this migration.
alter table session add column network text;
