-- +goose Up
-- A link that was used answers as it did the first time, so it is kept until it expires. Links that were used
-- until now are gone, those that are there are unused.
ALTER TABLE mail_tokens ADD COLUMN used_at BIGINT;

-- One index for each way in which administrators narrow their lists.
CREATE INDEX audit_log_by_action ON audit_log (tenant_id, action, created_at DESC, id DESC);
CREATE INDEX users_by_role ON users (tenant_id, role, created_at DESC, id DESC);
