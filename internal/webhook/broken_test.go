package webhook_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/secret"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

// breakage is one way in which an endpoint's row becomes unreadable.
type breakage struct {
	column string
	value  func(t *testing.T, h *house, id uuid.UUID) any
	reason string // a word of the reason shown
	held   string // the status of deliveries published meanwhile
	only   database.Engine
}

func stored(value any) func(*testing.T, *house, uuid.UUID) any {
	return func(*testing.T, *house, uuid.UUID) any { return value }
}

// sealed returns a text sealed for the endpoint, with the house's key or with one that nobody has.
func sealed(text string, isOurs bool) func(*testing.T, *house, uuid.UUID) any {
	return func(t *testing.T, h *house, id uuid.UUID) any {
		t.Helper()
		ring := h.Ring
		if !isOurs {
			var err error
			if ring, err = secret.New(); err != nil {
				t.Fatal(err)
			}
		}
		content, err := ring.Seal([]byte(text), "webhook-endpoint:"+id.String())
		if err != nil {
			t.Fatal(err)
		}
		return content
	}
}

var breakages = map[string]breakage{
	"filters that are no JSON":         {column: "filters", value: stored(`{"data`), reason: "filters", held: "skipped"},
	"filters of a rule that is gone":   {column: "filters", value: stored(`{"data.n":{"$near":1}}`), reason: "filters", held: "skipped"},
	"a subscription that is no list":   {column: "subscribed_events", value: stored(`"all`), reason: "subscribedEvents", held: "skipped"},
	"an auth type that nobody knows":   {column: "auth_type", value: stored("kerberos"), reason: "authType", held: "skipped"},
	"a URL that the policy forbids":    {column: "url", value: stored("https://169.254.169.254/secret"), reason: "url", held: "skipped"},
	"a method without a body":          {column: "http_method", value: stored("GET"), reason: "httpMethod", held: "skipped"},
	"no time for an answer":            {column: "timeout_seconds", value: stored(0), reason: "number", held: "skipped"},
	"settings of another auth type":    {column: "auth_config", value: sealed(`{"token":"t"}`, true), reason: "authConfig", held: "skipped"},
	"headers that are no object":       {column: "custom_headers", value: sealed(`[]`, true), reason: "customHeaders", held: "skipped"},
	"a header that is taken":           {column: "custom_headers", value: sealed(`{"Host":"a"}`, true), reason: "customHeaders", held: "skipped"},
	"settings sealed with another key": {column: "auth_config", value: sealed(`{}`, false), reason: "key", held: "pending"},
	"headers sealed with another key":  {column: "custom_headers", value: sealed(`{}`, false), reason: "key", held: "pending"},
	"a secret sealed with another key": {column: "signing_secret", value: sealed("whsec_c2VjcmV0", false), reason: "key", held: "pending"},
	"a number that is a text":          {column: "max_retries", value: stored("many"), reason: "type", held: "skipped", only: database.SQLite},
	"a time that is a text":            {column: "created_at", value: stored("once"), reason: "type", held: "skipped", only: database.SQLite},
}

