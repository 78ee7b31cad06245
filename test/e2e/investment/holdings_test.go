package investment_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestHoldings(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		x := newExchange(t)
		s := place.Serve(t, "--broker-binance-url", x.URL)
		for name, story := range map[string]func(t *testing.T, s *kit.Server, x *exchange){
			"what a connected account holds is shown and counted":        holdingsAreShownAndCounted,
			"a reading that fails is shown, and holdings stay":           failedReadingIsShown,
			"a key that can withdraw from now on ends the connection":    withdrawingKeyIsLost,
			"nothing trades without the owner's word":                    tradingWantsTheOwnersWord,
			"credentials are found nowhere after they were used to read": readingLeavesNoSecrets,
		} {
			t.Run(name, func(t *testing.T) { story(t, s, x) })
		}
	})
}

func holdingsAt(connection map[string]any) string { return connectionAt(connection) + "/holdings" }

// awaitHoldings waits until a connection was read after a given time.
func awaitHoldings(t *testing.T, m *kit.Member, connection map[string]any, after time.Time) map[string]any {
	t.Helper()
	var found map[string]any
	testkit.Within(t, kit.Patience, "the account is read", func() bool {
		found = m.Get(t, holdingsAt(connection)).Ok(t, 200).Object(t, kit.ShapeOfConnectionHoldings)
		return found["syncedAt"] != nil && !kit.Moment(t, found["syncedAt"]).Before(after)
	})
	return found
}

