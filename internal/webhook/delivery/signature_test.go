package delivery_test

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/signing"
	"bourse/internal/webhook/webhooktest"
)

// verifies reports whether a receiver that knows the secret accepts the call.
func verifies(t *testing.T, secret string, header http.Header, body []byte) bool {
	t.Helper()
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		t.Fatal(err)
	}
	return verifier.Verify(body, header) == nil
}

// request is a call that arrived over the network.
type request struct {
	method string
	header http.Header
	body   []byte
}

// listen starts a receiver on loopback; reply may be nil.
func listen(t *testing.T, reply func(w http.ResponseWriter, r *http.Request)) (url string, requests chan request) {
	t.Helper()
	requests = make(chan request, 100)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		requests <- request{r.Method, r.Header, body}
		if reply != nil {
			reply(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

func TestReceiversCanVerifyDeliveriesWithEitherSecretDuringARotation(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		url, requests := listen(t, nil)
		h := newHouse(t, db, nil)
		webhooktest.Run(t, h.Service)
		first := signing.NewSecret()
		endpoint := h.AddEndpoint(t, url, func(e *webhook.EndpointChange) { e.SigningSecret = &first })
		published := h.PublishData(t, `{"a":"ü"}`)
		got := <-requests
		if !verifies(t, first, got.header, got.body) || got.header.Get("webhook-id") != published.ID.String() {
			t.Errorf("headers %v", got.header)
		}
		rotated, err := h.RotateSecret(t.Context(), h.Actor, endpoint.ID)
		if err != nil {
			t.Fatal(err)
		}
		h.PublishData(t, `{}`)
		got = <-requests
		if rotated.SigningSecret == first || !verifies(t, first, got.header, got.body) || !verifies(t, rotated.SigningSecret, got.header, got.body) {
			t.Errorf("headers %v", got.header)
		}
		if verifies(t, signing.NewSecret(), got.header, got.body) {
			t.Error("any secret verifies")
		}
	})
}

func TestOnlyTheNewSecretSignsADayAfterARotation(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		stop := webhooktest.Run(t, h.Service)
		first := signing.NewSecret()
		endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.SigningSecret = &first })
		rotated, err := h.RotateSecret(t.Context(), h.Actor, endpoint.ID)
		if err != nil {
			t.Fatal(err)
		}
		second, start := rotated.SigningSecret, time.Now()
		stop()
		for i, after := range []time.Duration{24*time.Hour - time.Minute, 24 * time.Hour} {
			if _, err := h.SendTest(t.Context(), h.Actor, endpoint.ID); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Until(start.Add(after)))
			h.Service = h.Replica(t, r.Take)
			stop = webhooktest.Run(t, h.Service)
			time.Sleep(time.Second)
			last := r.All()[i]
			if !verifies(t, second, last.Call.Header, last.Call.Body) {
				t.Errorf("after %s the new secret does not verify", after)
			}
			if verifies(t, first, last.Call.Header, last.Call.Body) == (i == 1) {
				t.Errorf("after %s the old secret verifies: %t", after, i == 1)
			}
			stop()
		}
	})
}