// set writes a value to the endpoint's row, bypassing all checks.
func (h *house) set(t *testing.T, id uuid.UUID, column string, value any) {
	t.Helper()
	loosen, tighten := `PRAGMA ignore_check_constraints = ON`, `PRAGMA ignore_check_constraints = OFF`
	if h.DB.Engine() == database.Postgres {
		loosen, tighten = `ALTER TABLE webhook_endpoints DROP CONSTRAINT IF EXISTS webhook_endpoints_auth_type_check`, `SELECT 1`
	}
	err := h.DB.InTx(t.Context(), func(tx *database.Tx) error {
		for _, statement := range []string{loosen, `UPDATE webhook_endpoints SET ` + column + ` = $2 WHERE id = $1`, tighten} {
			var args []any
			if strings.HasPrefix(statement, "UPDATE") {
				args = []any{id, value}
			}
			if _, err := tx.Exec(t.Context(), statement, args...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// rawColumn returns the stored value of a column of the endpoint.
func (h *house) rawColumn(t *testing.T, id uuid.UUID, column string) any {
	t.Helper()
	var value any
	if err := h.DB.QueryRow(t.Context(), `SELECT `+column+` FROM webhook_endpoints WHERE id = $1`, id).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestOneBrokenEndpointStopsNobody(t *testing.T) {
	t.Parallel()
	for name, how := range breakages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if how.only != "" { // the other engine refuses such a value
				how.wantStopsNobody(t, databasetest.Open(t, how.only))
				return
			}
			databasetest.Each(t, how.wantStopsNobody)
		})
	}
}

// wantStopsNobody breaks an endpoint, checks that everything else works, and repairs it.
func (how breakage) wantStopsNobody(t *testing.T, db *database.DB) {
	r := &webhooktest.Receiver{}
	h := newHouse(t, db, r.Take)
	healthy, bad := h.AddEndpoint(t, webhooktest.Hook+"healthy", nil), h.AddEndpoint(t, webhooktest.Hook+"bad", nil)
	before := h.rawColumn(t, bad.ID, how.column)
	stop := webhooktest.Run(t, h.Service)
	h.PublishData(t, `{"n":0}`)
	h.WaitSettled(t, bad.ID, "succeeded", 1)
	h.set(t, bad.ID, how.column, how.value(t, h, bad.ID))
	h.Update(t, healthy.ID, webhook.EndpointChange{Name: new("read anew")}) // running processes reload
	h.wantAround(t, healthy, bad, how, 2)
	stop()
	h.Service = h.Replica(t, r.Take) // as after a restart
	webhooktest.Run(t, h.Service)
	h.wantAround(t, healthy, bad, how, 4)
	h.set(t, bad.ID, how.column, before)
	h.Update(t, healthy.ID, webhook.EndpointChange{Name: new("read once more")})
	if mended := h.Reload(t, bad.ID); mended.Broken != "" {
		t.Fatalf("the mended endpoint is %q", mended.Broken)
	}
	if _, err := h.Recover(t.Context(), h.Actor, bad.ID, time.Time{}); err != nil {
		t.Fatal(err)
	}
	h.WaitSettled(t, bad.ID, "succeeded", 5)
}

// wantAround checks that a broken endpoint disturbs nothing else: a feature's transaction, a broadcast, the tenant's
// own events, the other endpoints and their recorded attempts. It adds two events.
func (h *house) wantAround(t *testing.T, healthy, bad *webhook.Endpoint, how breakage, published int) {
	t.Helper()
	h.tell(t, webhook.Event{TenantID: h.Actor.TenantID, Type: webhooktest.ClosedType, Data: webhooktest.Closed{Symbol: "BTC-USD", Profit: 1}}, nil)
	err := h.DB.InTx(t.Context(), func(tx *database.Tx) error {
		return h.PublishToAll(t.Context(), tx, "trading.signal.created", webhooktest.Closed{Symbol: "ETH-USD", Profit: 2})
	})
	if err != nil {
		t.Fatal(err)
	}
	h.WaitSettled(t, healthy.ID, "succeeded", published+1)
	shown := h.Reload(t, bad.ID)
	if !strings.Contains(shown.Broken, how.reason) || strings.Contains(shown.Broken, "secret/") {
		t.Errorf("the endpoint is shown as %q, want a reason with %q", shown.Broken, how.reason)
	}
	list, total, err := h.Endpoints(t.Context(), h.Actor, nil, database.Page{Number: 1, Limit: 10})
	if err != nil || total != 2 || list[0].Broken != shown.Broken || list[1].Broken != "" {
		t.Errorf("the list: %d endpoints, %v", total, err)
	}
	h.WaitSettled(t, bad.ID, how.held, published)
	for what, use := range map[string]func() error{
		"test":    func() error { _, err := h.SendTest(t.Context(), h.Actor, bad.ID); return err },
		"verify":  func() error { _, err := h.VerifyEndpoint(t.Context(), h.Actor, bad.ID); return err },
		"recover": func() error { _, err := h.Recover(t.Context(), h.Actor, bad.ID, time.Time{}); return err },
	} {
		if err := use(); !fault.Is(err, fault.Conflict) {
			t.Errorf("%s of a broken endpoint: %v, want CONFLICT", what, err)
		}
	}
}

func TestABrokenEndpointDoesNotKeepOthersFromBeingSwitchedOff(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, func(_ context.Context, call wire.Call) wire.Result {
			if strings.HasSuffix(call.URL, "gone") {
				return webhooktest.Answer(410)
			}
			return webhooktest.Answer(200)
		})
		webhooktest.Run(t, h.Service)
		gone, bad, healthy := h.AddEndpoint(t, webhooktest.Hook+"gone", nil), h.AddEndpoint(t, webhooktest.Hook+"bad", nil), h.AddEndpoint(t, webhooktest.Hook+"healthy", nil)
		h.set(t, bad.ID, "filters", "{")
		h.PublishData(t, `{}`)
		testkit.Until(t, "the endpoint is switched off", func() bool { return !h.Reload(t, gone.ID).IsActive })
		h.WaitSettled(t, healthy.ID, "succeeded", 2) // the event, and the one about the endpoint being switched off
	})
}

