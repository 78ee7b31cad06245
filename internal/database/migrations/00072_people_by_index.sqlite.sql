-- +goose Up
-- Who is exported and erased is found among the sessions that have ended too, and whose challenges are dropped among all.
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX login_challenges_by_user ON login_challenges (user_id);
-- A brand's users whose email begins with something: by users_by_email those of all brands would be read.
CREATE INDEX users_by_tenant_and_email ON users (tenant_id, email);
