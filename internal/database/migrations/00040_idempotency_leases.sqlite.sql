-- +goose Up
-- Who works under a claim, and until when it lives without a sign of life, by the database's clock. Claims of before
-- have no process: they live for as long as a request may take. resume is what a repetition goes on from.
ALTER TABLE idempotency_keys ADD COLUMN process     TEXT   NOT NULL DEFAULT '';
ALTER TABLE idempotency_keys ADD COLUMN lease_until BIGINT NOT NULL DEFAULT 0;
ALTER TABLE idempotency_keys ADD COLUMN resume      TEXT   NOT NULL DEFAULT '';
