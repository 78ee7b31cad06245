package bourse_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"strconv"
	"testing"
	"time"

	bourse "bourse/sdk/go"
)

// The example of the Standard Webhooks specification.
const (
	publishedSecret  = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	publishedPayload = `{"test": 2432232314}`
)

func published() http.Header {
	header := http.Header{}
	header.Set("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
	header.Set("webhook-timestamp", "1614265330")
	header.Set("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	return header
}

func TestTheExampleOfTheSpecificationIsVerified(t *testing.T) {
	t.Parallel()
	at := time.Unix(1614265330, 0)
	for name, c := range map[string]struct {
		change  func(http.Header)
		payload string
		secrets []string
		now     time.Time
		want    error
	}{
		"as published":                   {now: at},
		"five minutes later":             {now: at.Add(5 * time.Minute)},
		"with a secret before it":        {now: at, secrets: []string{"another", publishedSecret}},
		"with signatures around it":      {now: at, change: set("webhook-signature", "v1a,xx v1,AAAA "+published().Get("webhook-signature")+" junk")},
		"too old":                        {now: at.Add(5*time.Minute + time.Second), want: bourse.ErrWebhookOld},
		"of the future":                  {now: at.Add(-6 * time.Minute), want: bourse.ErrWebhookOld},
		"with another payload":           {now: at, payload: `{"test": 2432232315}`, want: bourse.ErrWebhookForged},
		"with another id":                {now: at, change: set("webhook-id", "msg_other"), want: bourse.ErrWebhookForged},
		"with another time":              {now: at, change: set("webhook-timestamp", "1614265331"), want: bourse.ErrWebhookForged},
		"with another secret":            {now: at, secrets: []string{"whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}, want: bourse.ErrWebhookForged},
		"without a secret":               {now: at, secrets: []string{}, want: bourse.ErrWebhookForged},
		"with an empty secret":           {now: at, secrets: []string{"", "whsec_"}, want: bourse.ErrWebhookForged},
		"with a signature of another v":  {now: at, change: set("webhook-signature", "v2"+published().Get("webhook-signature")[2:]), want: bourse.ErrWebhookForged},
		"without a signature":            {now: at, change: set("webhook-signature", ""), want: bourse.ErrWebhookUnsigned},
		"without an id":                  {now: at, change: set("webhook-id", ""), want: bourse.ErrWebhookUnsigned},
		"with a time that is none":       {now: at, change: set("webhook-timestamp", "now"), want: bourse.ErrWebhookUnsigned},
		"without a time":                 {now: at, change: set("webhook-timestamp", ""), want: bourse.ErrWebhookUnsigned},
		"with a shortened signature":     {now: at, change: set("webhook-signature", "v1,g0hM9SsE"), want: bourse.ErrWebhookForged},
		"with a signature of no letters": {now: at, change: set("webhook-signature", "v1,"), want: bourse.ErrWebhookForged},
	} {
		header, payload, secrets := published(), publishedPayload, []string{publishedSecret}
		if c.change != nil {
			c.change(header)
		}
		if c.payload != "" {
			payload = c.payload
		}
		if c.secrets != nil {
			secrets = c.secrets
		}
		_, err := bourse.WebhookVerifier{Secrets: secrets, Now: func() time.Time { return c.now }}.Verify([]byte(payload), header)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: the error is %v, want %v", name, err, c.want)
		}
	}
	if _, err := bourse.VerifyWebhook([]byte(publishedPayload), published(), publishedSecret); !errors.Is(err, bourse.ErrWebhookOld) {
		t.Errorf("by the clock of today the error is %v", err)
	}
}

func set(name, value string) func(http.Header) {
	return func(header http.Header) { header.Set(name, value) }
}

// signed returns the headers of a request signed now with a secret that stands for its own bytes.
func signed(payload, secret string) http.Header {
	now := strconv.FormatInt(time.Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("event." + now + "." + payload))
	header := http.Header{}
	header.Set("webhook-id", "event")
	header.Set("webhook-timestamp", now)
	header.Set("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	return header
}

func TestWhatAWebhookSaysIsRead(t *testing.T) {
	t.Parallel()
	const payload = `{"id":"event","type":"payment.succeeded","timestamp":"2026-11-16T10:00:00.000Z","tenantId":"t","data":{"amount":12.50}}`
	event, err := bourse.VerifyWebhook([]byte(payload), signed(payload, "plain"), "plain")
	must(t, err)
	if event.ID != "event" || event.Type != "payment.succeeded" || event.TenantID != "t" || event.Timestamp.Year() != 2026 ||
		string(event.Data) != `{"amount":12.50}` || event.Challenge() != "" {
		t.Errorf("the event is %+v", event)
	}
	const asking = `{"id":"event","type":"webhook.verification","timestamp":"2026-11-16T10:00:00.000Z","tenantId":"t","data":{"challenge":"echo"}}`
	event, err = bourse.VerifyWebhook([]byte(asking), signed(asking, "plain"), "plain")
	must(t, err)
	if event.Challenge() != "echo" {
		t.Errorf("the challenge is %q", event.Challenge())
	}
	for _, empty := range []string{"", "whsec_"} { // anybody could sign with these
		if _, err := bourse.VerifyWebhook([]byte(payload), signed(payload, ""), empty); !errors.Is(err, bourse.ErrWebhookForged) {
			t.Errorf("the secret %q: the error is %v", empty, err)
		}
	}
	if _, err := bourse.VerifyWebhook([]byte("no JSON"), signed("no JSON", "plain"), "plain"); err == nil {
		t.Error("what is no JSON is no event")
	}
}
