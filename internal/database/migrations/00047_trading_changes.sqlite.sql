-- +goose Up
-- What has changed for a user, numbered in the order of the commits and without gaps: whoever listens reads what is
-- behind the last number it knows. Rows are kept for a day.
CREATE TABLE trading_changes (
    user_id    TEXT   NOT NULL,
    number     BIGINT NOT NULL,
    kind       TEXT   NOT NULL, -- position, order, notice
    subject_id TEXT   NOT NULL,
    data       TEXT   NOT NULL, -- JSON: the resource as it was
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, number)
);
CREATE INDEX trading_changes_by_age ON trading_changes (created_at);

-- The last number of each user. Whoever records a change holds the row until its commit.
CREATE TABLE trading_change_counters (
    user_id TEXT   PRIMARY KEY,
    number  BIGINT NOT NULL
);

-- Signals are numbered in the same way, all of them together; those of the past have no number.
ALTER TABLE signals ADD COLUMN number BIGINT;
CREATE UNIQUE INDEX signals_by_number ON signals (number);
CREATE TABLE trading_signal_counter (
    only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
    number   BIGINT NOT NULL
);
INSERT INTO trading_signal_counter (only_row, number) VALUES (1, 0);
