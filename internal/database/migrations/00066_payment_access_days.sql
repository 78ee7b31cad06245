-- +goose Up
-- How long a course was offered for when its buyer went to pay: 0 is for ever. NULL is a payment from before, or no course.
ALTER TABLE payments ADD COLUMN access_days BIGINT CHECK (access_days >= 0);
