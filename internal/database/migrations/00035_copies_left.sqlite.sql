-- +goose Up
-- What could not be brought to a subscription yet, because its account was locked or an exit failed: it follows in the
-- order of the signals, while everybody else goes on. Nothing refers to another table here: a reference would wait
-- for the very lock that the row is here because of.
CREATE TABLE pending_copies (
    subscription_id TEXT   NOT NULL,
    signal_id       TEXT   NOT NULL,
    symbol          TEXT   NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (subscription_id, signal_id)
);
CREATE INDEX pending_copies_by_signal ON pending_copies (signal_id, subscription_id);
