package clients_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	client "bourse/sdk/go"
	"bourse/test/e2e/kit"
)

// secretBox holds the secrets that a receiver knows.
type secretBox struct {
	mutex   sync.Mutex
	secrets []string
}

func (b *secretBox) set(secrets ...string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.secrets = secrets
}

func (b *secretBox) all() []string {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.secrets
}

// TestTheGoClientReceivesWebhooks: the server's deliveries are accepted, and nothing else.
func TestTheGoClientReceivesWebhooks(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{"webhooks": func(t *testing.T, s *kit.Server) {
		c := as(s.TenantAdmin(t), s.URL())
		box := &secretBox{}
		receiver := kit.NewReceiver(t, func(w http.ResponseWriter, one kit.Delivered) {
			event, err := client.VerifyWebhook(one.Text, one.Header, box.all()...)
			if err != nil {
				http.Error(w, err.Error(), http.StatusUnauthorized)
				return
			}
			_, _ = w.Write([]byte(event.Challenge())) // the server may be gone
		})
		endpoint, err := c.CreateWebhookEndpoint(t.Context(), client.CreateWebhookEndpointRequest{
			Name: "Back office", URL: receiver.URL, SubscribedEvents: []string{"custom.*"},
		})
		must(t, err)
		_, err = c.VerifyWebhookEndpoint(t.Context(), endpoint.ID)
		wantRefusal(t, err, client.CodeConflict) // the receiver does not know the secret yet
		box.set(client.Value(endpoint.SigningSecret))
		verified, err := c.VerifyWebhookEndpoint(t.Context(), endpoint.ID)
		must(t, err)
		if !verified.IsVerified {
			t.Error("the endpoint is not verified")
		}
		sent := len(receiver.All())
		published, err := c.PublishWebhookEvent(t.Context(), client.PublishWebhookEventRequest{Type: "custom.order", Data: map[string]any{"amount": json.Number("0.10")}})
		must(t, err)
		delivered := receiver.Await(t, sent+1)
		event, err := client.VerifyWebhook(delivered.Text, delivered.Header, box.all()...)
		must(t, err)
		if event.ID != published.ID || event.Type != "custom.order" || event.TenantID != endpoint.TenantID || event.Timestamp.IsZero() {
			t.Errorf("the event is %+v", event)
		}
		wantForgeriesRefused(t, delivered, box.all()[0])
		wantRotation(t, c, endpoint.ID, box.all()[0], receiver.Await)
	}}, kit.LocalReceivers...)
}

func wantForgeriesRefused(t *testing.T, delivered kit.Delivered, secret string) {
	t.Helper()
	changed := bytes.Replace(delivered.Text, []byte("custom.order"), []byte("custom.Order"), 1)
	otherID, unsigned := delivered.Header.Clone(), delivered.Header.Clone()
	otherID.Set("webhook-id", "another")
	unsigned.Del("webhook-signature")
	late := client.WebhookVerifier{Secrets: []string{secret}, Now: func() time.Time { return time.Now().Add(6 * time.Minute) }}
	for name, c := range map[string]struct {
		verify func() (*client.ReceivedEvent, error)
		want   error
	}{
		"a changed payload": {func() (*client.ReceivedEvent, error) { return client.VerifyWebhook(changed, delivered.Header, secret) }, client.ErrWebhookForged},
		"another id":        {func() (*client.ReceivedEvent, error) { return client.VerifyWebhook(delivered.Text, otherID, secret) }, client.ErrWebhookForged},
		"another secret": {func() (*client.ReceivedEvent, error) {
			return client.VerifyWebhook(delivered.Text, delivered.Header, secret+"x")
		}, client.ErrWebhookForged},
		"no signature":      {func() (*client.ReceivedEvent, error) { return client.VerifyWebhook(delivered.Text, unsigned, secret) }, client.ErrWebhookUnsigned},
		"six minutes later": {func() (*client.ReceivedEvent, error) { return late.Verify(delivered.Text, delivered.Header) }, client.ErrWebhookOld},
	} {
		if _, err := c.verify(); !errors.Is(err, c.want) {
			t.Errorf("%s: the error is %v, want %v", name, err, c.want)
		}
	}
}

// wantRotation replaces the secret: for a while either one is valid.
func wantRotation(t *testing.T, c *client.Client, endpoint, before string, await func(*testing.T, int) kit.Delivered) {
	t.Helper()
	rotated, err := c.RotateWebhookSecret(t.Context(), endpoint)
	must(t, err)
	_, err = c.PublishWebhookEvent(t.Context(), client.PublishWebhookEventRequest{Type: "custom.order", Data: map[string]any{}})
	must(t, err)
	delivered := await(t, 4) // two verifications and an event came before
	for name, secret := range map[string]string{"the secret of before": before, "the secret of now": client.Value(rotated.SigningSecret)} {
		if _, err := client.VerifyWebhook(delivered.Text, delivered.Header, secret); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
