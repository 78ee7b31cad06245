-- +goose Up
-- Keys of programs that call in a user's name. Of the key itself only the hash is kept.
CREATE TABLE api_keys (
    id           TEXT   PRIMARY KEY,
    tenant_id    TEXT   NOT NULL REFERENCES tenants (id),
    user_id      TEXT   NOT NULL REFERENCES users (id),
    name         TEXT   NOT NULL,
    prefix       TEXT   NOT NULL, -- what it begins with, for people
    hash         BYTEA  NOT NULL UNIQUE,
    scopes       TEXT   NOT NULL, -- separated by spaces
    expires_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    last_used_ip TEXT   NOT NULL DEFAULT '',
    created_at   BIGINT NOT NULL,
    revoked_at   BIGINT
);
CREATE INDEX api_keys_by_user ON api_keys (user_id, created_at DESC, id DESC) WHERE revoked_at IS NULL;
CREATE INDEX api_keys_by_end ON api_keys (COALESCE(revoked_at, expires_at));
-- With which key it was done.
ALTER TABLE audit_log ADD COLUMN api_key_id TEXT;
SELECT compare_texts_as_bytes();
