package investment_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestConnections(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		x := newExchange(t)
		s := place.Serve(t, "--broker-binance-url", x.URL)
		for name, story := range map[string]func(t *testing.T, s *kit.Server, x *exchange){
			"a good key is connected":                               goodKeyIsConnected,
			"a key that the exchange refuses is said to be no good": refusedKeys,
			"a key that may only read is connected":                 readingKeyIsConnected,
			"a clock that differs is put right":                     clockIsPutRight,
			"a busy exchange is asked again when it says":           busyExchangeIsAskedAgain,
			"an exchange that is down is asked again":               downExchangeIsAskedAgain,
			"a terminal without a bridge is unreachable":            terminalIsUnreachable,
			"an account is connected once":                          connectedOnce,
			"what was refused can be replaced":                      refusedIsReplaced,
			"connections of another are not there":                  strangersSeeNoConnections,
			"disconnecting erases the credentials":                  disconnectingErases,
			"who leaves disconnects first":                          leavingWantsItDisconnected,
			"credentials are found nowhere":                         credentialsAreFoundNowhere,
		} {
			t.Run(name, func(t *testing.T) { story(t, s, x) })
		}
	})
}

func credentialsOf(k *exchangeKey) kit.Body { return kit.Body{"apiKey": k.key, "apiSecret": k.secret} }

// connect submits a key and returns the connection, which waits to be verified.
func connect(t *testing.T, m *kit.Member, k *exchangeKey) map[string]any {
	t.Helper()
	made := m.Post(t, kit.ConnectPath, kit.Body{"provider": "binance", "credentials": credentialsOf(k)}).Ok(t, 201).Object(t, kit.ShapeOfConnection)
	kit.WantFields(t, made, kit.Body{"provider": "binance", "status": "pending", "credentialHint": k.key[len(k.key)-4:], "message": "", "checkedAt": nil})
	return made
}

func connectionAt(connection map[string]any) string {
	return kit.ConnectionsPath + "/" + connection["id"].(string)
}

// awaitConnection waits until a connection has a final status, which must be the given one.
func awaitConnection(t *testing.T, m *kit.Member, connection map[string]any, status string) map[string]any {
	t.Helper()
	var found map[string]any
	testkit.Within(t, kit.Patience, "the connection is "+status, func() bool {
		found = m.Get(t, connectionAt(connection)).Ok(t, 200).Object(t, kit.ShapeOfConnection)
		return found["status"] == status || found["status"] != "pending" && found["status"] != "unreachable"
	})
	kit.WantFields(t, found, kit.Body{"id": connection["id"], "status": status, "credentialHint": connection["credentialHint"]})
	kit.Moment(t, found["checkedAt"])
	return found
}

func goodKeyIsConnected(t *testing.T, s *kit.Server, x *exchange) {
	admin := s.TenantAdmin(t)
	first := awaitConnection(t, admin, connect(t, admin, x.newKey()), "connected")
	kit.WantFields(t, first, kit.Body{"message": ""})
	if permissions := kit.Texts(first["permissions"]); !slices.Contains(permissions, "reading") || slices.Contains(permissions, "withdrawals") {
		t.Errorf("the permissions are %v", permissions)
	}
	second := awaitConnection(t, admin, connect(t, admin, x.newKey()), "connected")
	all := admin.Get(t, kit.ConnectionsPath).Ok(t, 200).List(t, kit.ShapeOfConnection, nil)
	if len(all) != 2 || all[0]["id"] != second["id"] || all[1]["id"] != first["id"] {
		t.Errorf("the connections are %v, want the newest first", all)
	}
	told := admin.Events(t, "investment.account.connected")
	if len(told) != 2 {
		t.Fatalf("%d events tell of the connections, want 2", len(told))
	}
	kit.WantFields(t, told[1], kit.Body{"connectionId": first["id"], "userId": admin.ID, "provider": "binance", "credentialHint": first["credentialHint"]})
}

