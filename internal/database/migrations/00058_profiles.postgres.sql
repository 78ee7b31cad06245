-- +goose Up
-- What people want to be called, and where they are; empty until they say so.
ALTER TABLE users ADD COLUMN display_name TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN locale       TEXT NOT NULL DEFAULT ''; -- BCP 47
ALTER TABLE users ADD COLUMN time_zone    TEXT NOT NULL DEFAULT ''; -- IANA

-- Emails that users want instead of theirs. The links are stored as hashes.
CREATE TABLE email_changes (
    id                   TEXT   PRIMARY KEY,
    tenant_id            TEXT   NOT NULL REFERENCES tenants (id),
    user_id              TEXT   NOT NULL REFERENCES users (id),
    session_id           TEXT   NOT NULL, -- that asked for it
    present_email        TEXT   NOT NULL,
    new_email            TEXT   NOT NULL,
    present_hash         BYTEA  NOT NULL UNIQUE,
    new_hash             BYTEA  NOT NULL UNIQUE,
    cancel_hash          BYTEA  NOT NULL UNIQUE,
    present_confirmed_at BIGINT,
    new_confirmed_at     BIGINT,
    state                TEXT   NOT NULL CHECK (state IN ('open', 'changed', 'cancelled')),
    created_at           BIGINT NOT NULL,
    expires_at           BIGINT NOT NULL
);
CREATE UNIQUE INDEX email_changes_open ON email_changes (user_id) WHERE state = 'open';
CREATE INDEX email_changes_by_expiry ON email_changes (expires_at);

-- What users have logged in with, as keyed hashes of the kind of browser, its system and the network.
CREATE TABLE known_devices (
    id            TEXT   PRIMARY KEY,
    tenant_id     TEXT   NOT NULL REFERENCES tenants (id),
    user_id       TEXT   NOT NULL REFERENCES users (id),
    fingerprint   BYTEA  NOT NULL,
    first_seen_at BIGINT NOT NULL,
    last_seen_at  BIGINT NOT NULL,
    UNIQUE (user_id, fingerprint)
);
CREATE INDEX known_devices_by_time ON known_devices (last_seen_at);
SELECT compare_texts_as_bytes();
