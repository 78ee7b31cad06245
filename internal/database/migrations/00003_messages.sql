-- +goose Up
-- Mail and text messages on their way out.
CREATE TABLE messages (
    id              TEXT   PRIMARY KEY,
    channel         TEXT   NOT NULL CHECK (channel IN ('mail', 'sms')),
    kind            TEXT   NOT NULL,
    recipient       TEXT   NOT NULL,
    content         BYTEA, -- sealed; erased once sent or given up
    attempts        BIGINT NOT NULL DEFAULT 0,
    next_attempt_at BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    expires_at      BIGINT NOT NULL, -- not worth sending after this
    sent_at         BIGINT,
    failed_at       BIGINT,
    last_error      TEXT
);
CREATE INDEX messages_due ON messages (channel, next_attempt_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX messages_by_creation ON messages (created_at);
