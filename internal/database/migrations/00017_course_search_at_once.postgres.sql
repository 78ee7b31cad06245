-- +goose Up
-- Courses change now and then and are searched all the time. Changes go into the index at once, and not onto a list
-- beside it that every search reads through until somebody vacuums.
ALTER INDEX course_search_words SET (fastupdate = off);
SELECT gin_clean_pending_list('course_search_words');
