drop table remembered_page;
