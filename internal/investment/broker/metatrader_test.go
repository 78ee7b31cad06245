package broker_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/investment/broker"
)

func TestATerminalAccountIsConnectedAndStaysAtTheBridgeToBeRead(t *testing.T) {
	t.Parallel()
	for _, platform := range []broker.Provider{broker.MT4, broker.MT5} {
		bridge := newFakeBridge(t)
		bridge.platform = string(platform)
		outcome := bridge.registry(t, noon).Verify(t.Context(), platform, terminalCredentials())
		wantOutcome(t, outcome, broker.Connected, 0)
		if want := []string{"reading", "trading"}; !slices.Equal(outcome.Permissions, want) {
			t.Errorf("got permissions %v, want %v", outcome.Permissions, want)
		}
		bridge.wantLeft(t, 1)
	}
}

func TestWithoutATokenTheBridgeIsNotConfigured(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t, broker.Settings{})
	outcome := registry.Verify(t.Context(), broker.MT4, terminalCredentials())
	wantOutcome(t, outcome, broker.Unreachable, 0)
	if !strings.Contains(outcome.Message, "the bridge is not configured") {
		t.Errorf("got %q", outcome.Message)
	}
	if err := registry.Release(t.Context(), broker.MT4, terminalCredentials()); err != nil {
		t.Errorf("there is nothing to release: %v", err)
	}
}

func TestATerminalLoginThatIsNotGoodIsInvalid(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ field, value, says string }{
		{"password", "another", "password"},
		{"login", "12345", "login"},
		{"server", "Another-Server", "server"},
	} {
		bridge := newFakeBridge(t)
		outcome := bridge.registry(t, noon).Verify(t.Context(), broker.MT5, with(terminalCredentials(), test.field, test.value))
		wantOutcome(t, outcome, broker.InvalidCredentials, 0)
		if !strings.Contains(outcome.Message, test.says) || strings.Contains(outcome.Message, test.value) {
			t.Errorf("%s: got %q", test.field, outcome.Message)
		}
		bridge.wantLeft(t, 0)
	}
}

func TestEachRefusalOfTheBridgeHasItsOutcome(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		details any
		status  broker.Status
		wait    time.Duration
	}{
		{"E_AUTH", broker.InvalidCredentials, 0},
		{map[string]any{"code": "E_AUTH"}, broker.InvalidCredentials, 0},
		{"E_SRV_NOT_FOUND", broker.InvalidCredentials, 0},
		{"E_PASSWORD_CHANGE_REQUIRED", broker.InvalidCredentials, 0},
		{"ERR_OTP_REQUIRED", broker.InvalidCredentials, 0},
		{"E_TRADING_ACCOUNT_DISABLED", broker.InsufficientPermissions, 0},
		{"E_NO_SYMBOLS", broker.InsufficientPermissions, 0},
		{"E_SERVER_TIMEZONE", broker.Unreachable, 15 * time.Minute},
		{"E_RESOURCE_SLOTS", broker.Unreachable, 15 * time.Minute},
		{"E_SOMETHING_NEW", broker.Unreachable, 15 * time.Minute},
		{nil, broker.Unreachable, 15 * time.Minute},
	} {
		bridge := newFakeBridge(t)
		bridge.answer(addAccount, func(w http.ResponseWriter, r *http.Request) { problem(w, r, test.details) })
		wantOutcome(t, bridge.verify(t), test.status, test.wait)
	}
}

func TestAPasswordThatOnlyReadsIsEnoughToBeRead(t *testing.T) {
	t.Parallel()
	for _, change := range []map[string]any{{"investorMode": true, "tradeAllowed": false}, {"investorMode": true}, {"tradeAllowed": false}} {
		bridge := newFakeBridge(t)
		for name, value := range change {
			bridge.information[name] = value
		}
		outcome := bridge.verify(t)
		wantOutcome(t, outcome, broker.Connected, 0)
		if !slices.Equal(outcome.Permissions, []string{"reading"}) {
			t.Errorf("the permissions are %v, want to read", outcome.Permissions)
		}
	}
}

func TestAnAccountWhoseRightsAreNotToldIsNotConnected(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	delete(bridge.information, "tradeAllowed")
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 0)
}

func TestACheckThatTakesLongGoesOnWhereItEnded(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.state, bridge.status = "DEPLOYING", "DISCONNECTED"
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 15*time.Second)
	bridge.set("state", "DEPLOYED")
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 15*time.Second)
	bridge.wantLeft(t, 1)
	bridge.set("connectionStatus", "CONNECTED")
	// Another replica, hours of the clock later, finds the same account.
	wantOutcome(t, bridge.registry(t, noon.Add(2*time.Hour)).Verify(t.Context(), broker.MT5, terminalCredentials()), broker.Connected, 0)
	if bridge.count(addAccount) != 1 {
		t.Errorf("the account was added %d times, want once", bridge.count(addAccount))
	}
	bridge.wantLeft(t, 1) // it is read from now on
}

