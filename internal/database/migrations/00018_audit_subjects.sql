-- +goose Up
-- Acts of administrators in every area are audited: what was changed, and from what to what.
ALTER TABLE audit_log ADD COLUMN subject_kind  TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN subject_id    TEXT NOT NULL DEFAULT '';
ALTER TABLE audit_log ADD COLUMN before_fields TEXT NOT NULL DEFAULT '{}'; -- JSON object, no secrets
ALTER TABLE audit_log ADD COLUMN after_fields  TEXT NOT NULL DEFAULT '{}'; -- JSON object, no secrets
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, created_at DESC, id DESC) WHERE subject_id <> '';
