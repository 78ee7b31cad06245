-- +goose NO TRANSACTION
-- +goose Up
-- How often it was changed which lessons of a course count, and up to which of these changes its attempts were looked
-- through: whoever has done all that still counts has completed the course.
ALTER TABLE courses ADD COLUMN IF NOT EXISTS lesson_changes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE courses ADD COLUMN IF NOT EXISTS lesson_changes_counted BIGINT NOT NULL DEFAULT 0;
-- Lessons were withdrawn before anybody looked.
UPDATE courses SET lesson_changes = 1 WHERE lesson_changes = 0 AND status <> 'draft' AND EXISTS (
    SELECT 1 FROM lessons WHERE lessons.course_id = courses.id AND (lessons.status = 'draft' OR NOT lessons.is_required));
DROP INDEX CONCURRENTLY IF EXISTS courses_to_recount;
CREATE INDEX CONCURRENTLY courses_to_recount ON courses (id) WHERE lesson_changes > lesson_changes_counted;
DROP INDEX CONCURRENTLY IF EXISTS enrollments_active;
CREATE INDEX CONCURRENTLY enrollments_active ON enrollments (course_id, id) WHERE status = 'active';
