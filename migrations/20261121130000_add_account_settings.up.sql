-- What a person may choose, and the language to write to them in.
alter table app_user
    add column language text not null default 'en' constraint app_user_language_check check (language in ('en', 'ar')),
    add column price_drop_alerts boolean not null default true,
    add column public_profile boolean not null default false,
    add column allow_build_sharing boolean not null default true,
    add constraint app_user_name_check check (char_length(name) between 1 and 100);
