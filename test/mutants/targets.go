package main

// target is a package that is tested with mutants.
type target struct {
	dir   string   // relative to the module's root
	files []string // to be changed; if empty, all of the package
	tests []string // test files to run; if empty, all of the package
}

// targets are the packages that only calculate, and the calculating files of those that also read and write. Code
// that uses a database is not changed here: each change would cost a run of all tests on it.
var targets = []target{
	{dir: "internal/money"},
	{dir: "internal/stats"},
	{dir: "internal/webhook/limiter"},
	{dir: "internal/webhook/filter"},
	{dir: "internal/webhook/signing"},
	{dir: "internal/webhook/egress"},
	{dir: "internal/trading/strategy"},
	{dir: "internal/ml/features"},
	{dir: "internal/ml/logistic"},
	{ // without the tests that run trials over dozens of years: they ask what chance does, and one run takes a minute
		dir: "internal/ml/trial",
		tests: []string{"bootstrap_test.go", "export_test.go", "forecaster_test.go", "holm_test.go", "lookahead_test.go",
			"main_test.go", "reference_test.go", "run_test.go", "series_test.go"},
	},
	{dir: "internal/ledger", files: []string{"account.go", "draft.go"}, tests: []string{"export_rules_test.go", "rules_test.go"}},
	{
		dir:   "internal/trading",
		files: []string{"order.go", "order_check.go", "position.go", "signal.go", "sizing.go", "terms.go", "trailing.go"},
		tests: []string{"export_rules_test.go", "rules_test.go", "order_rules_test.go", "terms_test.go"},
	},
	{
		dir:   "internal/ml",
		files: []string{"calendar.go", "horizon.go", "prediction.go", "scorecard.go"},
		tests: []string{"export_rules_test.go", "rules_test.go"},
	},
}
