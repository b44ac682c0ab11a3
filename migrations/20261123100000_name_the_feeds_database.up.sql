-- Transaction numbers (product_change.xid, product_change_floor.pruned_xid, the two seen_below) count in one cluster alone. The
-- database that they were counted in is named beside them, so that a restored copy tells them from its own.
alter table product_change_floor add column database_identity text;

-- Numbers that this cluster has not reached come from another one: without a name they are forgotten at the first look.
update product_change_floor set database_identity = (
    select system_identifier::text || '-' || pg_database.oid::text || '-' || 'product_change'::regclass::oid::text
    from pg_control_system(), pg_database where datname = current_database())
where greatest(
    pruned_xid,
    (select xid from product_change order by xid desc limit 1),
    (select seen_below from product_price_roll_up order by seen_below desc limit 1),
    (select seen_below from figures_state)) <= pg_snapshot_xmax(pg_current_snapshot());
