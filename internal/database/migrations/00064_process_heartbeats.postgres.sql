-- +goose Up
-- The processes of the installation, as each says of itself every half minute. One that ends in order takes its row away;
-- what is a day old goes too.
CREATE TABLE process_heartbeats (
    id         TEXT   PRIMARY KEY, -- made when the process starts
    role       TEXT   NOT NULL,
    version    TEXT   NOT NULL,
    started_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL,
    jobs       TEXT   NOT NULL -- JSON: its background jobs, and how each does
);

-- What one process looks at for all, and what it found last.
CREATE TABLE platform_checks (
    name       TEXT   PRIMARY KEY,
    problem    TEXT   NOT NULL, -- empty when all was well
    checked_at BIGINT NOT NULL
);
SELECT compare_texts_as_bytes();
