-- +goose Up
-- What cleanup looks for, so that it reads nothing else.
CREATE INDEX webhook_jobs_finished ON webhook_jobs (finished_at) WHERE state <> 'running';
