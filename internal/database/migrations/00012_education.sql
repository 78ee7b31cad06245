-- +goose Up
-- The platform's catalogue of courses, shared by all tenants. How long a course takes is the sum of its
-- published lessons.
CREATE TABLE courses (
    id                TEXT   PRIMARY KEY,
    slug              TEXT   NOT NULL UNIQUE,
    title             TEXT   NOT NULL,
    short_description TEXT   NOT NULL,
    description       TEXT   NOT NULL,
    thumbnail_url     TEXT   NOT NULL,
    difficulty_level  TEXT   NOT NULL CHECK (difficulty_level IN ('beginner', 'intermediate', 'advanced', 'expert')),
    status            TEXT   NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
    price_usd         BIGINT NOT NULL CHECK (price_usd >= 0), -- 0 is free
    access_days       BIGINT NOT NULL CHECK (access_days >= 0), -- 0 is for ever
    featured_rank     BIGINT, -- null is not featured
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL,
    published_at      BIGINT -- the first time; null while it is a draft
);
CREATE INDEX courses_listed ON courses (published_at, id) WHERE status = 'published';
CREATE INDEX courses_by_status ON courses (status, id);
CREATE INDEX courses_featured ON courses (featured_rank, id) WHERE featured_rank IS NOT NULL;

CREATE TABLE lessons (
    id               TEXT    PRIMARY KEY,
    course_id        TEXT    NOT NULL REFERENCES courses (id),
    title            TEXT    NOT NULL,
    slug             TEXT    NOT NULL,
    position         BIGINT  NOT NULL,
    type             TEXT    NOT NULL CHECK (type IN ('video', 'text', 'quiz')),
    content          TEXT    NOT NULL,
    duration_minutes BIGINT  NOT NULL,
    is_preview       BOOLEAN NOT NULL,
    is_required      BOOLEAN NOT NULL,
    status           TEXT    NOT NULL CHECK (status IN ('draft', 'published')),
    created_at       BIGINT  NOT NULL,
    updated_at       BIGINT  NOT NULL,
    UNIQUE (course_id, slug)
);
CREATE INDEX lessons_in_order ON lessons (course_id, position, id);
CREATE INDEX lessons_published ON lessons (course_id, is_required, duration_minutes, id) WHERE status = 'published';

-- One attempt of a user at a course. That time has run out is seen when a row is read; it is written down
-- as expired when a new attempt takes its place.
CREATE TABLE enrollments (
    id           TEXT   PRIMARY KEY,
    tenant_id    TEXT   NOT NULL,
    user_id      TEXT   NOT NULL,
    course_id    TEXT   NOT NULL REFERENCES courses (id),
    attempt      BIGINT NOT NULL,
    status       TEXT   NOT NULL CHECK (status IN ('active', 'completed', 'expired', 'cancelled')),
    payment_id   TEXT, -- null for a free course's
    enrolled_at  BIGINT NOT NULL,
    expires_at   BIGINT, -- null is never
    completed_at BIGINT,
    cancelled_at BIGINT,
    UNIQUE (user_id, course_id, attempt)
);
CREATE UNIQUE INDEX enrollments_current ON enrollments (user_id, course_id) WHERE status IN ('active', 'completed');

-- What a payment bought: the right to attempt a course until a moment, unless the money went back.
CREATE TABLE course_purchases (
    payment_id   TEXT   PRIMARY KEY,
    tenant_id    TEXT   NOT NULL,
    user_id      TEXT   NOT NULL,
    course_id    TEXT   NOT NULL REFERENCES courses (id),
    bought_at    BIGINT NOT NULL,
    access_until BIGINT, -- null is for ever
    revoked_at   BIGINT
);
CREATE INDEX course_purchases_by_user ON course_purchases (user_id, course_id);

CREATE TABLE lesson_completions (
    enrollment_id TEXT   NOT NULL REFERENCES enrollments (id),
    lesson_id     TEXT   NOT NULL REFERENCES lessons (id),
    completed_at  BIGINT NOT NULL,
    PRIMARY KEY (enrollment_id, lesson_id)
);

-- A certificate states what was true when it was issued: it keeps its own title and holder.
CREATE TABLE certificates (
    serial        TEXT   PRIMARY KEY,
    enrollment_id TEXT   NOT NULL UNIQUE REFERENCES enrollments (id),
    tenant_id     TEXT   NOT NULL,
    user_id       TEXT   NOT NULL,
    course_id     TEXT   NOT NULL REFERENCES courses (id),
    course_title  TEXT   NOT NULL,
    holder        TEXT   NOT NULL, -- the email with its middle hidden
    issued_at     BIGINT NOT NULL
);