func TestAnAccountWithoutATerminalIsDeployed(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.state, bridge.status = "UNDEPLOYED", "DISCONNECTED"
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 15*time.Second)
	wantOutcome(t, bridge.verify(t), broker.Connected, 0)

	bridge = newFakeBridge(t)
	bridge.state = "CREATED"
	bridge.answer("POST /users/current/accounts/1eda642a-1/deploy", func(w http.ResponseWriter, r *http.Request) { problem(w, r, "E_AUTH") })
	wantOutcome(t, bridge.verify(t), broker.InvalidCredentials, 0)
	bridge.wantLeft(t, 0)
}

func TestATerminalThatNeverConnectsIsGivenUp(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.status = "DISCONNECTED_FROM_BROKER"
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 15*time.Second)
	late := bridge.registry(t, noon.Add(15*time.Minute+time.Second))
	wantOutcome(t, late.Verify(t.Context(), broker.MT5, terminalCredentials()), broker.Unreachable, 15*time.Minute)
	bridge.wantLeft(t, 0)

	bridge = newFakeBridge(t)
	bridge.state = "DEPLOY_FAILED"
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 15*time.Minute)
	bridge.wantLeft(t, 0)
}

func TestABridgeThatIsStillTryingIsPolledUnderOneTransaction(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	seen := make(chan string, 3)
	accepted := func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Header.Get("transaction-id")
		w.Header().Set("Retry-After", "60")
		writeJSON(w, 202, echo(r))
	}
	bridge.answer(addAccount, accepted)
	wantOutcome(t, bridge.verify(t), broker.Unreachable, time.Minute)
	wantOutcome(t, bridge.registry(t, noon.Add(time.Minute)).Verify(t.Context(), broker.MT5, terminalCredentials()), broker.Unreachable, time.Minute)
	other := with(terminalCredentials(), "password", "another")
	wantOutcome(t, bridge.registry(t, noon).Verify(t.Context(), broker.MT5, other), broker.Unreachable, time.Minute)
	first, second, third := <-seen, <-seen, <-seen
	if len(first) != 32 || first != second || first == third {
		t.Errorf("transactions %q, %q and, for other credentials, %q", first, second, third)
	}

	bridge.answer(addAccount, func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, 202, map[string]any{"metadata": map[string]any{"recommendedRetryTime": noon.Add(40 * time.Second)}})
	})
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 40*time.Second)
	bridge.answer(addAccount, func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 202, nil) })
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 15*time.Second)
}

func TestTheEchoOfAnEarlierTransactionBeginsANewOne(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.answer("GET /users/current/accounts/1eda642a-1", func(w http.ResponseWriter, r *http.Request) { writeJSON(w, 404, echo(r)) })
	wantOutcome(t, bridge.verify(t), broker.Connected, 0)
	if len(bridge.transactions) != 2 || bridge.transactions[0] == bridge.transactions[1] {
		t.Errorf("transactions %q, want two different ones", bridge.transactions)
	}
}

func TestABridgeInTroubleIsUnreachable(t *testing.T) {
	t.Parallel()
	for _, request := range []string{
		listAccounts, addAccount, "GET /users/current/accounts/1eda642a-1",
		"GET /users/current/accounts/1eda642a-1/account-information",
	} {
		for _, test := range troubles() {
			t.Run(request+" "+test.name, func(t *testing.T) {
				t.Parallel()
				bridge := newFakeBridge(t)
				bridge.answer(request, test.handler)
				wantOutcome(t, bridge.verify(t), broker.Unreachable, test.wait)
			})
		}
	}
}

func TestABridgeThatDoesNotKnowUsIsTheOperatorsMatter(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	registry := newRegistry(t, broker.Settings{MetaAPIURL: bridge.url, MetaAPIToken: "expired"})
	wantOutcome(t, registry.Verify(t.Context(), broker.MT5, terminalCredentials()), broker.Unreachable, 15*time.Minute)
}

func TestABridgeThatIsDownSlowOrElsewhereIsUnreachable(t *testing.T) {
	t.Parallel()
	registry := newRegistry(t, broker.Settings{MetaAPIURL: "http://127.0.0.1:1", MetaAPIToken: token})
	wantOutcome(t, registry.Verify(t.Context(), broker.MT5, terminalCredentials()), broker.Unreachable, 0)

	bridge := newFakeBridge(t)
	bridge.answer(addAccount, silent(t))
	registry = newRegistry(t, broker.Settings{MetaAPIURL: bridge.url, MetaAPIToken: token, Timeout: 200 * time.Millisecond})
	wantOutcome(t, registry.Verify(t.Context(), broker.MT5, terminalCredentials()), broker.Unreachable, 0)

	elsewhere := newFakeBridge(t)
	bridge.answer(addAccount, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere.url+r.URL.Path, http.StatusTemporaryRedirect)
	})
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 0)
	if elsewhere.count(addAccount) != 0 {
		t.Error("the credentials went elsewhere")
	}
}

