package signing_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"pgregory.net/rapid"

	"bourse/internal/webhook/signing"
)

const id = "01983c5e-7b1a-7c3e-9f0a-2f6a1f1c9d10"

var body = []byte(`{"id":"1","type":"trading.position.opened","data":{"symbol":"BTCUSD"}}`)

func mustKey(t interface{ Fatal(...any) }, secret string) signing.Key {
	key, err := signing.ParseKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func headers(id string, at time.Time, body []byte, keys ...signing.Key) http.Header {
	header := http.Header{}
	header.Set(signing.IDHeader, id)
	header.Set(signing.TimestampHeader, signing.Timestamp(at))
	header.Set(signing.SignatureHeader, signing.Signature(id, at, body, keys...))
	return header
}

// receiver verifies signatures with the library of the specification's authors.
func receiver(t interface{ Fatal(...any) }, secret string) *standardwebhooks.Webhook {
	open := func() (*standardwebhooks.Webhook, error) { return standardwebhooks.NewWebhookRaw([]byte(secret)) }
	if strings.HasPrefix(secret, "whsec_") {
		open = func() (*standardwebhooks.Webhook, error) { return standardwebhooks.NewWebhook(secret) }
	}
	hook, err := open()
	if err != nil {
		t.Fatal(err)
	}
	return hook
}

func TestTheSpecificationsOwnExampleHasItsSignature(t *testing.T) {
	t.Parallel()
	key := mustKey(t, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	got := signing.Signature("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`), key)
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("signature %q, want %q", got, want)
	}
}

func TestEveryReceiverAcceptsWhatItsSecretSigned(t *testing.T) {
	t.Parallel()
	for name, secret := range map[string]string{
		"new":          signing.NewSecret(),
		"standard":     "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
		"own words":    "correct horse battery staple",
		"one letter":   "x",
		"other script": strings.Repeat("ключ", 60),
		"long":         strings.Repeat("k", 255),
		"bare base64":  "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header := headers(id, time.Now(), body, mustKey(t, secret))
			if err := receiver(t, secret).Verify(body, header); err != nil {
				t.Error(err)
			}
			if err := receiver(t, signing.NewSecret()).Verify(body, header); err == nil {
				t.Error("a receiver with another secret accepts it")
			}
		})
	}
}

func TestDuringRotationBothSecretsVerify(t *testing.T) {
	t.Parallel()
	previous, current := signing.NewSecret(), signing.NewSecret()
	header := headers(id, time.Now(), body, mustKey(t, current), mustKey(t, previous))
	for _, secret := range []string{previous, current} {
		if err := receiver(t, secret).Verify(body, header); err != nil {
			t.Error(err)
		}
	}
	if err := receiver(t, signing.NewSecret()).Verify(body, header); err == nil {
		t.Error("a third secret verifies too")
	}
	if count := len(strings.Split(header.Get(signing.SignatureHeader), " ")); count != 2 {
		t.Errorf("%d signatures, want 2", count)
	}
}

func TestWhateverIsChangedOnTheWayIsRefused(t *testing.T) {
	t.Parallel()
	secret := signing.NewSecret()
	now := time.Now()
	for name, change := range map[string]func(http.Header, []byte) []byte{
		"body": func(_ http.Header, sent []byte) []byte { return append(sent, ' ') },
		"id":   func(h http.Header, sent []byte) []byte { h.Set(signing.IDHeader, id+"0"); return sent },
		"time": func(h http.Header, sent []byte) []byte {
			h.Set(signing.TimestampHeader, signing.Timestamp(now.Add(time.Second)))
			return sent
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header := headers(id, now, body, mustKey(t, secret))
			received := change(header, append([]byte(nil), body...))
			err := receiver(t, secret).Verify(received, header)
			if !errors.Is(err, standardwebhooks.ErrNoMatchingSignature) {
				t.Errorf("verified: %v", err)
			}
		})
	}
}

func TestAnyMessageVerifies(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		secret := "whsec_" + base64.StdEncoding.EncodeToString(rapid.SliceOfN(rapid.Byte(), 1, 100).Draw(t, "key"))
		message := rapid.SliceOf(rapid.Byte()).Draw(t, "body")
		at := time.Unix(rapid.Int64Range(0, 1<<34).Draw(t, "second"), rapid.Int64Range(0, 999_999_999).Draw(t, "nanosecond"))
		messageID := rapid.StringMatching(`[a-zA-Z0-9_-]{1,120}`).Draw(t, "id")
		header := headers(messageID, at, message, mustKey(t, secret))
		if err := receiver(t, secret).VerifyIgnoringTimestamp(message, header); err != nil {
			t.Fatal(err)
		}
	})
}

func TestOneKeySignsForManyAtOnce(t *testing.T) {
	t.Parallel()
	secret := signing.NewSecret()
	key, hook := mustKey(t, secret), receiver(t, secret)
	var senders sync.WaitGroup
	for sender := range 8 {
		senders.Go(func() {
			for i := range 200 {
				message := fmt.Appendf(nil, "%d of %d", i, sender)
				if err := hook.Verify(message, headers(id, time.Now(), message, key)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	senders.Wait()
}

func TestHeadersAreNamedAsAnHTTPHeaderSpellsThem(t *testing.T) {
	t.Parallel()
	for name, canonical := range map[string]string{
		signing.IDHeader:        signing.CanonicalIDHeader,
		signing.TimestampHeader: signing.CanonicalTimestampHeader,
		signing.SignatureHeader: signing.CanonicalSignatureHeader,
	} {
		if want := http.CanonicalHeaderKey(name); canonical != want {
			t.Errorf("%s is written as %s, want %s", name, canonical, want)
		}
	}
}

func TestWithoutAKeyThereIsNoSignature(t *testing.T) {
	t.Parallel()
	if got := signing.Signature(id, time.Now(), body); got != "" {
		t.Errorf("signature %q, want none", got)
	}
}

func BenchmarkSignature(b *testing.B) {
	key := mustKey(b, signing.NewSecret())
	message, at := make([]byte, 512), time.Now()
	b.ReportAllocs()
	for b.Loop() {
		signing.Signature(id, at, message, key)
	}
}
