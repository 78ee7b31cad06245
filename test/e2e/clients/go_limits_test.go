package clients_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	client "bourse/sdk/go"
	"bourse/test/e2e/kit"
)

// TestTheGoClientWaitsAsLongAsItIsAsked: above the rate limit a client waits, and then continues.
func TestTheGoClientWaitsAsLongAsItIsAsked(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.ServeLimited(t, kit.SilentMarket...)
		l := newLine(t, s)
		patient, impatient := client.New(l.URL), client.New(l.URL, client.WithRetries(0))
		var err error
		for range 100 {
			if _, err = impatient.GetBrand(t.Context(), client.GetBrandParams{}); err != nil {
				break
			}
		}
		if refused := wantRefusal(t, err, client.CodeRateLimited); refused.Status != http.StatusTooManyRequests || refused.RetryAfter == 0 {
			t.Errorf("the error is %+v", refused)
		}
		before := l.answered(http.StatusTooManyRequests)
		for range 5 {
			_, err := patient.GetBrand(t.Context(), client.GetBrandParams{})
			must(t, err)
		}
		if got := l.answered(http.StatusTooManyRequests) - before; got == 0 {
			t.Error("no call was beyond the limit")
		}
	})
}

// TestTheExampleOfTheGoClientRunsAgainstTheDemo builds the example as its reader does and runs it.
func TestTheExampleOfTheGoClientRunsAgainstTheDemo(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "trader")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./examples/trader")
	build.Dir = "../../../sdk/go"
	if said, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Start(t, place.Call("demo", "--listen", "127.0.0.1:0", "--rate-limit", "off", "--market-minute-history", "24h", "--market-daily-history", "2400h"))
		run := exec.CommandContext(t.Context(), program)
		run.Env = append(os.Environ(), "BOURSE_URL="+s.URL())
		said, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		for _, want := range []string{
			`(?m)^trader@demo\.test has [0-9.]+ USD$`, `(?m)^signal: \w+ \w+ at [0-9.]+$`, `(?m)^order: buy [0-9.]+ of BTCUSD is filled$`,
			`(?m)^orders so far: [1-9]`, `(?m)^quote: BTCUSD [0-9.]+ to [0-9.]+$`,
		} {
			if !regexp.MustCompile(want).Match(said) {
				t.Errorf("it does not say %s:\n%s", want, said)
			}
		}
	})
}
