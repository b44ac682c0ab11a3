-- Names of users are unique without regard to case and look-alikes. The key is computed by programs (UTS #39), so old rows
-- get theirs when `ingest migrate` is done. Accounts with names that read alike keep them: the oldest gets the key, the
-- others the key with # and their id, which no name can have. Null for accounts that an older program creates meanwhile.
alter table app_user add column name_key text constraint app_user_name_key unique;
