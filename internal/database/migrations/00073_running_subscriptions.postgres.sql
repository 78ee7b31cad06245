-- +goose NO TRANSACTION
-- +goose Up
-- What a user follows is found however many subscriptions of theirs have ended.
DROP INDEX CONCURRENTLY IF EXISTS bot_subscriptions_running;
CREATE INDEX CONCURRENTLY bot_subscriptions_running ON bot_subscriptions (user_id) WHERE status = 'active';
