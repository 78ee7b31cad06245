-- +goose Up
-- What users were told of, in the transaction in which it happened. Mails are made of those that wait for one.
CREATE TABLE trading_notices (
    id              TEXT    PRIMARY KEY,
    tenant_id       TEXT    NOT NULL,
    user_id         TEXT    NOT NULL,
    kind            TEXT    NOT NULL, -- order_filled, position_stopped, copy_stopped, alert_fired
    subject_id      TEXT    NOT NULL, -- the order, position, subscription or alert
    symbol          TEXT    NOT NULL, -- empty where it is about none
    title           TEXT    NOT NULL,
    text            TEXT    NOT NULL,
    is_mail_waiting BOOLEAN NOT NULL,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX trading_notices_of_user ON trading_notices (user_id, id);
CREATE INDEX trading_notices_to_mail ON trading_notices (user_id, kind, id) WHERE is_mail_waiting;
CREATE INDEX trading_notices_by_time ON trading_notices (created_at);

-- When a user may get the next mail of a kind.
CREATE TABLE notice_mails (
    user_id TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    next_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind)
);
CREATE INDEX notice_mails_by_time ON notice_mails (next_at);
