package sandbox_test

import (
	"strings"
	"testing"

	"bourse/internal/fault"
	"bourse/internal/payments"
	"bourse/internal/payments/sandbox"
)

func TestEveryCheckoutHasAPageThatNobodyCanGuess(t *testing.T) {
	t.Parallel()
	provider, err := sandbox.New("https://bourse.test/behind/")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for range 100 {
		session, err := provider.Open(t.Context(), payments.Order{})
		token, ok := strings.CutPrefix(session.URL, "https://bourse.test/behind/sandbox/checkout/")
		if err != nil || !ok || token != session.Reference || len(token) < 26 || seen[token] {
			t.Fatalf("got %+v (%v)", session, err)
		}
		seen[token] = true
	}
	if _, err := provider.Read(nil, ""); !fault.Is(err, fault.NotFound) {
		t.Errorf("an event over the wire is %v, want NOT_FOUND", err)
	}
}

func TestAnAddressThatNobodyCanOpenIsRefused(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"", "bourse.test", "ftp://bourse.test", "javascript:alert(1)", "http://"} {
		if _, err := sandbox.New(address); err == nil {
			t.Errorf("%q is taken", address)
		}
	}
}
