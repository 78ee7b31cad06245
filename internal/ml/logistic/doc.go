// Package logistic fits L2-regularised logistic regressions and scores their probabilities.
//
// A [Trainer] standardises its rows (mean 0, deviation 1, both taken from those rows alone) and [Trainer.Fit] minimises
//
//	Σ log loss + penalty/2 · |weights|²
//
// with an intercept that is not penalised; this is scikit-learn's LogisticRegression with C = 1/penalty after its
// StandardScaler. The minimum is unique and Newton's method finds it to about ten digits, so a model is a function of
// its rows, labels and penalty: fitted again it has the same bits. Sums run in a fixed order on one goroutine.
//
// [LogLoss], [Brier] and [Calibrate] score probabilities; testdata/reference.py computes scikit-learn's results for
// the same data.
package logistic
