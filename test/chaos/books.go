package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/test/e2e/kit"
)

// audit looks at the books from outside, when nobody serves them any more.
func (w *world) audit(ctx context.Context) (findings []finding, err error) {
	status, printed, log, err := w.call("verify", "--format", "json").Run(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case status == 0:
	case strings.Contains(log+printed, "unexpected argument verify"): // of a version that does not have it
	default:
		findings = append(findings, finding{isBroken, fmt.Sprintf("bourse verify ended with status %d: %s %s", status, printed, log)})
	}
	path := w.storage("")[1] + "/bourse.db"
	if w.cluster != nil {
		path = w.cluster.URL()
	}
	db, err := database.Open(ctx, database.Options{URL: path, Limits: database.PatientLimits})
	if err != nil {
		return findings, err
	}
	defer db.Close()
	report, err := ledger.Verify(ctx, db)
	if err != nil {
		return findings, err
	}
	if err := report.Err(); err != nil {
		findings = append(findings, finding{isBroken, "the ledger: " + err.Error()})
	}
	for what, query := range kit.Impossible {
		var count int
		if err := db.QueryRow(ctx, query).Scan(&count); err != nil {
			return findings, fmt.Errorf("%s: %w", what, err)
		}
		if count != 0 {
			findings = append(findings, finding{isBroken, fmt.Sprintf("there are %d %s", count, what)})
		}
	}
	return findings, nil
}

// readLogs finds what no fault excuses in what the processes have said.
func (w *world) readLogs() (findings []finding, err error) {
	for _, r := range w.replicas {
		file, err := os.Open(r.log.Name())
		if err != nil {
			return nil, err
		}
		scanner := bufio.NewScanner(file)
		scanner.Buffer(nil, 1<<20)
		for scanner.Scan() {
			said := scanner.Text()
			if strings.HasPrefix(said, "panic:") || strings.HasPrefix(said, "fatal error:") || strings.Contains(said, `"panic"`) || strings.Contains(said, "did not stop in order") {
				findings = append(findings, finding{isBroken, fmt.Sprintf("%s said: %.400s", r.name, said)})
			}
		}
		if err := file.Close(); err != nil {
			return nil, err
		}
	}
	return findings, nil
}
