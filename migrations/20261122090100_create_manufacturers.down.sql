-- What was decided about unknown manufacturers is lost; offers keep the names that they have.
drop index offer_manufacturer_idx;
drop table manufacturer;
