-- +goose Up
-- What somebody has begun and answered within a day is counted before more is written.
CREATE INDEX enrollments_by_time ON enrollments (user_id, enrolled_at);
CREATE INDEX quiz_attempts_by_time ON quiz_attempts (user_id, created_at);