// A replaced secret stays valid for a day, however often the secret is rotated in that day.
func TestEverySecretSignsForTheDayAfterItsRotation(t *testing.T) {
	t.Parallel()
	databasetest.Virtually(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		webhooktest.Run(t, h.Service)
		secrets := []string{signing.NewSecret()}
		endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.SigningSecret = &secrets[0] })
		rotate := func() error {
			rotated, err := h.RotateSecret(t.Context(), h.Actor, endpoint.ID)
			if err == nil {
				secrets = append(secrets, rotated.SigningSecret)
			}
			return err
		}
		wantSigned := func(first int) { // by all secrets from first on
			t.Helper()
			h.PublishData(t, `{}`)
			time.Sleep(time.Second)
			calls := r.All()
			last := calls[len(calls)-1].Call
			for i, secret := range secrets {
				if got := verifies(t, secret, last.Header, last.Body); got != (i >= first) {
					t.Errorf("secret %d of %d verifies: %t", i, len(secrets), got)
				}
			}
		}
		for range 5 {
			if err := rotate(); err != nil {
				t.Fatal(err)
			}
			wantSigned(0)
			time.Sleep(time.Hour - time.Second)
		}
		testkit.WantFault(t, rotate(), fault.RateLimited, "")
		time.Sleep(19*time.Hour - 2*time.Second)
		wantSigned(0)
		time.Sleep(time.Second)
		wantSigned(1)
		if err := rotate(); err != nil {
			t.Fatal(err)
		}
		wantSigned(1)
		// Setting a secret ends all former ones at once.
		secrets = append(secrets, signing.NewSecret())
		h.Update(t, endpoint.ID, webhook.EndpointChange{SigningSecret: &secrets[len(secrets)-1]})
		wantSigned(len(secrets) - 1)
	})
}

// Rows written before an endpoint could have several former secrets contain a single one as it is.
func TestASecretOfBeforeThatWasStoredAloneStillSigns(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := &webhooktest.Receiver{}
		h := newHouse(t, db, r.Take)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, func(e *webhook.EndpointChange) { e.SigningSecret = new(signing.NewSecret()) })
		alone := signing.NewSecret()
		sealed, err := h.Ring.Seal([]byte(alone), "webhook-endpoint:"+endpoint.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		err = db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE webhook_endpoints SET previous_secret = $2, previous_secret_until = $3 WHERE id = $1`,
				endpoint.ID, sealed, database.Micros(time.Now().Add(time.Hour)))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		rotated, err := h.RotateSecret(t.Context(), h.Actor, endpoint.ID)
		if err != nil {
			t.Fatal(err)
		}
		webhooktest.Run(t, h.Service)
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		call := r.All()[0].Call
		for _, secret := range []string{alone, endpoint.SigningSecret, rotated.SigningSecret} {
			if !verifies(t, secret, call.Header, call.Body) {
				t.Errorf("one of three secrets does not verify %v", call.Header)
			}
		}
	})
}

func TestAuthenticationArrivesAsConfigured(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		url, requests := listen(t, nil)
		h := newHouse(t, db, nil)
		webhooktest.Run(t, h.Service)
		signed := func(body []byte) string {
			sum := hmac.New(sha512.New, []byte("key"))
			sum.Write(body)
			return base64.StdEncoding.EncodeToString(sum.Sum(nil))
		}
		for _, c := range []struct {
			method, kind, config, header string
			want                         func(body []byte) string
		}{
			{"POST", "none", `{}`, "Authorization", func([]byte) string { return "" }},
			{"PUT", "basic", `{"username":"ann","password":"pa:ss"}`, "Authorization", func([]byte) string {
				return "Basic " + base64.StdEncoding.EncodeToString([]byte("ann:pa:ss"))
			}},
			{"PATCH", "bearer", `{"token":"t0ken"}`, "Authorization", func([]byte) string { return "Bearer t0ken" }},
			{"POST", "hmac", `{"secret":"key","header":"X-Sum","algorithm":"sha512","encoding":"base64"}`, "X-Sum", signed},
		} {
			endpoint := h.AddEndpoint(t, url+"/"+c.kind, func(e *webhook.EndpointChange) {
				e.HTTPMethod, e.AuthType, e.AuthConfig = &c.method, &c.kind, json.RawMessage(c.config)
				e.CustomHeaders, e.SigningSecret = &map[string]string{"X-Tenant": "acme"}, new("") // no secret
			})
			if _, err := h.SendTest(t.Context(), h.Actor, endpoint.ID); err != nil {
				t.Fatal(err)
			}
			got := <-requests
			if got.method != c.method || got.header.Get(c.header) != c.want(got.body) || got.header.Get("X-Tenant") != "acme" {
				t.Errorf("%s: %s with %v", c.kind, got.method, got.header)
			}
			if got.header.Get("Content-Type") != "application/json" || got.header.Get("Webhook-Signature") != "" || got.header.Get("Webhook-Id") == "" {
				t.Errorf("%s: headers %v", c.kind, got.header)
			}
		}
	})
}

// tokens starts a token server. Its tokens are numbered and live for the given time.
func tokens(t *testing.T, seconds int) (url string, issued *atomic.Int64) {
	t.Helper()
	issued = new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if id, secret, _ := r.BasicAuth(); id != "client" || secret != "client-secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"access_token":"token-`+strconv.FormatInt(issued.Add(1), 10)+`","token_type":"Bearer","expires_in":`+strconv.Itoa(seconds)+`}`)
	}))
	t.Cleanup(server.Close)
	return server.URL, issued
}

