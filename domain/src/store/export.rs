//! Export of all data stored about one user.

use serde_json::Value;
use sqlx::PgExecutor;

use crate::model::UserId;

/// Returns one JSON object with a key for each kind of data. Secrets (password, tokens) are left out, also as hashes.
pub async fn export_user(db: impl PgExecutor<'_>, user_id: UserId) -> sqlx::Result<Value> {
    sqlx::query_scalar!(
        r#"select jsonb_build_object(
               'account', (select to_jsonb(app_user) - 'password_hash' - 'email_key' - 'name_key' from app_user where id = $1),
               'sessions', (select coalesce(jsonb_agg(to_jsonb(session) - 'token_hash' - 'user_id'), '[]')
                            from session where user_id = $1),
               'email_change', (select to_jsonb(email_change) - 'user_id' - 'email_key' from email_change where user_id = $1),
               'second_factor', (select to_jsonb(second_factor) - 'secret' - 'user_id' - 'last_step'
                                 from second_factor where user_id = $1),
               'passkeys', (select coalesce(jsonb_agg(jsonb_build_object(
                                'name', name, 'created_at', created_at, 'last_used_at', last_used_at) order by created_at), '[]')
                            from passkey where user_id = $1),
               'favorites', (select coalesce(jsonb_agg(jsonb_build_object(
                                 'product_id', product_id, 'name', product.name, 'created_at', favorite.created_at)), '[]')
                             from favorite join product on product.id = product_id where user_id = $1),
               'reviews', (select coalesce(jsonb_agg(to_jsonb(review) - 'user_id'), '[]') from review where user_id = $1),
               'builds', (select coalesce(jsonb_agg(to_jsonb(saved_build) - 'user_id' - 'request_key' - 'share_token' || jsonb_build_object('parts',
                              (select coalesce(jsonb_agg(to_jsonb(saved_build_part) - 'build_id' - 'position' order by position), '[]')
                               from saved_build_part where build_id = saved_build.id)) order by created_at), '[]')
                          from saved_build where user_id = $1),
               'price_alerts', (select coalesce(jsonb_agg(to_jsonb(price_alert) - 'user_id'), '[]')
                                from price_alert where user_id = $1),
               'notifications', (select coalesce(jsonb_agg(to_jsonb(fired_alert) - 'user_id' - 'mail_id'), '[]')
                                 from fired_alert where user_id = $1),
               'notification_channels', (select coalesce(jsonb_agg(
                                             to_jsonb(channel) - 'user_id' - 'address_key'
                                             || jsonb_build_object('address', address - 'secret' - 'auth' - 'p256dh')
                                             order by created_at), '[]')
                                         from notification_channel as channel where user_id = $1),
               'mails', (select coalesce(jsonb_agg(jsonb_build_object(
                             'kind', kind, 'created_at', created_at, 'sent_at', sent_at, 'payload', payload)), '[]')
                         from mail where user_id = $1)
           ) as "data!""#,
        user_id as UserId,
    )
    .fetch_one(db)
    .await
}
