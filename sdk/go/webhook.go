package bourse

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Why a webhook is refused. Answer such a request with 401 and do nothing.
var (
	// ErrWebhookUnsigned: a header is missing or cannot be read. An endpoint without a signing secret is sent unsigned.
	ErrWebhookUnsigned = errors.New("bourse: the webhook is not signed")
	// ErrWebhookForged: no signature fits, so that the request is somebody else's, was changed, or has another secret.
	ErrWebhookForged = errors.New("bourse: the webhook's signature is wrong")
	// ErrWebhookOld: it was signed too long ago, or far in the future: somebody may be sending again what they have seen.
	ErrWebhookOld = errors.New("bourse: the webhook was not signed just now")
)

// webhookTolerance is how far the time of signing may be from now.
const webhookTolerance = 5 * time.Minute

// ReceivedEvent is what a webhook tells. It may come more than once, always with the same ID: whoever must not do something
// twice keeps the ids.
type ReceivedEvent struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	TenantID  string          `json:"tenantId"`
	Data      json.RawMessage `json:"data"` // of the shape of the resource that it speaks of
}

// Challenge is the text to answer with, as the body, when the server asks whether this is the right endpoint; empty for
// every other event.
func (e *ReceivedEvent) Challenge() string {
	var data struct{ Challenge string }
	if e.Type == "webhook.verification" {
		_ = json.Unmarshal(e.Data, &data) // one without a challenge asks nothing
	}
	return data.Challenge
}

// VerifyWebhook tells whether a request comes from the server, unchanged and just now, and returns what it says. The payload
// is the body, byte by byte as it came. Of several secrets one has to fit: while a secret is replaced, give the old and the
// new one. It fails with ErrWebhookUnsigned, ErrWebhookForged or ErrWebhookOld, and when the payload is no JSON.
func VerifyWebhook(payload []byte, header http.Header, secrets ...string) (*ReceivedEvent, error) {
	return WebhookVerifier{Secrets: secrets}.Verify(payload, header)
}

// WebhookVerifier is VerifyWebhook with other rules.
type WebhookVerifier struct {
	Secrets   []string
	Tolerance time.Duration    // how far the time of signing may be from now; five minutes when it is zero
	Now       func() time.Time // time.Now when it is nil
}

// Verify is VerifyWebhook by these rules.
func (v WebhookVerifier) Verify(payload []byte, header http.Header) (*ReceivedEvent, error) {
	id, sentAt, signatures := header.Get("webhook-id"), header.Get("webhook-timestamp"), header.Get("webhook-signature")
	seconds, err := strconv.ParseInt(sentAt, 10, 64)
	if id == "" || signatures == "" || err != nil {
		return nil, ErrWebhookUnsigned
	}
	if !v.isSigned(id+"."+sentAt+".", payload, signatures) {
		return nil, ErrWebhookForged
	}
	now, tolerance := time.Now(), v.Tolerance
	if v.Now != nil {
		now = v.Now()
	}
	if tolerance == 0 {
		tolerance = webhookTolerance
	}
	if now.Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return nil, ErrWebhookOld
	}
	event := new(ReceivedEvent)
	if err := json.Unmarshal(payload, event); err != nil {
		return nil, fmt.Errorf("bourse: the webhook's payload: %w", err)
	}
	return event, nil
}

// isSigned tells whether one of the signatures, which stand with spaces between them, is that of one of the secrets.
func (v WebhookVerifier) isSigned(head string, payload []byte, signatures string) bool {
	isSigned := false
	for _, secret := range v.Secrets {
		key := webhookKey(secret)
		if len(key) == 0 { // with which anybody can sign
			continue
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(head))
		mac.Write(payload)
		expected := mac.Sum(nil)
		for signature := range strings.FieldsSeq(signatures) {
			encoded, isOurs := strings.CutPrefix(signature, "v1,")
			given, err := base64.StdEncoding.DecodeString(encoded)
			if isOurs && err == nil && hmac.Equal(given, expected) {
				isSigned = true
			}
		}
	}
	return isSigned
}

// webhookKey is what a secret stands for: whsec_ and base64 for bytes, everything else for its own characters.
func webhookKey(secret string) []byte {
	if encoded, hasPrefix := strings.CutPrefix(secret, "whsec_"); hasPrefix {
		if decoded, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			return decoded
		}
	}
	return []byte(secret)
}
