package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bourse/internal/testkit"
)

func TestTheCostOfARunNamesWhatTookLongestAndWhoSpentTheTime(t *testing.T) {
	t.Parallel()
	records, record := filepath.Join(t.TempDir(), "records"), filepath.Join(t.TempDir(), "record")
	if err := os.WriteFile(records, []byte("servers 2000000000\ngo 9000000000\nprograms 5000000000\nservers 500000000\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	results := newReport(&bytes.Buffer{}, 1)
	for _, line := range []string{
		`{"Action":"pass","Package":"p","Test":"TestA/sqlite","Elapsed":1.5}`, `{"Action":"pass","Package":"p","Test":"TestA","Elapsed":9}`,
		`{"Action":"pass","Package":"p","Test":"TestB","Elapsed":3}`, `{"Action":"pass","Package":"p","Elapsed":4}`,
	} {
		results.line([]byte(line))
	}
	var out bytes.Buffer
	if err := writeCost(&out, record, records, results); err != nil {
		t.Fatal(err)
	}
	const spent = "     4.0 s  compiler and go\n     2.5 s  tests\n     2.5 s  our servers\n     0.0 s  PostgreSQL\n     0.0 s  browsers and Node\n"
	wantPrinted(t, out.String(), "     4.0 s  p\n     3.0 s  p TestB\n     1.5 s  p TestA/sqlite\nprocessor time:\n"+spent)
	written, err := os.ReadFile(record)
	if want := spent + "     4.0 s  p\n     1.5 s  p TestA/sqlite\n     3.0 s  p TestB\n"; err != nil || string(written) != want {
		t.Errorf("recorded %q (%v), want %q", written, err, want)
	}
}

func TestAMeasuredProgramKeepsItsStatusAndItsTimeIsRecorded(t *testing.T) {
	records := filepath.Join(t.TempDir(), "records")
	if err := os.WriteFile(records, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(testkit.SpentVariable, records)
	program, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	if status := measure([]string{program, "env", "GOOS"}); status != 0 {
		t.Errorf("a program that succeeds ends with %d", status)
	}
	if status := measure([]string{program, "nothing"}); status != 2 {
		t.Errorf("a program that fails with 2 ends with %d", status)
	}
	if status := measure([]string{filepath.Join(t.TempDir(), "missing")}); status == 0 {
		t.Error("a program that there is not succeeds")
	}
	written, _ := os.ReadFile(records)
	if spent, err := readSpending(records); err != nil || strings.Count(string(written), programs) != 2 || spent[programs] <= 0 {
		t.Errorf("recorded %q (%v), want the times of both", written, err)
	}
}
