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

// Why a webhook is refused. Answer such a request with 401 and do nothing else.
var (
	// ErrWebhookUnsigned means that a header is missing or cannot be parsed. Events for an endpoint without a signing
	// secret are sent unsigned.
	ErrWebhookUnsigned = errors.New("bourse: the webhook is not signed")
	// ErrWebhookForged means that no signature matches: the request was sent by somebody else, was changed, or was
	// signed with another secret.
	ErrWebhookForged = errors.New("bourse: the webhook's signature is wrong")
	// ErrWebhookOld means that the request was signed too long ago, or far in the future: somebody may be replaying it.
	ErrWebhookOld = errors.New("bourse: the webhook was not signed just now")
)

// webhookTolerance is how far the time of signing may be from now.
const webhookTolerance = 5 * time.Minute

// ReceivedEvent is the event in a webhook. It may arrive more than once, always with the same ID: store the ids if you
// must not process an event twice.
type ReceivedEvent struct {
	ID        string          `json:"id"`
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	TenantID  string          `json:"tenantId"`
	Data      json.RawMessage `json:"data"` // shaped like the resource that it describes
}

// Challenge returns the text to answer with, as the body, when the server checks that this is the right endpoint; empty
// for every other event.
func (e *ReceivedEvent) Challenge() string {
	var data struct{ Challenge string }
	if e.Type == "webhook.verification" {
		_ = json.Unmarshal(e.Data, &data) // no challenge, no question
	}
	return data.Challenge
}

// VerifyWebhook checks that a request was sent by the server, unchanged and just now, and returns its event. The
// payload is the body exactly as received. One of the secrets must match: while a secret is being replaced, pass both
// the old and the new one. It fails with ErrWebhookUnsigned, ErrWebhookForged or ErrWebhookOld, and when the payload is
// not JSON.
func VerifyWebhook(payload []byte, header http.Header, secrets ...string) (*ReceivedEvent, error) {
	return WebhookVerifier{Secrets: secrets}.Verify(payload, header)
}

// WebhookVerifier is VerifyWebhook with other settings.
type WebhookVerifier struct {
	Secrets   []string
	Tolerance time.Duration    // how far the time of signing may be from now; five minutes when zero
	Now       func() time.Time // time.Now when nil
}

// Verify is VerifyWebhook with these settings.
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

// isSigned reports whether one of the space-separated signatures was made with one of the secrets.
func (v WebhookVerifier) isSigned(head string, payload []byte, signatures string) bool {
	isSigned := false
	for _, secret := range v.Secrets {
		key := webhookKey(secret)
		if len(key) == 0 { // anybody could sign with it
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

// webhookKey returns the key of a secret: the decoded base64 after whsec_, or else its own bytes.
func webhookKey(secret string) []byte {
	if encoded, hasPrefix := strings.CutPrefix(secret, "whsec_"); hasPrefix {
		if decoded, err := base64.StdEncoding.DecodeString(encoded); err == nil {
			return decoded
		}
	}
	return []byte(secret)
}
