-- +goose Up
-- What a search ranks and filters by stands beside the index, in short rows: only the courses that are shown are read.
ALTER TABLE course_search ADD COLUMN tenant_id        TEXT   NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE course_search ADD COLUMN difficulty_level TEXT   NOT NULL DEFAULT '';
ALTER TABLE course_search ADD COLUMN published_at     BIGINT NOT NULL DEFAULT 0;
ALTER TABLE course_search ADD COLUMN featured_rank    BIGINT; -- null is not featured
UPDATE course_search SET
    tenant_id = (SELECT tenant_id FROM courses WHERE courses.id = course_id),
    difficulty_level = (SELECT difficulty_level FROM courses WHERE courses.id = course_id),
    published_at = (SELECT COALESCE(published_at, 0) FROM courses WHERE courses.id = course_id),
    featured_rank = (SELECT featured_rank FROM courses WHERE courses.id = course_id);
CREATE INDEX course_search_featured ON course_search (tenant_id) WHERE featured_rank IS NOT NULL;
