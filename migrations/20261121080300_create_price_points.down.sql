drop function ensure_price_point_partitions(timestamptz, timestamptz);
drop table price_point;
