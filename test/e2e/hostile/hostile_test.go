package hostile_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/test/e2e/hostile"
	"bourse/test/e2e/kit"
)

const (
	operator = "operator@example.test"
	password = "the password of an officer"
)

func setting(t *testing.T, name string, otherwise int) int {
	t.Helper()
	value := os.Getenv(name)
	if value == "" {
		return otherwise
	}
	number, err := strconv.Atoi(value)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return number
}

func TestHostileInputIsAnsweredAsTheContractSays(t *testing.T) {
	t.Parallel()
	requests, seed := setting(t, hostile.RequestsVariable, 10_000), setting(t, hostile.SeedVariable, 1)
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		place.MustRun(t, password+"\n", "user create", "--role", "super_admin", operator)
		outside := hostile.NewOutside()
		t.Cleanup(outside.Close)
		campaign := &hostile.Campaign{
			Seed: uint64(seed), Workers: 3, Outbox: filepath.Join(place.Folder, "outbox.jsonl"), Outside: outside, Operator: operator, Password: password,
		}
		limit := 5*time.Minute + time.Duration(requests)*20*time.Millisecond
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		defer cancel()
		unlimited := place.Serve(t, flags(outside)...)
		unlimited.AwaitServing(t)
		campaign.URL = unlimited.URL()
		if err := campaign.Prepare(ctx); err != nil {
			t.Fatal(err, campaign.Report.Found)
		}
		t.Cleanup(campaign.Close)
		campaign.Run(ctx, requests*8/10-campaign.Report.Requests)
		campaign.Complete(ctx)
		tried, wrong := campaign.Raw()
		t.Logf("%d connections on which no HTTP is spoken, or strangely", tried)
		for _, one := range wrong {
			t.Error(one)
		}
		unlimited.MustStop(t)
		limited := place.ServeLimited(t, append(flags(outside), "--trusted-proxies", "127.0.0.1/32")...)
		limited.AwaitServing(t)
		campaign.URL = limited.URL()
		campaign.Run(ctx, requests-campaign.Report.Requests)
		want(t, campaign)
		if state := campaign.Books(ctx); state != "balanced" && state != "unchecked" {
			t.Errorf("the books are %q", state)
		}
		limited.MustStop(t)
		wantVerified(t, place)
	})
}

// flags are those of a server with everything that the contract offers.
func flags(outside *hostile.Outside) []string {
	return slices.Concat(kit.SimulatedMarket, kit.LocalReceivers, []string{
		"--log-level", "info", "--kyc", "http", "--kyc-url", outside.URL + "/kyc", "--kyc-secret", hostile.KYCSecret, "--payments-provider", "stripe",
		"--payments-stripe-key", "sk_test_made-up", "--payments-stripe-webhook-secret", hostile.StripeSecret, "--payments-stripe-url", outside.URL,
		"--broker-binance-url", outside.URL, "--app-url", "https://app.example.test", "--sms-per-network", "1000000", "--sms-per-country", "1000000", "--kyc-per-network", "1000000",
	})
}

// want checks the result of a campaign.
func want(t *testing.T, campaign *hostile.Campaign) {
	t.Helper()
	report := campaign.Report
	t.Logf("seed %d: %s", campaign.Seed, report)
	if path := os.Getenv(hostile.ResultVariable); path != "" {
		addResult(t, path, report)
	}
	for _, found := range report.Found {
		t.Error(found)
	}
	if report.Failures > 0 || report.Violations > 0 {
		t.Errorf("5xx %d, outside the contract %d", report.Failures, report.Violations)
	}
	if without := report.Without(); len(without) > 0 {
		t.Errorf("never answered with a success: %s", strings.Join(without, ", "))
	}
}

var writing sync.Mutex

func addResult(t *testing.T, path string, report *hostile.Report) {
	t.Helper()
	line, err := json.Marshal(report.Told())
	if err != nil {
		t.Fatal(err)
	}
	writing.Lock()
	defer writing.Unlock()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(append(line, '\n')); err != nil {
		t.Fatal(err)
	}
}

// wantVerified recomputes everything with the operator's tool, if the binary has it.
func wantVerified(t *testing.T, place *kit.Installation) {
	t.Helper()
	ended := kit.Run(t, place.Call("verify"), "")
	if ended.Status != 0 && !strings.Contains(ended.Log, "unexpected argument verify") {
		t.Errorf("bourse verify: %d\n%s%s", ended.Status, ended.Printed, ended.Log)
	}
}
