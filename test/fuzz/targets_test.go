package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

const root = "../.."

// The functions that parse bytes from outside; each must have a fuzz target in its package.
var parsers = []string{
	"internal/brand", "internal/database", "internal/education", "internal/httpapi", "internal/httpapi/edge", "internal/identity", "internal/investment/broker",
	"internal/kyc", "internal/market/binance", "internal/market/replay", "internal/ml/logistic", "internal/ml/trial", "internal/money", "internal/payments",
	"internal/payments/stripe", "internal/secret", "internal/trading/stream", "internal/webhook/auth", "internal/webhook/egress", "internal/webhook/filter",
	"internal/webhook/signing", "internal/webhook/topic", "internal/webhook/wire",
}

func TestEveryParserOfOutsideBytesHasATargetWithSeedsAndACorpus(t *testing.T) {
	t.Parallel()
	all, err := findTargets(root)
	if err != nil {
		t.Fatal(err)
	}
	has := map[string]bool{}
	for _, one := range all {
		has[one.folder] = true
		if one.seeds == 0 || one.corpus == 0 {
			t.Errorf("%s of %s has %d seeds and a corpus of %d", one.name, one.folder, one.seeds, one.corpus)
		}
	}
	for _, folder := range parsers {
		if !has[folder] {
			t.Errorf("%s has no fuzz target", folder)
		}
	}
	t.Logf("%d targets in %d packages", len(all), len(has))
}

func TestEveryTargetIsFound(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, content string) {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a/a_test.go", "package a_test\nimport \"testing\"\nfunc FuzzA(f *testing.F) { f.Add(1); f.Add(2) }\nfunc FuzzB(f *testing.F) {}\nfunc TestC(t *testing.T) {}\n")
	write("a/testdata/fuzz/FuzzB/0123", "go test fuzz v1\nint(1)\n")
	write("a/b/c_test.go", "package b\nimport \"testing\"\nfunc FuzzD(f *testing.F) {}\n")
	write("node_modules/d_test.go", "package d\nimport \"testing\"\nfunc FuzzE(f *testing.F) {}\n")
	found, err := findTargets(folder)
	want := []target{{"a", "FuzzA", 2, 0}, {"a", "FuzzB", 0, 1}, {"a/b", "FuzzD", 0, 0}}
	if err != nil || len(found) != len(want) {
		t.Fatalf("%v (%v), want %v", found, err, want)
	}
	for i := range want {
		if found[i] != want[i] {
			t.Errorf("%v, want %v", found[i], want[i])
		}
	}
}

func TestTheStepsAddUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ requests, step, steps, last int }{{1_000_000, 100_000, 10, 50_000}, {250_000, 100_000, 3, 25_000}, {10, 100_000, 1, 5}} {
		steps := stepsOf(c.requests, c.step)
		if len(steps) != c.steps || steps[len(steps)-1] != c.last {
			t.Errorf("%d in steps of %d: %v on each engine", c.requests, c.step, steps)
		}
	}
	var told bytes.Buffer
	if usage(&told); !bytes.Contains(told.Bytes(), []byte("-requests")) {
		t.Errorf("the usage is %q", told.Bytes())
	}
}
