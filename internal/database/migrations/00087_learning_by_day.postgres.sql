-- +goose NO TRANSACTION
-- +goose Up
-- What somebody has begun and answered within a day is counted before more is written.
DROP INDEX CONCURRENTLY IF EXISTS enrollments_by_time;
CREATE INDEX CONCURRENTLY enrollments_by_time ON enrollments (user_id, enrolled_at);
DROP INDEX CONCURRENTLY IF EXISTS quiz_attempts_by_time;
CREATE INDEX CONCURRENTLY quiz_attempts_by_time ON quiz_attempts (user_id, created_at);
