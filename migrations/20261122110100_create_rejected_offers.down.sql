drop table rejected_offer;
