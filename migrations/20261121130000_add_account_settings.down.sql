alter table app_user
    drop constraint app_user_name_check,
    drop column language,
    drop column price_drop_alerts,
    drop column public_profile,
    drop column allow_build_sharing;
