-- +goose Up
-- Who is locked out already. It is a step of its own, which locks rows and not the table.
UPDATE trading_accounts SET owner_locked_at = (SELECT suspended_at FROM users WHERE users.id = trading_accounts.user_id)
WHERE user_id IN (SELECT id FROM users WHERE suspended_at IS NOT NULL);
