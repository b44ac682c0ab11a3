drop table refreshed_page;
