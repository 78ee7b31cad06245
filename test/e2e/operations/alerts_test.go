package operations_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-faster/yaml"

	"bourse/internal/database"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// top is the repository's folder.
var top = filepath.Join("..", "..", "..")

// alert is a rule of deploy/prometheus/alerts.yml.
type alert struct {
	Name        string            `yaml:"alert"`
	Expression  string            `yaml:"expr"`
	Labels      map[string]string `yaml:"labels"`
	Annotations map[string]string `yaml:"annotations"`
}

func alerts(t *testing.T) []alert {
	t.Helper()
	var file struct {
		Groups []struct {
			Rules []alert `yaml:"rules"`
		} `yaml:"groups"`
	}
	if err := yaml.Unmarshal(kit.ReadFile(t, filepath.Join(top, "deploy", "prometheus", "alerts.yml")), &file); err != nil {
		t.Fatal(err)
	}
	var all []alert
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	if len(all) == 0 {
		t.Fatal("there are no alerts")
	}
	return all
}

// dashboardExpressions are the dashboard's queries.
func dashboardExpressions(t *testing.T) (all []string) {
	t.Helper()
	var dashboard struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(kit.ReadFile(t, filepath.Join(top, "deploy", "grafana", "bourse.json")), &dashboard); err != nil {
		t.Fatal(err)
	}
	for _, panel := range dashboard.Panels {
		for _, target := range panel.Targets {
			all = append(all, target.Expr)
		}
	}
	return all
}

var metricName = regexp.MustCompile(`\b(?:bourse|process|go)_[a-z_]+`)

// settingName matches settings in a page.
var settingName = regexp.MustCompile(`--[a-z][a-z-]+[a-z]`)

// watchedMetrics are the metrics used by alerts and the dashboard.
func watchedMetrics(t *testing.T) []string {
	t.Helper()
	named := map[string]bool{}
	expressions := dashboardExpressions(t)
	for _, one := range alerts(t) {
		expressions = append(expressions, one.Expression)
	}
	for _, expression := range expressions {
		for _, name := range metricName.FindAllString(expression, -1) {
			named[name] = true
		}
	}
	return slices.Sorted(maps.Keys(named))
}

// wantWatched fails the test for a metric that alerts or the dashboard use and the server does not have.
func wantWatched(t *testing.T, engine database.Engine, page string) {
	t.Helper()
	for _, name := range watchedMetrics(t) {
		isFile := name == "bourse_database_file_bytes" || name == "bourse_database_wal_bytes"
		if isFile && engine != database.SQLite || name == "bourse_webhook_endpoint_failing_seconds" {
			continue // there are no files, and no endpoint fails here: a test of payments has one that does
		}
		if !strings.Contains(page, "\n"+name+" ") && !strings.Contains(page, "\n"+name+"{") {
			t.Errorf("alerts or the dashboard watch %s, which the server does not tell", name)
		}
	}
}

// Every alert has a page that says what to do, and there are no pages of removed alerts.
func TestEveryAlertHasItsPage(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("docs", "runbook")
	want := map[string]bool{"README.md": true}
	index := string(kit.ReadFile(t, filepath.Join(top, folder, "README.md")))
	settings := kit.Run(t, bourse.Command{Binary: kit.Binary, Args: []string{"serve", "--help"}}, "").Printed
	for _, one := range alerts(t) {
		file := one.Name + ".md"
		want[file] = true
		if got := one.Annotations["runbook_url"]; got != "docs/runbook/"+file {
			t.Errorf("%s names the page %q", one.Name, got)
		}
		if one.Annotations["summary"] == "" || one.Labels["severity"] != "critical" && one.Labels["severity"] != "warning" {
			t.Errorf("%s has no summary or no severity", one.Name)
		}
		page := string(kit.ReadFile(t, filepath.Join(top, folder, file)))
		for _, part := range []string{"# " + one.Name, "## What it means", "## What to look at", "## What to do", "## When it is false"} {
			if !strings.Contains(page, part+"\n") {
				t.Errorf("%s has no %q", file, part)
			}
		}
		for _, setting := range settingName.FindAllString(page, -1) {
			if !strings.Contains(settings, setting) {
				t.Errorf("%s speaks of %s, which is no setting", file, setting)
			}
		}
		if !strings.Contains(index, "| ["+one.Name+"]("+file+") | "+one.Labels["severity"]+" |") {
			t.Errorf("the runbook does not list %s as %s", one.Name, one.Labels["severity"])
		}
	}
	files, err := os.ReadDir(filepath.Join(top, folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !want[file.Name()] {
			t.Errorf("%s is about no alert", file.Name())
		}
	}
}

// The rules' own tests test each alert, and run where Prometheus' tool is installed.
func TestEveryAlertIsTried(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(top, "deploy", "prometheus")
	tests := string(kit.ReadFile(t, filepath.Join(folder, "alerts_test.yml")))
	for _, one := range alerts(t) {
		if !strings.Contains(tests, "alertname: "+one.Name+"\n        exp_alerts:\n") {
			t.Errorf("no test shows that %s fires", one.Name)
		}
	}
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		return
	}
	for _, words := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml"}} {
		command := exec.CommandContext(t.Context(), promtool, words...)
		command.Dir = folder
		if said, err := command.CombinedOutput(); err != nil {
			t.Errorf("promtool %s: %v\n%s", words[0], err, said)
		}
	}
}
