-- +goose Up
-- What search keeps of courses in memory follows these tables. A change of what it shows takes the next version and
-- holds the row until its end, so that versions are committed in their order: whoever has read one has read all before it.
CREATE TABLE course_search_version (
    only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
    version  BIGINT NOT NULL
);
INSERT INTO course_search_version (only_row, version) VALUES (1, 0);

-- The version of a course's last change. What was not changed since has none and is found by reading all courses.
CREATE TABLE course_changes (
    course_id TEXT   PRIMARY KEY REFERENCES courses (id),
    version   BIGINT NOT NULL
);
CREATE INDEX course_changes_by_version ON course_changes (version);
SELECT compare_texts_as_bytes();
