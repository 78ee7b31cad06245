package httpapi_test

import (
	"testing"

	"bourse/internal/httpapi"
	"bourse/internal/webhook"
)

// Receivers may respond with anything, of which the beginning is stored.
func TestWhatAReceiverAnsweredIsShownAsText(t *testing.T) {
	t.Parallel()
	for answered, want := range map[string]string{"ok": "ok", "caf\xc3": "caf\uFFFD", "\xff\xfe": "\uFFFD", "é\x00": "é\x00"} {
		if got := httpapi.WebhookAttempt(webhook.Attempt{ResponseBody: answered}).ResponseBody; got != want {
			t.Errorf("%q is shown as %q, want %q", answered, got, want)
		}
	}
}
