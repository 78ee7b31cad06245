-- +goose Up
-- What somebody did is listed too, the newest first, and no longer only looked up.
CREATE INDEX audit_log_by_actor_and_time ON audit_log (actor_id, created_at DESC, id DESC) WHERE actor_id IS NOT NULL;
DROP INDEX audit_log_by_actor;
