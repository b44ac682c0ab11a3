drop table held_offer;
