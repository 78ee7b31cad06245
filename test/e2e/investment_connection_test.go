package e2e_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

func TestConnections(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		x := newExchange(t)
		s := place.serve(t, "--broker-binance-url", x.URL)
		for name, story := range map[string]func(t *testing.T, s *server, x *exchange){
			"a good key is connected":                                goodKeyIsConnected,
			"a key that the exchange refuses is said to be no good":  refusedKeys,
			"a clock that differs is put right":                      clockIsPutRight,
			"a busy exchange is asked again when it says":            busyExchangeIsAskedAgain,
			"an exchange that is down is asked again":                downExchangeIsAskedAgain,
			"a terminal without a bridge is unreachable":             terminalIsUnreachable,
			"a connection that cannot be is refused by its field":    badConnections,
			"an account is connected once":                           connectedOnce,
			"what was refused can be replaced":                       refusedIsReplaced,
			"connections of another are not there":                   strangersSeeNoConnections,
			"disconnecting erases the credentials":                   disconnectingErases,
			"credentials are found nowhere":                          credentialsAreFoundNowhere,
			"a key makes a connection repeatable, and no other ever": keyedConnection,
		} {
			t.Run(name, func(t *testing.T) { story(t, s, x) })
		}
	})
}

func credentialsOf(k *exchangeKey) body { return body{"apiKey": k.key, "apiSecret": k.secret} }

// connect hands a key over and returns the connection, which waits to be verified.
func (m *member) connect(t *testing.T, k *exchangeKey) map[string]any {
	t.Helper()
	made := m.post(t, connectPath, body{"provider": "binance", "credentials": credentialsOf(k)}).ok(t, 201).object(t, shapeOfConnection)
	wantFields(t, made, body{"provider": "binance", "status": "pending", "credentialHint": k.key[len(k.key)-4:], "message": "", "checkedAt": nil})
	return made
}

func connectionAt(connection map[string]any) string {
	return connectionsPath + "/" + connection["id"].(string)
}

// awaitConnection waits until a connection has a status that stays, which has to be the given one.
func (m *member) awaitConnection(t *testing.T, connection map[string]any, status string) map[string]any {
	t.Helper()
	var found map[string]any
	eventually(t, patience, "the connection is "+status, func() bool {
		found = m.get(t, connectionAt(connection)).ok(t, 200).object(t, shapeOfConnection)
		return found["status"] == status || found["status"] != "pending" && found["status"] != "unreachable"
	})
	wantFields(t, found, body{"id": connection["id"], "status": status, "credentialHint": connection["credentialHint"]})
	moment(t, found["checkedAt"])
	return found
}

func goodKeyIsConnected(t *testing.T, s *server, x *exchange) {
	admin := s.tenantAdmin(t)
	first := admin.awaitConnection(t, admin.connect(t, x.newKey()), "connected")
	wantFields(t, first, body{"message": ""})
	if permissions := texts(first["permissions"]); !slices.Contains(permissions, "reading") || slices.Contains(permissions, "withdrawals") {
		t.Errorf("the permissions are %v", permissions)
	}
	second := admin.awaitConnection(t, admin.connect(t, x.newKey()), "connected")
	all := admin.get(t, connectionsPath).ok(t, 200).list(t, shapeOfConnection, nil)
	if len(all) != 2 || all[0]["id"] != second["id"] || all[1]["id"] != first["id"] {
		t.Errorf("the connections are %v, want the newest first", all)
	}
	told := admin.events(t, "investment.account.connected")
	if len(told) != 2 {
		t.Fatalf("%d events tell of the connections, want 2", len(told))
	}
	wantFields(t, told[1], body{"connectionId": first["id"], "userId": admin.id, "provider": "binance", "credentialHint": first["credentialHint"]})
}

