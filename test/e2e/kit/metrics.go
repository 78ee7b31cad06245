package kit

import (
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bourse/internal/testkit"
)

// Number is the value of one line of the metrics; false if there is no such line.
func Number(page, line string) (value float64, found bool) {
	match := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(line) + ` (\S+)$`).FindStringSubmatch(page)
	if match == nil {
		return 0, false
	}
	value, err := strconv.ParseFloat(match[1], 64)
	return value, err == nil
}

// AwaitNumbers waits until the metrics have the values.
func (s *Server) AwaitNumbers(t *testing.T, want map[string]float64) {
	t.Helper()
	for line, value := range want {
		var page string
		var got float64
		defer func() {
			if t.Failed() && page != "" {
				t.Logf("%s is %v, want %v", line, got, value)
			}
		}()
		testkit.Within(t, Patience, line, func() bool {
			page = s.Metrics(t)
			var found bool
			got, found = Number(page, line)
			return found && got == value
		})
		page = ""
	}
}

// WantGoodMetrics checks the page against the conventions of Prometheus, if its tool is installed.
func WantGoodMetrics(t *testing.T, page string) {
	t.Helper()
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		return
	}
	check := exec.CommandContext(t.Context(), promtool, "check", "metrics")
	check.Stdin = strings.NewReader(page)
	if said, err := check.CombinedOutput(); err != nil || strings.Contains(string(said), "bourse_") {
		t.Errorf("promtool: %v\n%s", err, said)
	}
}
