-- +goose NO TRANSACTION
-- +goose Up
-- The courses whose attempts are to be looked through, and these attempts; SQLite has both indexes from 00076.
DROP INDEX CONCURRENTLY IF EXISTS courses_to_recount;
CREATE INDEX CONCURRENTLY courses_to_recount ON courses (id) WHERE lesson_changes > lesson_changes_counted;
DROP INDEX CONCURRENTLY IF EXISTS enrollments_active;
CREATE INDEX CONCURRENTLY enrollments_active ON enrollments (course_id, id) WHERE status = 'active';
