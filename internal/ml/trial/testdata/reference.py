"""A trial of candles.csv by numpy and scikit-learn, for the tests of this package.

    cd internal/ml/trial/testdata && /usr/bin/python3 reference.py > reference.json

with Debian's python3-sklearn (1.2.1). The features, the walk-forward and its embargo are written anew here, so that two programs
have to agree. candles.csv are hours of BTCUSD from the simulated market, seed 14.
"""

import csv
import json
import math
from datetime import datetime

import numpy
from sklearn.calibration import calibration_curve
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss
from sklearn.preprocessing import StandardScaler

SUREST = 1e-6
FOLDS = 6
PENALTIES = (1.0, 10.0, 100.0, 1_000.0, 10_000.0)


def read():
    with open("candles.csv", newline="") as file:
        return [{k: v if k == "opened_at" else float(v) for k, v in row.items()} for row in csv.DictReader(file)]


def features(bars):
    """One row a bar, nan where the look-back is too short."""
    close, high, low, volume = (numpy.array([b[k] for b in bars]) for k in ("close", "high", "low", "volume"))
    logs = numpy.log(close)
    ones = numpy.concatenate([[math.nan], numpy.diff(logs)])
    ranges = (high - low) / close

    def over(values, span, what):
        out = numpy.full(len(values), math.nan)
        windows = numpy.lib.stride_tricks.sliding_window_view(values, span)
        out[span - 1:] = what(windows, axis=1)
        return out

    columns = []
    for span in (1, 2, 4, 8, 24, 72, 168):
        columns.append(numpy.concatenate([numpy.full(span, math.nan), logs[span:] - logs[:-span]]))
    for span in (24, 168):
        columns.append(over(ones, span, numpy.std))
    columns += [ranges, over(ranges, 24, numpy.mean)]
    columns.append(numpy.log(numpy.maximum(volume / over(volume, 168, numpy.mean), 0.01)))
    for span in (24, 168):
        columns.append(logs - numpy.log(over(close, span, numpy.mean)))
    opened = [datetime.fromisoformat(b["opened_at"].replace("Z", "+00:00")) for b in bars]
    day = numpy.array([o.hour / 24 for o in opened]) * 2 * math.pi
    week = numpy.array([(o.isoweekday() % 7 * 24 + o.hour) / 168 for o in opened]) * 2 * math.pi
    columns += [numpy.sin(day), numpy.cos(day), numpy.sin(week), numpy.cos(week)]
    return numpy.column_stack(columns)


def fit(rows, ups, penalty):
    scaler = StandardScaler().fit(rows)
    model = LogisticRegression(C=1 / penalty, solver="newton-cholesky", tol=1e-10, max_iter=1_000)
    model.fit(scaler.transform(rows), ups)
    return scaler, model


def probabilities(fitted, rows):
    scaler, model = fitted
    return numpy.clip(model.predict_proba(scaler.transform(rows))[:, 1], SUREST, 1 - SUREST)


def choose(rows, ups, horizon):
    test = len(rows) - len(rows) // 5
    end = test - 2 * horizon + 1  # the label of the last one ends a horizon before the bar of the first that is tested
    losses = [log_loss(ups[test:], probabilities(fit(rows[:end], ups[:end], p), rows[test:])) for p in PENALTIES]
    return PENALTIES[int(numpy.argmin(losses))]


def learn(rows, ups, horizon):
    penalty = choose(rows, ups, horizon)
    scaler, model = fitted = fit(rows, ups, penalty)
    return fitted, {
        "penalty": penalty,
        "samples": len(rows),
        "means": scaler.mean_.tolist(),
        "deviations": scaler.scale_.tolist(),
        "weights": model.coef_[0].tolist(),
        "intercept": float(model.intercept_[0]),
        "baseRate": float(numpy.mean(ups)),
    }


def scores(probability, ups):
    return {"logLoss": log_loss(ups, probability), "brier": brier_score_loss(ups, probability),
            "hitRate": float(numpy.mean((probability >= 0.5) == ups))}


def trial(bars, table, horizon):
    close = numpy.array([b["close"] for b in bars])
    first, last = 168, len(bars) - horizon  # sampled bars
    rows, ups = table[first:last], (close[horizon:] > close[:-horizon])[first:]
    start, folds, forecasts = len(rows) // 2, [], []
    for k in range(FOLDS):
        begin, end = (start + i * (len(rows) - start) // FOLDS for i in (k, k + 1))
        known = begin - 2 * horizon + 1
        fitted, fold = learn(rows[:known], ups[:known], horizon)
        forecast = probabilities(fitted, rows[begin:end])
        forecasts.append(forecast)
        folds.append(fold | {"scores": scores(forecast, ups[begin:end])})
    forecast = numpy.concatenate(forecasts)
    observed, predicted = calibration_curve(ups[start:], forecast, n_bins=10, strategy="quantile")
    return {"horizon": horizon, "folds": folds, "scores": scores(forecast, ups[start:]), "observed": observed.tolist(),
            "predicted": predicted.tolist(), "final": learn(rows, ups, horizon)[1]}


def main():
    bars = read()
    table = features(bars)
    rows = {str(at): table[at].tolist() for at in (168, 169, 500, 1000, len(bars) - 1)}
    print(json.dumps({"rows": rows, "trials": [trial(bars, table, h) for h in (1, 4)]}))


main()
