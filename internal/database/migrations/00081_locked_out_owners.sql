-- +goose Up
-- When the owner of an account was locked out: nothing is bought on it until they are let in again.
ALTER TABLE trading_accounts ADD COLUMN owner_locked_at BIGINT;