func withOAuth2(tokenURL string) func(*webhook.EndpointChange) {
	return func(e *webhook.EndpointChange) {
		webhooktest.Unlimited(e)
		e.AuthType = new("oauth2")
		e.AuthConfig = json.RawMessage(`{"tokenUrl":"` + tokenURL + `","clientId":"client","clientSecret":"client-secret","scopes":["hooks"]}`)
	}
}

func TestAnAccessTokenServesManyDeliveriesUntilItExpires(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		tokenURL, issued := tokens(t, 3600)
		briefURL, brief := tokens(t, 1)
		url, requests := listen(t, nil)
		h := newHouse(t, db, nil)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, url, withOAuth2(tokenURL))
		for range 5 {
			h.PublishData(t, `{}`)
			if got := (<-requests).header.Get("Authorization"); got != "Bearer token-1" {
				t.Errorf("authorization %q", got)
			}
		}
		if issued.Load() != 1 {
			t.Errorf("%d tokens, want 1", issued.Load())
		}
		h.Update(t, endpoint.ID, webhooktest.NoEvents())
		h.AddEndpoint(t, url+"/brief", withOAuth2(briefURL))
		testkit.Until(t, "the token is renewed", func() bool {
			h.PublishData(t, `{}`)
			return (<-requests).header.Get("Authorization") == "Bearer token-3"
		})
		if brief.Load() != 3 {
			t.Errorf("%d tokens, want 3", brief.Load())
		}
	})
}

func TestARefusedAccessTokenIsRenewedOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		tokenURL, issued := tokens(t, 3600)
		var strict atomic.Bool
		url, requests := listen(t, func(w http.ResponseWriter, r *http.Request) {
			if strict.Load() || r.Header.Get("Authorization") == "Bearer token-1" {
				w.WriteHeader(http.StatusUnauthorized)
			}
		})
		h := newHouse(t, db, nil)
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, url, withOAuth2(tokenURL))
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "succeeded", 1)
		if found := h.ListDeliveries(t, endpoint.ID, ""); found[0].Attempts != 1 || issued.Load() != 2 || len(requests) != 2 {
			t.Errorf("%d attempts, %d tokens, %d requests, want 1, 2, 2", found[0].Attempts, issued.Load(), len(requests))
		}
		if ends := webhooktest.Number(t, db, `SELECT LENGTH(ends) - LENGTH(REPLACE(ends, ',', '')) + 1 FROM webhook_sends`); ends != 2 {
			t.Errorf("%d requests are known to the rate limits, want 2", ends)
		}
		strict.Store(true) // now every token is refused: one renewal, then an ordinary failure
		h.Update(t, endpoint.ID, webhook.EndpointChange{MaxRetries: new(0)})
		before := issued.Load()
		h.PublishData(t, `{}`)
		h.WaitSettled(t, endpoint.ID, "exhausted", 1)
		if len(requests) != 4 || issued.Load() > before+2 {
			t.Errorf("%d requests, %d more tokens", len(requests), issued.Load()-before)
		}
	})
}