func refusedKeys(t *testing.T, s *kit.Server, x *exchange) {
	m := s.Register(t)
	wrongSecret := x.newKey()
	unknown := x.newKey()
	x.mutex.Lock()
	delete(x.keys, unknown.key)
	x.mutex.Unlock()
	handedOver := &exchangeKey{key: wrongSecret.key, secret: unknown.secret}
	withdrawing := x.newKey()
	withdrawing.mayWithdraw = true
	for name, refused := range map[string]struct {
		key    *exchangeKey
		status string
	}{
		"a wrong secret":             {handedOver, "invalid_credentials"},
		"an unknown key":             {unknown, "invalid_credentials"},
		"a key of no form":           {x.newKey(saying(401, -2014)), "invalid_credentials"},
		"a rejected key":             {x.newKey(saying(401, -2015)), "invalid_credentials"},
		"a key that can withdraw":    {withdrawing, "insufficient_permissions"},
		"a key that cannot read":     {x.newKey(saying(401, -1002)), "insufficient_permissions"},
		"rejected at the second one": {x.newKey(func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, kit.Body{"canTrade": true}) }, saying(401, -2015)), "invalid_credentials"},
	} {
		found := awaitConnection(t, m, connect(t, m, refused.key), refused.status)
		if message := found["message"].(string); message == "" || strings.Contains(message, "signature=") || strings.Contains(message, refused.key.key) {
			t.Errorf("%s is refused by %q", name, message)
		}
		if found["status"] == "connected" {
			t.Errorf("%s is connected", name)
		}
	}
}

// readingKeyIsConnected shows that a read-only key is enough to see what an account holds.
func readingKeyIsConnected(t *testing.T, s *kit.Server, x *exchange) {
	m, k := s.Register(t), x.newKey()
	k.mayNotTrade = true
	found := awaitConnection(t, m, connect(t, m, k), "connected")
	if permissions := kit.Texts(found["permissions"]); !slices.Contains(permissions, "reading") || slices.Contains(permissions, "spotAndMarginTrading") {
		t.Errorf("the permissions are %v", permissions)
	}
}

func clockIsPutRight(t *testing.T, s *kit.Server, x *exchange) {
	m := s.Register(t)
	for _, ahead := range []time.Duration{time.Hour, -time.Hour} {
		before := x.wrongTimes.Load()
		x.offset.Store(ahead.Milliseconds())
		k := x.newKey()
		awaitConnection(t, m, connect(t, m, k), "connected")
		// The first request corrects the clock for all: it may be the reading of another account.
		if own, all := k.wrongTimes.Load(), x.wrongTimes.Load()-before; own > 1 || all < 1 {
			t.Errorf("%d requests came from another time, %d of them with this key; want at least 1, and at most 1 with it", all, own)
		}
	}
	x.offset.Store(0)
}

func busyExchangeIsAskedAgain(t *testing.T, s *kit.Server, x *exchange) {
	m := s.Register(t)
	slow, banned, broken := x.newKey(busy(429)), x.newKey(busy(418)), x.newKey(busy(503), busy(503))
	waiting := []map[string]any{connect(t, m, slow), connect(t, m, banned), connect(t, m, broken)}
	for _, connection := range waiting {
		kit.WantFields(t, awaitConnection(t, m, connection, "connected"), kit.Body{"message": ""})
	}
}

