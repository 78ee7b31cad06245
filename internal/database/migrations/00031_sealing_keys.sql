-- +goose Up
-- Which keys of the key file data was sealed with. A file that lacks one of them is an old one.
CREATE TABLE sealing_keys (
    id         TEXT   PRIMARY KEY, -- the key's kind and number in the key file
    used_since BIGINT NOT NULL
);
