-- +goose Up
-- Every version of every model that was ever asked for. They belong to the platform, as instruments do.
CREATE TABLE ml_models (
    id               TEXT    PRIMARY KEY,
    symbol           TEXT    NOT NULL REFERENCES instruments (symbol),
    horizon          TEXT    NOT NULL,
    version          BIGINT  NOT NULL,
    status           TEXT    NOT NULL, -- queued, training, ready, serving, retired, failed
    stage            TEXT    NOT NULL,
    progress         BIGINT  NOT NULL,
    failure_code     TEXT    NOT NULL,
    failure          TEXT    NOT NULL,
    requested_by     TEXT,             -- NULL: the schedule
    wants_promotion  BOOLEAN NOT NULL,
    candles_from     BIGINT,           -- the training set, fixed before the first fold
    candles_to       BIGINT,
    candle_count     BIGINT  NOT NULL,
    samples          BIGINT  NOT NULL,
    attempts         BIGINT  NOT NULL,
    lease_until      BIGINT  NOT NULL, -- a training is whoever's claims it next from then on
    fence            BIGINT  NOT NULL,
    result           TEXT    NOT NULL DEFAULT '', -- JSON, empty before it is trained
    p_value          DOUBLE PRECISION NOT NULL,
    adjusted_p_value DOUBLE PRECISION NOT NULL,
    edge             TEXT    NOT NULL, -- edge, no_edge, edge_lost; empty before it is trained
    base_rate        DOUBLE PRECISION NOT NULL,
    created_at       BIGINT  NOT NULL,
    trained_at       BIGINT,
    serving_since    BIGINT,
    retired_at       BIGINT,
    UNIQUE (symbol, horizon, version)
);
CREATE UNIQUE INDEX ml_models_serving ON ml_models (symbol, horizon) WHERE status = 'serving';
CREATE UNIQUE INDEX ml_models_in_training ON ml_models (symbol, horizon) WHERE status IN ('queued', 'training');

-- Whoever finishes a training or lets a model serve holds this row: the correction for the number of tries is over all of them.
CREATE TABLE ml_registry (
    only_row BIGINT PRIMARY KEY CHECK (only_row = 1),
    changes  BIGINT NOT NULL
);
INSERT INTO ml_registry (only_row, changes) VALUES (1, 0);

CREATE TABLE ml_predictions (
    id                TEXT   PRIMARY KEY,
    model_id          TEXT   NOT NULL REFERENCES ml_models (id),
    symbol            TEXT   NOT NULL,
    horizon           TEXT   NOT NULL,
    candle_at         BIGINT NOT NULL,
    close             BIGINT NOT NULL,
    probability       DOUBLE PRECISION NOT NULL, -- as it is served
    forecasts         TEXT   NOT NULL,           -- JSON: what the model itself and each baseline say
    base_rate         DOUBLE PRECISION NOT NULL,
    edge              TEXT   NOT NULL,
    features          TEXT   NOT NULL,           -- JSON: those that weighed most
    due_at            BIGINT NOT NULL,
    outcome           TEXT   NOT NULL,           -- open, up, down, void
    outcome_close     BIGINT NOT NULL,
    settled_at        BIGINT,
    created_at        BIGINT NOT NULL,
    UNIQUE (model_id, candle_at)
);
CREATE INDEX ml_predictions_due ON ml_predictions (due_at, id) WHERE outcome = 'open';
CREATE INDEX ml_predictions_by_symbol ON ml_predictions (symbol, id);
CREATE INDEX ml_predictions_by_outcome ON ml_predictions (outcome, id);
CREATE INDEX ml_predictions_by_age ON ml_predictions (created_at);

-- What came true of the predictions of a version, summed by the transactions that settle them. id is the model's.
CREATE TABLE ml_scorecards (
    id                 TEXT   PRIMARY KEY REFERENCES ml_models (id),
    best_baseline      TEXT   NOT NULL,
    settled            BIGINT NOT NULL,
    scores             TEXT   NOT NULL, -- JSON: hits and sums of Brier score and log loss of each forecaster
    difference_sum     DOUBLE PRECISION NOT NULL,
    difference_squares DOUBLE PRECISION NOT NULL
);
SELECT compare_texts_as_bytes();
