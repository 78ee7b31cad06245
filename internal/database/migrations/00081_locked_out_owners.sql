-- +goose Up
-- When the owner of an account was locked out: nothing is bought on it until they are let in again.
ALTER TABLE trading_accounts ADD COLUMN owner_locked_at BIGINT;
UPDATE trading_accounts SET owner_locked_at = (SELECT suspended_at FROM users WHERE users.id = trading_accounts.user_id)
WHERE user_id IN (SELECT id FROM users WHERE suspended_at IS NOT NULL);