func refusedKeys(t *testing.T, s *server, x *exchange) {
	m := s.register(t)
	wrongSecret := x.newKey()
	unknown := x.newKey()
	x.mutex.Lock()
	delete(x.keys, unknown.key)
	x.mutex.Unlock()
	handedOver := &exchangeKey{key: wrongSecret.key, secret: unknown.secret}
	withdrawing, idle := x.newKey(), x.newKey()
	withdrawing.mayWithdraw, idle.mayNotTrade = true, true
	for name, refused := range map[string]struct {
		key    *exchangeKey
		status string
	}{
		"a wrong secret":             {handedOver, "invalid_credentials"},
		"an unknown key":             {unknown, "invalid_credentials"},
		"a key of no form":           {x.newKey(saying(401, -2014)), "invalid_credentials"},
		"a rejected key":             {x.newKey(saying(401, -2015)), "invalid_credentials"},
		"a key that can withdraw":    {withdrawing, "insufficient_permissions"},
		"a key that cannot trade":    {idle, "insufficient_permissions"},
		"a key that cannot read":     {x.newKey(saying(401, -1002)), "insufficient_permissions"},
		"rejected at the second one": {x.newKey(func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, body{"canTrade": true}) }, saying(401, -2015)), "invalid_credentials"},
	} {
		found := m.awaitConnection(t, m.connect(t, refused.key), refused.status)
		if message := found["message"].(string); message == "" || strings.Contains(message, "signature=") || strings.Contains(message, refused.key.key) {
			t.Errorf("%s is refused by %q", name, message)
		}
		if found["status"] == "connected" {
			t.Errorf("%s is connected", name)
		}
	}
}

func clockIsPutRight(t *testing.T, s *server, x *exchange) {
	m := s.register(t)
	for _, ahead := range []time.Duration{time.Hour, -time.Hour} {
		x.offset.Store(ahead.Milliseconds())
		k := x.newKey()
		m.awaitConnection(t, m.connect(t, k), "connected")
		if wrong := k.wrongTimes.Load(); wrong != 1 {
			t.Errorf("%d requests came from another time, want 1", wrong)
		}
	}
	x.offset.Store(0)
}

func busyExchangeIsAskedAgain(t *testing.T, s *server, x *exchange) {
	m := s.register(t)
	slow, banned, broken := x.newKey(busy(429)), x.newKey(busy(418)), x.newKey(busy(503), busy(503))
	waiting := []map[string]any{m.connect(t, slow), m.connect(t, banned), m.connect(t, broken)}
	for _, connection := range waiting {
		wantFields(t, m.awaitConnection(t, connection, "connected"), body{"message": ""})
	}
}

