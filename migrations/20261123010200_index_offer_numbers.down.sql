drop index offer_sku_idx;
drop index offer_external_id_idx;
drop index offer_part_number_idx;
