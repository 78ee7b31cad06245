-- +goose Up
-- Users whose email begins with something are found by a range of users_by_email, as on SQLite: texts compare as bytes.
DROP INDEX users_by_email_prefix;
