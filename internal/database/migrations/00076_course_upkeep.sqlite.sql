-- +goose Up
-- How often it was changed which lessons of a course count, and up to which of these changes its attempts were looked
-- through: whoever has done all that still counts has completed the course.
ALTER TABLE courses ADD COLUMN lesson_changes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE courses ADD COLUMN lesson_changes_counted BIGINT NOT NULL DEFAULT 0;
-- Lessons were withdrawn before anybody looked.
UPDATE courses SET lesson_changes = 1 WHERE status <> 'draft' AND EXISTS (
    SELECT 1 FROM lessons WHERE lessons.course_id = courses.id AND (lessons.status = 'draft' OR NOT lessons.is_required));
-- Who has left learns no more.
UPDATE enrollments SET cancelled_at = (SELECT left_at FROM erasures WHERE erasures.id = enrollments.user_id), status = 'cancelled'
WHERE status = 'active' AND user_id IN (SELECT id FROM erasures);
CREATE INDEX courses_to_recount ON courses (id) WHERE lesson_changes > lesson_changes_counted;
CREATE INDEX enrollments_active ON enrollments (course_id, id) WHERE status = 'active';

-- A word that is removed leaves the trigrams, too, which keep no text to find it by.
-- +goose StatementBegin
CREATE TRIGGER course_words_removed AFTER DELETE ON course_words
BEGIN
    INSERT INTO course_word_trigrams (course_word_trigrams, rowid, key) VALUES ('delete', OLD.number, '  ' || OLD.key || ' ');
END;
-- +goose StatementEnd
