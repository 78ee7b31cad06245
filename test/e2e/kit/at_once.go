package kit

import (
	"net/http"
	"testing"

	"bourse/internal/testkit"
)

// AtOnce makes calls of the same kind at the same time.
func AtOnce(count int, call func(i int) *Answer) []*Answer {
	answers := make([]*Answer, count)
	testkit.InParallel(count, func(i int) error {
		answers[i] = call(i)
		return nil
	})
	return answers
}

// WantOne checks that one of the answers is a success and all others are the refusal, and returns the success.
func WantOne(t *testing.T, answers []*Answer, status int, code string) (success *Answer) {
	t.Helper()
	for _, a := range answers {
		if a == nil {
			t.Fatal("a call was not answered")
		}
		if a.Status == http.StatusOK {
			if success != nil {
				t.Fatalf("two succeeded:\n%s\n%s", success.Text, a.Text)
			}
			success = a
			continue
		}
		a.Failed(t, status, code, "")
	}
	if success == nil {
		t.Fatal("none succeeded")
	}
	return success
}
