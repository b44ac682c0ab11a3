drop table favorite;
