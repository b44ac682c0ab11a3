drop view unjoined_offer;
