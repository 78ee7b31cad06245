-- +goose Up
-- What a user has chosen for trading. Whoever adds an alert holds the row, so that nobody has more of them than allowed.
CREATE TABLE trader_preferences (
    user_id    TEXT   PRIMARY KEY,
    tenant_id  TEXT   NOT NULL,
    watchlist  TEXT   NOT NULL, -- JSON: symbols in the user's order
    channels   TEXT   NOT NULL, -- JSON: the channels of each kind of notice that the user has changed
    updated_at BIGINT NOT NULL
);

CREATE TABLE price_alerts (
    id              TEXT   PRIMARY KEY,
    tenant_id       TEXT   NOT NULL,
    user_id         TEXT   NOT NULL,
    symbol          TEXT   NOT NULL,
    kind            TEXT   NOT NULL, -- above, below, percent_move
    price           BIGINT NOT NULL,
    percent         BIGINT NOT NULL,
    reference_price BIGINT NOT NULL, -- the mark when it was made
    note            TEXT   NOT NULL,
    status          TEXT   NOT NULL, -- working, fired, cancelled
    fired_price     BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    ended_at        BIGINT           -- when it fired or was cancelled
);
CREATE INDEX price_alerts_of_user ON price_alerts (user_id, id);
CREATE INDEX price_alerts_working ON price_alerts (id) WHERE status = 'working';
CREATE INDEX price_alerts_working_of_user ON price_alerts (user_id) WHERE status = 'working';
CREATE INDEX price_alerts_ended ON price_alerts (ended_at) WHERE ended_at IS NOT NULL;
SELECT compare_texts_as_bytes();
