-- +goose Up
-- Whether the database takes writes is found out by writing here: a row is added and removed again by one transaction,
-- so that the table is always empty and no two processes ever wait for each other.
CREATE TABLE write_probes (
    id BIGINT PRIMARY KEY
);
