-- +goose NO TRANSACTION
-- +goose Up
-- What may still come to an account is counted before another deposit to it begins.
DROP INDEX CONCURRENTLY IF EXISTS payments_pending_of_account;
CREATE INDEX CONCURRENTLY payments_pending_of_account ON payments (account_id) WHERE status = 'pending' AND account_id IS NOT NULL;
