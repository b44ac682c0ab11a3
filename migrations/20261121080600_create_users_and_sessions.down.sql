drop table session;
drop table app_user;
