-- The oldest program that understands the schema, by the newest migration that it knows. Migrations that only add leave it as it
-- is, so that programs of the version before go on while an upgrade is under way; one that takes away or changes raises it:
--     update schema_floor set min_known_version = 20270131120000;
create table schema_floor (
    only_row boolean primary key default true constraint schema_floor_only_row_check check (only_row),
    min_known_version bigint not null
);

insert into schema_floor (min_known_version) values (20261123110000);
