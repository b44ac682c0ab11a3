-- When the password was last given in this session: administrators are asked again after a while.
alter table session add column confirmed_at timestamptz not null default now();
