-- +goose Up
-- What a user follows is found however many subscriptions of theirs have ended.
CREATE INDEX bot_subscriptions_running ON bot_subscriptions (user_id) WHERE status = 'active';
