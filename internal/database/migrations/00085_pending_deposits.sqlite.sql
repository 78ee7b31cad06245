-- +goose Up
-- What may still come to an account is counted before another deposit to it begins.
CREATE INDEX payments_pending_of_account ON payments (account_id) WHERE status = 'pending' AND account_id IS NOT NULL;