// readAgain makes a connection due now, instead of waiting for some minutes, and wakes the syncer by adding a new
// connection.
func readAgain(t *testing.T, s *kit.Server, x *exchange, connection map[string]any) time.Time {
	t.Helper()
	now := time.Now().Truncate(time.Millisecond)
	if err := s.Place.Books(t).InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE investment_connections SET next_sync_at = 1 WHERE id = $1`, connection["id"])
		return err
	}); err != nil {
		t.Fatal(err)
	}
	other := s.Register(t)
	awaitConnection(t, other, connect(t, other, x.newKey()), "connected")
	return now
}

func holdingsAreShownAndCounted(t *testing.T, s *kit.Server, x *exchange) {
	m, k := s.Register(t), x.newKey()
	x.hold(k, "USDT", "1200.50000000", "DOGE", "4000.00000000", "NOBODY", "7.00000000")
	made := connect(t, m, k)
	empty := m.Get(t, holdingsAt(made)).Ok(t, 200).Object(t, kit.ShapeOfConnectionHoldings)
	if empty["syncedAt"] == nil && (len(empty["holdings"].([]any)) != 0 || empty["totalValueUsd"] != 0.0) {
		t.Errorf("before it was read: %v", empty)
	}
	found := awaitHoldings(t, m, made, time.Time{})
	kit.WantFields(t, found, kit.Body{"totalValueUsd": 1700.5})
	first := found["holdings"].([]any)[0].(map[string]any)
	kit.WantFields(t, first, kit.Body{"asset": "USDT", "free": 1200.5, "locked": 0.0, "quantity": 1200.5, "priceUsd": 1.0, "valueUsd": 1200.5})
	last := found["holdings"].([]any)[2].(map[string]any)
	kit.WantFields(t, last, kit.Body{"asset": "NOBODY", "quantity": 7.0, "priceUsd": 0.0, "valueUsd": 0.0})
	connection := m.Get(t, connectionAt(made)).Ok(t, 200).Object(t, kit.ShapeOfConnection)
	kit.WantFields(t, connection, kit.Body{"trading": false, "accountId": nil, "lastSyncAt": found["syncedAt"], "syncMessage": ""})

	primary := m.Get(t, kit.PortfolioPath).Ok(t, 200).Envelope["data"].([]any)[0].(map[string]any)
	kit.WantFields(t, primary, kit.Body{"isPrimary": true, "totalValue": 1700.5})
	if accounts := kit.Texts(primary["accountIds"]); len(accounts) != 1 || accounts[0] != made["id"] {
		t.Errorf("the accounts of the portfolio are %v", accounts)
	}
	path := kit.PortfolioPath + "/" + primary["id"].(string)
	values := map[string]any{}
	for _, allocation := range m.Get(t, path+"/allocations").Ok(t, 200).Envelope["data"].([]any) {
		shown := allocation.(map[string]any)
		values[shown["asset"].(string)] = shown["value"]
	}
	kit.WantFields(t, values, kit.Body{"USDT": 1200.5, "DOGE": 500.0, "NOBODY": 0.0, "USD": 0.0})
	newest := func() map[string]any {
		points := m.Get(t, path+"/performance?period=week").Ok(t, 200).Envelope["data"].([]any)
		return points[len(points)-1].(map[string]any)
	}
	kit.WantFields(t, newest(), kit.Body{"value": 1700.5, "pnl": 0.0})

	// A deposit there is not profit.
	x.hold(k, "USDT", "2200.50000000", "DOGE", "4000.00000000")
	awaitHoldings(t, m, made, readAgain(t, s, x, made))
	kit.WantFields(t, newest(), kit.Body{"value": 2700.5, "pnl": 0.0})
	own := kit.Body{"name": "Exchange", "riskProfile": "moderate", "accountIds": []any{made["id"]}}
	kit.WantFields(t, m.Post(t, kit.PortfolioPath, own).Ok(t, 201).Envelope["data"].(map[string]any), kit.Body{"totalValue": 2700.5})

	for _, other := range []*kit.Member{s.Register(t), s.Officer(t, "admin", "")} {
		other.Get(t, holdingsAt(made)).Failed(t, 404, "NOT_FOUND", "")
		other.Call(t, http.MethodPatch, connectionAt(made), kit.Body{"trading": true}).Failed(t, 404, "NOT_FOUND", "")
	}
	m.Call(t, http.MethodDelete, connectionAt(made), nil).Done(t, 200)
	m.Get(t, holdingsAt(made)).Failed(t, 404, "NOT_FOUND", "")
	primary = m.Get(t, kit.PortfolioPath).Ok(t, 200).Envelope["data"].([]any)[0].(map[string]any)
	kit.WantFields(t, primary, kit.Body{"totalValue": 0.0})
	kit.WantFields(t, newest(), kit.Body{"value": 0.0, "pnl": 0.0})
}

func failedReadingIsShown(t *testing.T, s *kit.Server, x *exchange) {
	m, k := s.Register(t), x.newKey()
	x.hold(k, "USDT", "10.00000000")
	made := connect(t, m, k)
	awaitHoldings(t, m, made, time.Time{})
	x.change(func() { k.misfortunes = []misfortune{busy(503), busy(503)} })
	readAgain(t, s, x, made)
	var found map[string]any
	testkit.Within(t, kit.Patience, "the failure is shown", func() bool {
		found = m.Get(t, connectionAt(made)).Ok(t, 200).Object(t, kit.ShapeOfConnection)
		return found["syncMessage"] != ""
	})
	kit.WantFields(t, found, kit.Body{"status": "connected", "syncMessage": "Binance is out of order at the moment."})
	kit.WantFields(t, m.Get(t, holdingsAt(made)).Ok(t, 200).Object(t, kit.ShapeOfConnectionHoldings), kit.Body{"totalValueUsd": 10.0})
	testkit.Within(t, kit.Patience, "it is read again when the exchange says", func() bool {
		found = m.Get(t, connectionAt(made)).Ok(t, 200).Object(t, kit.ShapeOfConnection)
		return found["syncMessage"] == ""
	})
}

func withdrawingKeyIsLost(t *testing.T, s *kit.Server, x *exchange) {
	admin, k := s.TenantAdmin(t), x.newKey()
	x.hold(k, "USDT", "10.00000000")
	made := connect(t, admin, k)
	awaitHoldings(t, admin, made, time.Time{})
	x.change(func() { k.mayWithdraw = true })
	readAgain(t, s, x, made)
	lost := map[string]any{}
	testkit.Within(t, kit.Patience, "the connection is lost", func() bool {
		lost = admin.Get(t, connectionAt(made)).Ok(t, 200).Object(t, kit.ShapeOfConnection)
		return lost["status"] != "connected"
	})
	kit.WantFields(t, lost, kit.Body{"status": "insufficient_permissions", "trading": false})
	if !strings.Contains(lost["message"].(string), "withdrawals") {
		t.Errorf("it is lost because of %q", lost["message"])
	}
	if n := kit.Count(t, s.Place.Books(t), `SELECT COUNT(*) FROM investment_connections WHERE id = $1 AND credentials IS NOT NULL`, made["id"]); n != 0 {
		t.Error("the key is still here")
	}
	kit.WantFields(t, admin.Get(t, holdingsAt(made)).Ok(t, 200).Object(t, kit.ShapeOfConnectionHoldings), kit.Body{"totalValueUsd": 0.0})
	told := admin.Events(t, "investment.connection.status_changed")
	if len(told) != 1 {
		t.Fatalf("%d events tell of it, want 1", len(told))
	}
	kit.WantFields(t, told[0], kit.Body{"connectionId": made["id"], "status": "insufficient_permissions", "previousStatus": "connected"})
}

func tradingWantsTheOwnersWord(t *testing.T, s *kit.Server, x *exchange) {
	admin, k := s.TenantAdmin(t), x.newKey()
	made := connect(t, admin, k)
	awaitHoldings(t, admin, made, time.Time{})
	allow := func(m *kit.Client, at string, is any) *kit.Answer {
		return m.Call(t, http.MethodPatch, at, kit.Body{"trading": is})
	}
	allow(admin.Client, connectionAt(made), "yes").Failed(t, 400, "VALIDATION_ERROR", "trading")
	admin.Call(t, http.MethodPatch, connectionAt(made), kit.Body{}).Failed(t, 400, "VALIDATION_ERROR", "trading")
	admin.Call(t, http.MethodPatch, connectionAt(made), kit.Body{"trading": true, "status": "connected"}).Failed(t, 400, "VALIDATION_ERROR", "status")
	terminal := kit.Body{"provider": "mt5", "credentials": kit.Body{"login": "50194988", "password": "a secret word", "server": "Broker-Demo"}}
	other := admin.Post(t, kit.ConnectPath, terminal).Ok(t, 201).Object(t, kit.ShapeOfConnection)
	allow(admin.Client, connectionAt(other), true).Failed(t, 400, "VALIDATION_ERROR", "trading")
	reading := x.newKey()
	reading.mayNotTrade = true
	only := awaitConnection(t, admin, connect(t, admin, reading), "connected")
	allow(admin.Client, connectionAt(only), true).Failed(t, 409, "INVALID_TRANSITION", "")

	on := allow(admin.Client, connectionAt(made), true).Ok(t, 200).Object(t, kit.ShapeOfConnection)
	kit.WantFields(t, on, kit.Body{"trading": true, "accountId": made["id"], "status": "connected"})
	off := allow(admin.Client, connectionAt(made), false).Ok(t, 200).Object(t, kit.ShapeOfConnection)
	kit.WantFields(t, off, kit.Body{"trading": false, "accountId": made["id"]})
	if told := admin.Events(t, "investment.connection.trading_changed"); len(told) != 2 {
		t.Errorf("%d events tell of it, want 2", len(told))
	}
}

func readingLeavesNoSecrets(t *testing.T, s *kit.Server, x *exchange) {
	admin, k := s.TenantAdmin(t), x.newKey()
	x.hold(k, "USDT", "10.00000000")
	made := connect(t, admin, k)
	awaitHoldings(t, admin, made, time.Time{})
	said := ""
	for _, happens := range []misfortune{saying(400, -1100), saying(401, -2015), busy(429)} {
		x.change(func() { k.misfortunes = []misfortune{happens} })
		readAgain(t, s, x, made)
		for _, path := range []string{connectionAt(made), holdingsAt(made), "/webhooks/events?limit=100", "/audit-log?limit=100"} {
			said += string(admin.Fetch(t, http.MethodGet, "/api/v1"+path, nil).Ok(t, 200).Text)
		}
	}
	kept := kit.ReadDatabase(t, s.Place)
	if !strings.Contains(kept, "USDT") || !strings.Contains(s.Log(), "holdings sync") || !strings.Contains(said, k.key[60:]) {
		t.Fatal("what is no secret is not found either")
	}
	known := kit.Secrets{"the key": k.key, "the secret": k.secret, "a signature": "signature="}
	for name := range known {
		known.WantAbsent(t, name, "the log", s.Log())
		known.WantAbsent(t, name, "an answer or an event", said)
		if name != "a signature" {
			known.WantAbsent(t, name, "the database", kept)
		}
	}
}