func TestARegionThatIsNoNameIsNotPartOfAnAddress(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.region = "x/../evil"
	registry := newRegistry(t, broker.Settings{MetaAPIURL: bridge.url, MetaAPIToken: token, MetaAPIClientURL: bridge.url + "/{region}"})
	wantOutcome(t, registry.Verify(t.Context(), broker.MT5, terminalCredentials()), broker.Unreachable, 0)
	if bridge.count("GET /users/current/accounts/1eda642a-1/account-information") != 0 || len(bridge.requests) != 3 {
		t.Errorf("requests %v, want only those of the provisioning", bridge.requests)
	}

	bridge = newFakeBridge(t)
	registry = newRegistry(t, broker.Settings{MetaAPIURL: bridge.url, MetaAPIToken: token, MetaAPIClientURL: bridge.url + "/{region}"})
	bridge.answer("GET /london/users/current/accounts/1eda642a-1/account-information", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, 200, bridge.information)
	})
	wantOutcome(t, registry.Verify(t.Context(), broker.MT5, terminalCredentials()), broker.Connected, 0)
}

func TestMetaApiItselfIsAskedAtItsTwoAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "https://mt-provisioning-api-v1.agiliumtrade.agiliumtrade.ai/"} {
		bridge := newFakeBridge(t)
		var hosts []string
		transport := transportFunc(func(request *http.Request) (*http.Response, error) {
			hosts = append(hosts, request.URL.Scheme+"://"+request.URL.Host)
			request = request.Clone(request.Context())
			request.URL.Scheme, request.URL.Host = "http", strings.TrimPrefix(bridge.url, "http://")
			return http.DefaultTransport.RoundTrip(request)
		})
		registry := newRegistry(t, broker.Settings{MetaAPIURL: address, MetaAPIToken: token, HTTPClient: &http.Client{Transport: transport}})
		wantOutcome(t, registry.Verify(t.Context(), broker.MT5, terminalCredentials()), broker.Connected, 0)
		const provisioning = "https://mt-provisioning-api-v1.agiliumtrade.agiliumtrade.ai"
		want := []string{provisioning, provisioning, provisioning, "https://mt-client-api-v1.london.agiliumtrade.ai"}
		if !slices.Equal(hosts, want) {
			t.Errorf("asked %v, want %v", hosts, want)
		}
	}
}

func TestAnInterruptedCheckStillTakesTheAccountOffTheBridge(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.state = "DEPLOY_FAILED"
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	// The caller is interrupted when the removal starts.
	transport := transportFunc(func(request *http.Request) (*http.Response, error) {
		if request.Method == http.MethodDelete {
			cancel()
		}
		return http.DefaultTransport.RoundTrip(request)
	})
	registry := newRegistry(t, broker.Settings{MetaAPIURL: bridge.url, MetaAPIToken: token, HTTPClient: &http.Client{Transport: transport}})
	wantOutcome(t, registry.Verify(ctx, broker.MT5, terminalCredentials()), broker.Unreachable, 15*time.Minute)
	if ctx.Err() == nil {
		t.Error("no removal set out")
	}
	bridge.wantLeft(t, 0)
}

func TestReleaseRemovesWhatAnUnfinishedCheckHasLeft(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.status = "DISCONNECTED"
	wantOutcome(t, bridge.verify(t), broker.Unreachable, 15*time.Second)
	bridge.wantLeft(t, 1)
	registry := bridge.registry(t, noon)
	if err := registry.Release(t.Context(), broker.MT5, with(terminalCredentials(), "password", "another")); err != nil {
		t.Fatal(err)
	}
	bridge.wantLeft(t, 1)
	bridge.answer(listAccounts, func(w http.ResponseWriter, r *http.Request) { writeJSON(w, 500, echo(r)) })
	err := registry.Release(t.Context(), broker.MT5, terminalCredentials())
	if !fault.Is(err, fault.ServiceUnavailable) || secretIn(err.Error()) != "" {
		t.Errorf("got %v, want SERVICE_UNAVAILABLE without secrets", err)
	}
	bridge.answer(listAccounts, nil)
	if err := registry.Release(t.Context(), broker.MT5, terminalCredentials()); err != nil {
		t.Fatal(err)
	}
	bridge.wantLeft(t, 0)
	if err := registry.Release(t.Context(), broker.Binance, exchangeCredentials()); err != nil {
		t.Errorf("an exchange keeps nothing: %v", err)
	}
	if err := registry.Release(t.Context(), broker.Binance, nil); !fault.Is(err, fault.ValidationError) {
		t.Errorf("got %v, want VALIDATION_ERROR", err)
	}
}
