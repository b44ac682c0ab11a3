drop table offer;
