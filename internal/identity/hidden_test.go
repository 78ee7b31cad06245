package identity_test

import (
	"testing"

	"bourse/internal/identity"
)

func TestAnAddressIsHiddenButRecognised(t *testing.T) {
	t.Parallel()
	for email, want := range map[string]string{
		"trader@demo.test": "t***r@demo.test", "bob@x.org": "b***@x.org", "a@x.org": "a***@x.org", "": "***", "nobody": "n***y",
		"éléonore@x.org": "é***e@x.org",
	} {
		if got := identity.HideMiddle(email); got != want {
			t.Errorf("%q is shown as %q, want %q", email, got, want)
		}
	}
}
