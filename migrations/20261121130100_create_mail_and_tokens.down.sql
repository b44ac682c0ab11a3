drop table server_secret;
drop table used_solution;
drop table mail;
drop table one_time_token;
drop table sign_up;
