-- +goose Up
-- The parts outside of the platform that do not work, as long as at least one process finds so and says it again before
-- the time is up. Who adds the row tells the operators, and so does who removes it.
CREATE TABLE degraded_parts (
    part   TEXT   PRIMARY KEY,
    reason TEXT   NOT NULL,
    since  BIGINT NOT NULL,
    until  BIGINT NOT NULL
);
SELECT compare_texts_as_bytes();
