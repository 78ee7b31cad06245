-- +goose NO TRANSACTION
-- +goose Up
-- Who is exported and erased is found among the sessions that have ended too, and whose challenges are dropped among all.
DROP INDEX CONCURRENTLY IF EXISTS sessions_by_user;
CREATE INDEX CONCURRENTLY sessions_by_user ON sessions (user_id);
DROP INDEX CONCURRENTLY IF EXISTS login_challenges_by_user;
CREATE INDEX CONCURRENTLY login_challenges_by_user ON login_challenges (user_id);
-- A brand's users whose email begins with something: by users_by_email those of all brands would be read.
DROP INDEX CONCURRENTLY IF EXISTS users_by_tenant_and_email;
CREATE INDEX CONCURRENTLY users_by_tenant_and_email ON users (tenant_id, email);