// downExchangeIsAskedAgain does not wait for half a minute, after which the exchange is asked again: it lets
// that be over in the database.
func downExchangeIsAskedAgain(t *testing.T, s *server, x *exchange) {
	m := s.register(t)
	k := x.newKey(slices.Repeat([]misfortune{cut}, 100)...) // a client may repeat a request that was cut
	connection := m.connect(t, k)
	var found map[string]any
	eventually(t, patience, "the exchange is found to be down", func() bool {
		found = m.get(t, connectionAt(connection)).ok(t, 200).object(t, shapeOfConnection)
		return found["status"] != "pending"
	})
	wantFields(t, found, body{"status": "unreachable"})
	if found["message"] == "" {
		t.Error("it is not said why")
	}
	x.mutex.Lock()
	k.misfortunes = nil // it is up again
	x.mutex.Unlock()
	db := s.place.books(t)
	if n := count(t, db, `SELECT COUNT(*) FROM investment_connections WHERE id = $1 AND next_check_at > $2`,
		connection["id"], database.Micros(time.Now().Add(5*time.Second))); n != 1 {
		t.Error("it is not asked again later")
	}
	if err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE investment_connections SET next_check_at = 1 WHERE id = $1`, connection["id"])
		return err
	}); err != nil {
		t.Fatal(err)
	}
	m.awaitConnection(t, m.connect(t, x.newKey()), "connected") // the verifier looks at all that are due
	m.awaitConnection(t, connection, "connected")
}

func terminalIsUnreachable(t *testing.T, s *server, _ *exchange) {
	m := s.register(t)
	for _, provider := range []string{"mt4", "mt5"} {
		content := body{"provider": provider, "credentials": body{"login": "50194988", "password": "a secret word", "server": "Broker-Demo"}}
		made := m.post(t, connectPath, content).ok(t, 201).object(t, shapeOfConnection)
		wantFields(t, made, body{"provider": provider, "status": "pending", "credentialHint": "4988"})
		found := m.awaitConnection(t, made, "unreachable")
		if found["message"] == "" {
			t.Error("it is not said why")
		}
		m.call(t, http.MethodDelete, connectionAt(made), nil).done(t, 200)
	}
}

func badConnections(t *testing.T, s *server, x *exchange) {
	m, k := s.register(t), x.newKey()
	exchange, terminal := credentialsOf(k), body{"login": "50194988", "password": "secret", "server": "Broker-Demo"}
	without := func(given body, name string) body {
		copied := body{}
		for key, value := range given {
			copied[key] = value
		}
		delete(copied, name)
		return copied
	}
	with := func(given body, name string, value any) body {
		copied := without(given, name)
		copied[name] = value
		return copied
	}
	for _, bad := range []struct {
		content body
		field   string
	}{
		{body{}, "provider"}, {body{"credentials": exchange}, "provider"}, {body{"provider": "kraken", "credentials": exchange}, "provider"},
		{body{"provider": "binance"}, "credentials"}, {body{"provider": "binance", "credentials": "key"}, "credentials"},
		{body{"provider": "binance", "credentials": nil}, "credentials"},
		{body{"provider": "binance", "credentials": body{}}, "credentials.apiKey"},
		{body{"provider": "binance", "credentials": without(exchange, "apiKey")}, "credentials.apiKey"},
		{body{"provider": "binance", "credentials": with(exchange, "apiKey", "")}, "credentials.apiKey"},
		{body{"provider": "binance", "credentials": with(exchange, "apiKey", "with space")}, "credentials.apiKey"},
		{body{"provider": "binance", "credentials": without(exchange, "apiSecret")}, "credentials.apiSecret"},
		{body{"provider": "binance", "credentials": with(exchange, "apiSecret", strings.Repeat("s", 257))}, "credentials.apiSecret"},
		{body{"provider": "binance", "credentials": with(exchange, "passphrase", "p")}, "credentials.passphrase"},
		{body{"provider": "mt4", "credentials": exchange}, "credentials.login"},
		{body{"provider": "mt4", "credentials": with(terminal, "login", "ada")}, "credentials.login"},
		{body{"provider": "mt5", "credentials": without(terminal, "password")}, "credentials.password"},
		{body{"provider": "mt5", "credentials": without(terminal, "server")}, "credentials.server"},
		{body{"provider": "binance", "credentials": exchange, "status": "connected"}, "status"},
	} {
		refused := m.post(t, connectPath, bad.content).failed(t, 400, "VALIDATION_ERROR", bad.field)
		if strings.Contains(string(refused.text), k.secret) || strings.Contains(string(refused.text), k.key) {
			t.Errorf("the refusal repeats what was sent: %s", refused.text)
		}
	}
	m.get(t, connectionsPath+"/mine").failed(t, 400, "VALIDATION_ERROR", "connectionId")
	if all := m.get(t, connectionsPath).ok(t, 200).list(t, shapeOfConnection, nil); len(all) != 0 {
		t.Errorf("the refused connections %v are there", all)
	}
}

func connectedOnce(t *testing.T, s *server, x *exchange) {
	m, k := s.register(t), x.newKey()
	wanted := body{"provider": "binance", "credentials": credentialsOf(k)}
	made := 0
	for _, a := range atOnce(20, func(int) *answer { return m.post(t, connectPath, wanted) }) {
		if a.status == http.StatusCreated {
			made++
			continue
		}
		a.failed(t, 409, "CONFLICT", "")
	}
	all := m.get(t, connectionsPath).ok(t, 200).list(t, shapeOfConnection, nil)
	if made != 1 || len(all) != 1 {
		t.Fatalf("%d were made and %d are there, want 1", made, len(all))
	}
	m.awaitConnection(t, all[0], "connected")
	m.post(t, connectPath, wanted).failed(t, 409, "CONFLICT", "")
	other := s.register(t)
	other.awaitConnection(t, other.connect(t, k), "connected") // what one user does is of no concern to others
}

func refusedIsReplaced(t *testing.T, s *server, x *exchange) {
	m, k := s.register(t), x.newKey()
	m.awaitConnection(t, m.connect(t, &exchangeKey{key: k.key, secret: "mistyped"}), "invalid_credentials")
	right := m.awaitConnection(t, m.connect(t, k), "connected")
	if all := m.get(t, connectionsPath).ok(t, 200).list(t, shapeOfConnection, nil); len(all) != 1 || all[0]["id"] != right["id"] {
		t.Errorf("the connections are %v, want the right one", all)
	}
}

func strangersSeeNoConnections(t *testing.T, s *server, x *exchange) {
	m := s.register(t)
	connection := m.connect(t, x.newKey())
	for _, other := range []*member{s.register(t), s.officer(t, "admin", ""), s.tenantAdmin(t)} {
		for _, path := range []string{connectionAt(connection), connectionsPath + "/" + uuid.NewString()} {
			other.get(t, path).failed(t, 404, "NOT_FOUND", "")
			other.call(t, http.MethodDelete, path, nil).failed(t, 404, "NOT_FOUND", "")
		}
		if all := other.get(t, connectionsPath).ok(t, 200).list(t, shapeOfConnection, nil); len(all) != 0 {
			t.Errorf("a stranger has the connections %v", all)
		}
	}
	m.awaitConnection(t, connection, "connected")
}

func disconnectingErases(t *testing.T, s *server, x *exchange) {
	m, db := s.register(t), s.place.books(t)
	kept := func(connection map[string]any) int {
		return count(t, db, `SELECT COUNT(*) FROM investment_connections WHERE id = $1 AND credentials IS NOT NULL`, connection["id"])
	}
	k := x.newKey()
	pending := m.connect(t, k)
	refused := x.newKey(saying(401, -2015))
	for _, connection := range []map[string]any{
		m.awaitConnection(t, pending, "connected"), m.awaitConnection(t, m.connect(t, refused), "invalid_credentials"),
	} {
		if connection["status"] == "connected" && kept(connection) != 1 {
			t.Error("the credentials of a good connection are not there")
		}
		m.call(t, http.MethodDelete, connectionAt(connection), nil).done(t, 200)
		if kept(connection) != 0 {
			t.Error("the credentials are still there")
		}
		if n := count(t, db, `SELECT COUNT(*) FROM investment_connections WHERE id = $1 AND next_check_at IS NOT NULL`, connection["id"]); n != 0 {
			t.Error("it is still to be checked")
		}
		m.get(t, connectionAt(connection)).failed(t, 404, "NOT_FOUND", "")
		m.call(t, http.MethodDelete, connectionAt(connection), nil).failed(t, 404, "NOT_FOUND", "")
	}
	if all := m.get(t, connectionsPath).ok(t, 200).list(t, shapeOfConnection, nil); len(all) != 0 {
		t.Errorf("the connections %v are still there", all)
	}
	m.awaitConnection(t, m.connect(t, k), "connected") // it can be connected anew
}

func credentialsAreFoundNowhere(t *testing.T, s *server, x *exchange) {
	admin := s.tenantAdmin(t)
	good, bad, down := x.newKey(), x.newKey(saying(400, -1022)), x.newKey(busy(503), busy(503))
	known, said := secrets{}, ""
	for name, k := range map[string]*exchangeKey{"good": good, "bad": bad, "down": down} {
		known["the "+name+" key"], known["the "+name+" secret"] = k.key, k.secret
		a := admin.with("Idempotency-Key", name).post(t, connectPath, body{"provider": "binance", "credentials": credentialsOf(k)}).ok(t, 201)
		status := map[string]string{"good": "connected", "bad": "invalid_credentials", "down": "connected"}[name]
		admin.awaitConnection(t, a.object(t, shapeOfConnection), status)
		said += string(a.text)
	}
	known["a password of a terminal"] = "terminal-password-7713"
	terminal := body{"login": "50194988", "password": known["a password of a terminal"], "server": "Broker-Demo"}
	said += string(admin.post(t, connectPath, body{"provider": "mt5", "credentials": terminal}).ok(t, 201).text)
	for _, path := range []string{connectionsPath, "/webhooks/events?limit=100", "/audit-log?limit=100"} {
		said += string(admin.fetch(t, http.MethodGet, "/api/v1"+path, nil).ok(t, 200).text)
	}
	kept := readDatabase(t, s.place)
	if !strings.Contains(kept, admin.id) || !strings.Contains(s.Log(), "connection check") || !strings.Contains(said, good.key[60:]) {
		t.Fatal("what is no secret is not found either")
	}
	for name := range known {
		known.wantAbsent(t, name, "the database", kept)
		known.wantAbsent(t, name, "the log", s.Log())
		known.wantAbsent(t, name, "an answer or an event", said)
	}
}

func keyedConnection(t *testing.T, s *server, x *exchange) {
	m, k := s.register(t), x.newKey()
	keyed := m.with("Idempotency-Key", "this connection")
	wanted := body{"provider": "binance", "credentials": credentialsOf(k)}
	first := keyed.post(t, connectPath, wanted).ok(t, 201)
	again := keyed.post(t, connectPath, wanted).ok(t, 201)
	if string(first.text) != string(again.text) || again.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s", first.text, again.text)
	}
	m.awaitConnection(t, first.object(t, shapeOfConnection), "connected")
}
