drop function offer_picture_json(uuid, text);
drop function picture_json(text);
drop table refused_picture;
alter table product drop picture_pinned, drop picture_hash;
drop table picture_source;
drop table picture;
