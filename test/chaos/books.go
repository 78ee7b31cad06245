package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/test/e2e/kit"
)

// audit checks the books from outside, after all servers have stopped.
func (w *world) audit(ctx context.Context) (findings []finding, err error) {
	status, printed, log, err := w.call("verify", "--format", "json").Run(ctx)
	if err != nil {
		return nil, err
	}
	if status != 0 {
		findings = append(findings, brokenRules(printed, log)...)
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

// brokenRules reads which rules bourse verify reports as broken.
func brokenRules(printed, log string) (findings []finding) {
	var verified struct {
		Rules []struct {
			Area, Rule string
			Offenders  int
			First      []struct{ Subject, Found, Expected string }
		}
	}
	if err := json.Unmarshal([]byte(printed), &verified); err != nil {
		return []finding{{isBroken, "bourse verify failed: " + log}}
	}
	for _, one := range verified.Rules {
		if one.Offenders > 0 {
			findings = append(findings, finding{isBroken, fmt.Sprintf("bourse verify: %s: %d times not so: %s %v", one.Area, one.Offenders, one.Rule, one.First)})
		}
	}
	return findings
}

// readLogs finds log lines that no fault excuses.
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
