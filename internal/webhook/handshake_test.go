package webhook_test

import (
	"encoding/json"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

// echo answers with the challenge.
func echo(_ int, call webhooktest.Received) wire.Result {
	var data struct{ Challenge string }
	_ = json.Unmarshal(call.Body.Data, &data)
	return wire.Result{Status: 200, Body: []byte(data.Challenge)}
}

func TestAnEndpointIsVerifiedByTheEchoAlone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for name, c := range map[string]struct {
			reply func(n int, call webhooktest.Received) wire.Result
			ok    bool
		}{
			"as the body": {echo, true},
			"with blanks": {func(n int, call webhooktest.Received) wire.Result {
				result := echo(n, call)
				result.Body = []byte(" " + string(result.Body) + "\n")
				return result
			}, true},
			"as JSON": {func(n int, call webhooktest.Received) wire.Result {
				result := echo(n, call)
				result.Body = []byte(`{"challenge":"` + string(result.Body) + `"}`)
				return result
			}, true},
			"a wrong echo": {func(int, webhooktest.Received) wire.Result { return wire.Result{Status: 200, Body: []byte("hello")} }, false},
			"an empty one": {func(int, webhooktest.Received) wire.Result { return webhooktest.Answer(200) }, false},
			"a refusal": {func(n int, call webhooktest.Received) wire.Result {
				result := echo(n, call)
				result.Status = 403
				return result
			}, false},
			"nobody there": {func(int, webhooktest.Received) wire.Result {
				return wire.Result{Class: wire.Connect, Detail: "connection refused"}
			}, false},
		} {
			r := &webhooktest.Receiver{Reply: c.reply}
			h := newHouse(t, db, r.Take)
			endpoint := h.AddEndpoint(t, "https://example.com/", nil)
			_, err := h.VerifyEndpoint(t.Context(), h.Actor, endpoint.ID)
			if after := h.Reload(t, endpoint.ID); after.IsVerified != c.ok || after.VerifiedAt.IsZero() == c.ok {
				t.Errorf("%s: verified is %t (%v)", name, after.IsVerified, err)
			}
			if !c.ok && !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: got %v, want CONFLICT", name, err)
			}
			if calls := r.All(); len(calls) != 1 || calls[0].Body.Type != "webhook.verification" {
				t.Errorf("%s: calls %v", name, calls)
			}
			if count := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_events WHERE tenant_id = $1`, h.Actor.TenantID); count != 0 {
				t.Errorf("%s: the challenge was recorded as an event", name)
			}
		}
	})
}

func TestOneTenantsSilentReceiversKeepNobodyElsesFromBeingVerified(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		answer := make(chan struct{})
		r := &webhooktest.Receiver{Reply: func(n int, call webhooktest.Received) wire.Result {
			if strings.HasSuffix(call.Call.URL, "/silent") {
				<-answer
			}
			return echo(n, call)
		}}
		h, other := newHouse(t, db, r.Take), newHouse(t, db, r.Take)
		other.Service = h.Service // of the same process
		silent, next := h.AddEndpoint(t, "https://example.com/silent", nil), other.AddEndpoint(t, "https://example.org/", nil)
		verified := make(chan error, 2)
		for range cap(verified) {
			go func() {
				_, err := h.VerifyEndpoint(t.Context(), h.Actor, silent.ID)
				verified <- err
			}()
		}
		testkit.Until(t, "two wait for the receiver", func() bool { return len(r.All()) == cap(verified) })
		_, err := h.VerifyEndpoint(t.Context(), h.Actor, silent.ID)
		testkit.WantFault(t, err, fault.RateLimited)
		if _, err := other.VerifyEndpoint(t.Context(), other.Actor, next.ID); err != nil {
			t.Errorf("another tenant's endpoint: %v", err)
		}
		close(answer)
		for range cap(verified) {
			if err := <-verified; err != nil {
				t.Error(err)
			}
		}
		if _, err := h.VerifyEndpoint(t.Context(), h.Actor, silent.ID); err != nil {
			t.Errorf("after they have answered: %v", err)
		}
	})
}

func TestATestEventReachesItsEndpointWhateverItSubscribedTo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, "https://example.com/a", nil)
		h.AddEndpoint(t, "https://example.com/b", nil)
		h.Update(t, endpoint.ID, webhooktest.NoEvents())
		sent, err := h.SendTest(t.Context(), h.Actor, endpoint.ID)
		if err != nil {
			t.Fatal(err)
		}
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		calls := r.All()
		if len(calls) != 1 || calls[0].Body.ID != sent.EventID.String() || calls[0].Body.Type != "webhook.test" || !strings.HasSuffix(calls[0].Call.URL, "/a") {
			t.Errorf("calls %+v", calls)
		}
		off := webhooktest.NoEvents()
		off.IsActive = new(false)
		h.Update(t, endpoint.ID, off)
		_, err = h.SendTest(t.Context(), h.Actor, endpoint.ID)
		testkit.WantFault(t, err, fault.Conflict, "")
	})
}
