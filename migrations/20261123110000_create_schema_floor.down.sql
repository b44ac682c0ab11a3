drop table schema_floor;
