"""What scikit-learn says of iris and breast cancer, for the tests of this package.

    cd internal/ml/logistic/testdata && /usr/bin/python3 reference.py > reference.json

with Debian's python3-sklearn (1.2.1). The file carries the data as well, so the tests need no Python.
"""

import json

import numpy
from sklearn.calibration import calibration_curve
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import brier_score_loss, log_loss
from sklearn.preprocessing import StandardScaler

SUREST = 1e-6  # the package clamps probabilities to [SUREST, 1 - SUREST] before it scores them


def case(name, features, rows, labels, penalty):
    scaler = StandardScaler().fit(rows)
    model = LogisticRegression(C=1 / penalty, solver="newton-cholesky", tol=1e-10, max_iter=1_000)
    model.fit(scaler.transform(rows), labels)
    probabilities = model.predict_proba(scaler.transform(rows))[:, 1]
    clamped = numpy.clip(probabilities, SUREST, 1 - SUREST)
    observed, predicted = calibration_curve(labels, probabilities, n_bins=10, strategy="quantile")
    return {
        "name": name,
        "data": features,
        "penalty": penalty,
        "means": scaler.mean_.tolist(),
        "deviations": scaler.scale_.tolist(),
        "weights": model.coef_[0].tolist(),
        "intercept": float(model.intercept_[0]),
        "logLoss": log_loss(labels, clamped),
        "brier": brier_score_loss(labels, clamped),
        "hitRate": float(model.score(scaler.transform(rows), labels)),
        "predicted": predicted.tolist(),
        "observed": observed.tolist(),
    }


def main():
    iris, cancer = load_iris(), load_breast_cancer()
    data = {
        "iris": {"names": list(iris.feature_names), "rows": iris.data.tolist()},
        "cancer": {"names": list(cancer.feature_names), "rows": cancer.data.tolist()},
    }
    labels = {kind: (iris.target == i) for i, kind in enumerate(iris.target_names)}
    cases = []
    for penalty in (0.01, 1.0, 100.0):
        for kind, is_kind in labels.items():
            cases.append(case(f"iris, {kind} or not, penalty {penalty:g}", "iris", iris.data, is_kind, penalty)
                         | {"labels": is_kind.tolist()})
        cases.append(case(f"breast cancer, penalty {penalty:g}", "cancer", cancer.data, cancer.target == 1, penalty)
                     | {"labels": (cancer.target == 1).tolist()})
    print(json.dumps({"data": data, "cases": cases}))


main()