// downExchangeIsAskedAgain does not wait half a minute until the exchange is asked again: it ends the wait in the
// database.
func downExchangeIsAskedAgain(t *testing.T, s *kit.Server, x *exchange) {
	m := s.Register(t)
	k := x.newKey(slices.Repeat([]misfortune{cut}, 100)...) // a client may repeat a request that was cut
	connection := connect(t, m, k)
	var found map[string]any
	testkit.Within(t, kit.Patience, "the exchange is found to be down", func() bool {
		found = m.Get(t, connectionAt(connection)).Ok(t, 200).Object(t, kit.ShapeOfConnection)
		return found["status"] != "pending"
	})
	kit.WantFields(t, found, kit.Body{"status": "unreachable"})
	if found["message"] == "" {
		t.Error("it is not said why")
	}
	x.mutex.Lock()
	k.misfortunes = nil // it is up again
	x.mutex.Unlock()
	db := s.Place.Books(t)
	if n := kit.Count(t, db, `SELECT COUNT(*) FROM investment_connections WHERE id = $1 AND next_check_at > $2`,
		connection["id"], database.Micros(time.Now().Add(5*time.Second))); n != 1 {
		t.Error("it is not asked again later")
	}
	if err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE investment_connections SET next_check_at = 1 WHERE id = $1`, connection["id"])
		return err
	}); err != nil {
		t.Fatal(err)
	}
	awaitConnection(t, m, connect(t, m, x.newKey()), "connected") // the verifier checks all that are due
	awaitConnection(t, m, connection, "connected")
}

func terminalIsUnreachable(t *testing.T, s *kit.Server, _ *exchange) {
	m := s.Register(t)
	for _, provider := range []string{"mt4", "mt5"} {
		content := kit.Body{"provider": provider, "credentials": kit.Body{"login": "50194988", "password": "a secret word", "server": "Broker-Demo"}}
		made := m.Post(t, kit.ConnectPath, content).Ok(t, 201).Object(t, kit.ShapeOfConnection)
		kit.WantFields(t, made, kit.Body{"provider": provider, "status": "pending", "credentialHint": "4988"})
		found := awaitConnection(t, m, made, "unreachable")
		if found["message"] == "" {
			t.Error("it is not said why")
		}
		m.Call(t, http.MethodDelete, connectionAt(made), nil).Done(t, 200)
	}
}

func connectedOnce(t *testing.T, s *kit.Server, x *exchange) {
	m, k := s.Register(t), x.newKey()
	wanted := kit.Body{"provider": "binance", "credentials": credentialsOf(k)}
	made := 0
	for _, a := range kit.AtOnce(20, func(int) *kit.Answer { return m.Post(t, kit.ConnectPath, wanted) }) {
		if a.Status == http.StatusCreated {
			made++
			continue
		}
		a.Failed(t, 409, "CONFLICT", "")
	}
	all := m.Get(t, kit.ConnectionsPath).Ok(t, 200).List(t, kit.ShapeOfConnection, nil)
	if made != 1 || len(all) != 1 {
		t.Fatalf("%d were made and %d are there, want 1", made, len(all))
	}
	awaitConnection(t, m, all[0], "connected")
	m.Post(t, kit.ConnectPath, wanted).Failed(t, 409, "CONFLICT", "")
	other := s.Register(t)
	awaitConnection(t, other, connect(t, other, k), "connected") // users do not affect each other
}

func refusedIsReplaced(t *testing.T, s *kit.Server, x *exchange) {
	m, k := s.Register(t), x.newKey()
	awaitConnection(t, m, connect(t, m, &exchangeKey{key: k.key, secret: "mistyped"}), "invalid_credentials")
	right := awaitConnection(t, m, connect(t, m, k), "connected")
	if all := m.Get(t, kit.ConnectionsPath).Ok(t, 200).List(t, kit.ShapeOfConnection, nil); len(all) != 1 || all[0]["id"] != right["id"] {
		t.Errorf("the connections are %v, want the right one", all)
	}
}

func strangersSeeNoConnections(t *testing.T, s *kit.Server, x *exchange) {
	m := s.Register(t)
	connection := connect(t, m, x.newKey())
	for _, other := range []*kit.Member{s.Register(t), s.Officer(t, "admin", ""), s.TenantAdmin(t)} {
		for _, path := range []string{connectionAt(connection), kit.ConnectionsPath + "/" + uuid.NewString()} {
			other.Get(t, path).Failed(t, 404, "NOT_FOUND", "")
			other.Call(t, http.MethodDelete, path, nil).Failed(t, 404, "NOT_FOUND", "")
		}
		if all := other.Get(t, kit.ConnectionsPath).Ok(t, 200).List(t, kit.ShapeOfConnection, nil); len(all) != 0 {
			t.Errorf("a stranger has the connections %v", all)
		}
	}
	awaitConnection(t, m, connection, "connected")
}

func leavingWantsItDisconnected(t *testing.T, s *kit.Server, x *exchange) {
	m := s.Register(t)
	connection := awaitConnection(t, m, connect(t, m, x.newKey()), "connected")
	refused := m.Call(t, http.MethodDelete, "/auth/me", nil).Failed(t, 409, "CONFLICT", "")
	if !strings.Contains(string(refused.Text), "connected accounts") {
		t.Errorf("it is refused by %s", refused.Text)
	}
	m.Call(t, http.MethodDelete, connectionAt(connection), nil).Done(t, 200)
	m.Call(t, http.MethodDelete, "/auth/me", nil).Done(t, 200)
}

func disconnectingErases(t *testing.T, s *kit.Server, x *exchange) {
	m, db := s.Register(t), s.Place.Books(t)
	kept := func(connection map[string]any) int {
		return kit.Count(t, db, `SELECT COUNT(*) FROM investment_connections WHERE id = $1 AND credentials IS NOT NULL`, connection["id"])
	}
	k := x.newKey()
	pending := connect(t, m, k)
	refused := x.newKey(saying(401, -2015))
	for _, connection := range []map[string]any{
		awaitConnection(t, m, pending, "connected"), awaitConnection(t, m, connect(t, m, refused), "invalid_credentials"),
	} {
		if connection["status"] == "connected" && kept(connection) != 1 {
			t.Error("the credentials of a good connection are not there")
		}
		m.Call(t, http.MethodDelete, connectionAt(connection), nil).Done(t, 200)
		if kept(connection) != 0 {
			t.Error("the credentials are still there")
		}
		if n := kit.Count(t, db, `SELECT COUNT(*) FROM investment_connections WHERE id = $1 AND next_check_at IS NOT NULL`, connection["id"]); n != 0 {
			t.Error("it is still to be checked")
		}
		m.Get(t, connectionAt(connection)).Failed(t, 404, "NOT_FOUND", "")
		m.Call(t, http.MethodDelete, connectionAt(connection), nil).Failed(t, 404, "NOT_FOUND", "")
	}
	if all := m.Get(t, kit.ConnectionsPath).Ok(t, 200).List(t, kit.ShapeOfConnection, nil); len(all) != 0 {
		t.Errorf("the connections %v are still there", all)
	}
	awaitConnection(t, m, connect(t, m, k), "connected") // it can be connected anew
}

func credentialsAreFoundNowhere(t *testing.T, s *kit.Server, x *exchange) {
	admin := s.TenantAdmin(t)
	good, bad, down := x.newKey(), x.newKey(saying(400, -1022)), x.newKey(busy(503), busy(503))
	known, said := kit.Secrets{}, ""
	for name, k := range map[string]*exchangeKey{"good": good, "bad": bad, "down": down} {
		known["the "+name+" key"], known["the "+name+" secret"] = k.key, k.secret
		a := admin.With("Idempotency-Key", name).Post(t, kit.ConnectPath, kit.Body{"provider": "binance", "credentials": credentialsOf(k)}).Ok(t, 201)
		status := map[string]string{"good": "connected", "bad": "invalid_credentials", "down": "connected"}[name]
		awaitConnection(t, admin, a.Object(t, kit.ShapeOfConnection), status)
		said += string(a.Text)
	}
	known["a password of a terminal"] = "terminal-password-7713"
	terminal := kit.Body{"login": "50194988", "password": known["a password of a terminal"], "server": "Broker-Demo"}
	said += string(admin.Post(t, kit.ConnectPath, kit.Body{"provider": "mt5", "credentials": terminal}).Ok(t, 201).Text)
	for _, path := range []string{kit.ConnectionsPath, "/webhooks/events?limit=100", "/audit-log?limit=100"} {
		said += string(admin.Fetch(t, http.MethodGet, "/api/v1"+path, nil).Ok(t, 200).Text)
	}
	kept := kit.ReadDatabase(t, s.Place)
	if !strings.Contains(kept, admin.ID) || !strings.Contains(s.Log(), "connection check") || !strings.Contains(said, good.key[60:]) {
		t.Fatal("what is no secret is not found either")
	}
	for name := range known {
		known.WantAbsent(t, name, "the database", kept)
		known.WantAbsent(t, name, "the log", s.Log())
		known.WantAbsent(t, name, "an answer or an event", said)
	}
}
