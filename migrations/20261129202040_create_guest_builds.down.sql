drop table guest_build;
