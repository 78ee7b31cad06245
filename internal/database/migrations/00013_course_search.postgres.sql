-- +goose Up
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Published courses, as words that were normalised before they came here, each behind a letter that says where
-- it stands: a the title, b the description, c the titles of lessons, d their content.
CREATE TABLE course_search (
    course_id TEXT     PRIMARY KEY REFERENCES courses (id),
    document  TSVECTOR NOT NULL
);
CREATE INDEX course_search_words ON course_search USING GIN (document);

-- Every word that a published course has had, for guessing what a mistyped one was meant to be. The key is
-- the word in plain letters, so that trigrams do not depend on the locale of the database.
CREATE TABLE course_words (
    word TEXT PRIMARY KEY,
    key  TEXT NOT NULL
);
CREATE INDEX course_words_by_trigram ON course_words USING GIST (key gist_trgm_ops);
