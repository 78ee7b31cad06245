-- +goose Up
-- Published courses, as words that were normalised before they came here: the tokenizer only takes them
-- apart again. The text itself is not kept a second time.
CREATE TABLE course_search (
    number    INTEGER PRIMARY KEY,
    course_id TEXT    NOT NULL UNIQUE REFERENCES courses (id)
);
CREATE VIRTUAL TABLE course_search_words USING fts5 (
    title, description, lessons, content,
    content = '', contentless_delete = 1, prefix = '2 3',
    tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);

-- Every word that a published course has had, for guessing what a mistyped one was meant to be. The key is
-- the word in plain letters; the spaces around it make its beginning and its end count.
CREATE TABLE course_words (
    number INTEGER PRIMARY KEY,
    word   TEXT    NOT NULL UNIQUE,
    key    TEXT    NOT NULL
);
CREATE VIRTUAL TABLE course_word_trigrams USING fts5 (key, content = '', tokenize = 'trigram');
-- +goose StatementBegin
CREATE TRIGGER course_words_indexed AFTER INSERT ON course_words
BEGIN
    INSERT INTO course_word_trigrams (rowid, key) VALUES (NEW.number, '  ' || NEW.key || ' ');
END;
-- +goose StatementEnd
