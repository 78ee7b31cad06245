-- +goose Up
-- Finds the users of a tenant whose email begins with something, whatever the collation.
CREATE INDEX users_by_email_prefix ON users (tenant_id, email text_pattern_ops);
