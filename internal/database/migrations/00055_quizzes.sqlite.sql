-- +goose Up
-- What quiz lessons ask. A quiz lesson that has no row here, as all had before there were questions, asks nothing.
CREATE TABLE quizzes (
    lesson_id    TEXT   PRIMARY KEY REFERENCES lessons (id),
    pass_percent BIGINT NOT NULL CHECK (pass_percent BETWEEN 1 AND 100),
    questions    TEXT   NOT NULL -- JSON, with the answers
);

-- One time that somebody has answered a quiz.
CREATE TABLE quiz_attempts (
    id            TEXT    PRIMARY KEY,
    tenant_id     TEXT    NOT NULL,
    user_id       TEXT    NOT NULL,
    enrollment_id TEXT    NOT NULL REFERENCES enrollments (id),
    lesson_id     TEXT    NOT NULL REFERENCES lessons (id),
    number        BIGINT  NOT NULL, -- from 1, within the enrollment
    right_answers BIGINT  NOT NULL,
    questions     BIGINT  NOT NULL,
    pass_percent  BIGINT  NOT NULL, -- as it was then
    passed        BOOLEAN NOT NULL,
    results       TEXT    NOT NULL, -- JSON: each answer beside the right one
    created_at    BIGINT  NOT NULL,
    UNIQUE (enrollment_id, lesson_id, number)
);
CREATE INDEX quiz_attempts_by_user ON quiz_attempts (user_id, lesson_id, id);