func TestABrokenEndpointIsMendedThroughTheAPI(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		bad := h.AddEndpoint(t, webhooktest.Hook+"bad", nil)
		h.set(t, bad.ID, "custom_headers", sealed(`{}`, false)(t, h, bad.ID))
		h.set(t, bad.ID, "filters", `{"data.wanted":{"$near":1}}`)
		h.Update(t, bad.ID, webhook.EndpointChange{IsActive: new(false)})
		kept := h.rawColumn(t, bad.ID, "custom_headers")
		_, err := h.UpdateEndpoint(t.Context(), h.Actor, bad.ID, webhook.EndpointChange{Name: new("a name")})
		testkit.WantFault(t, err, fault.ValidationError, "filters")
		_, err = h.UpdateEndpoint(t.Context(), h.Actor, bad.ID, webhook.EndpointChange{URL: new("https://elsewhere.example.com/")})
		testkit.WantFault(t, err, fault.ValidationError, "customHeaders")
		h.Update(t, bad.ID, webhook.EndpointChange{Filters: []byte(`{"data.wanted":true}`), IsActive: new(true)})
		if string(h.rawColumn(t, bad.ID, "custom_headers").([]byte)) != string(kept.([]byte)) {
			t.Error("what could not be read was overwritten by the change of something else")
		}
		h.set(t, bad.ID, "filters", `{`)
		h.Update(t, bad.ID, webhook.EndpointChange{IsActive: new(false)})
		wanted := h.PublishData(t, `{"wanted":true}`)
		h.PublishData(t, `{"wanted":false}`)
		h.WaitSettled(t, bad.ID, "skipped", 2)
		mended := h.Update(t, bad.ID, webhook.EndpointChange{
			Filters: []byte(`{"data.wanted":true}`), CustomHeaders: &map[string]string{"X-Key": "anew"}, IsActive: new(true),
		})
		if mended.Broken != "" {
			t.Fatalf("the mended endpoint is %q", mended.Broken)
		}
		if recovery, err := h.Recover(t.Context(), h.Actor, bad.ID, time.Time{}); err != nil || recovery.Recovered != 1 {
			t.Fatalf("recovered %v, %v", recovery, err)
		}
		h.WaitSettled(t, bad.ID, "succeeded", 1)
		if calls := r.All(); len(calls) != 1 || calls[0].Body.ID != wanted.ID.String() || calls[0].Call.Header.Get("X-Key") != "anew" {
			t.Errorf("the receiver got %v, want only what its filters let through", calls)
		}
	})
}
