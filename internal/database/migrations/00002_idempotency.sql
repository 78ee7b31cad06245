-- +goose Up
CREATE TABLE idempotency_keys (
    scope       TEXT   NOT NULL, -- the user, or the address of an anonymous caller
    key         TEXT   NOT NULL,
    fingerprint BYTEA  NOT NULL, -- keyed hash of method, path and body
    claim       TEXT   NOT NULL, -- which request works on it
    state       TEXT   NOT NULL CHECK (state IN ('running', 'committed', 'answered')),
    answer      BYTEA, -- sealed: status, headers and body
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL,
    PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
