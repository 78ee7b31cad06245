package identity_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// inParallel is the function of that name, with the connections opened in advance: opening one takes longer than most
// transactions, which would then run one after the other. A call that is refused because too many passwords wait for
// hashing on a slow machine is retried, as a client would.
func (h *house) inParallel(n int, work func(i int) error) []error {
	h.t.Helper()
	if h.db.Engine() == database.Postgres {
		var together sync.WaitGroup
		connections := min(n, 16)
		together.Add(connections)
		must(h.t, errors.Join(testkit.InParallel(connections, func(int) error {
			return h.db.InTx(h.t.Context(), func(*database.Tx) error {
				together.Done()
				together.Wait()
				return nil
			})
		})...))
	}
	return testkit.InParallel(n, func(i int) error {
		for {
			err := work(i)
			var failure *fault.Error
			if !errors.As(err, &failure) || failure.Code != fault.ServiceUnavailable || h.t.Context().Err() != nil {
				return err
			}
		}
	})
}

// tally counts the results by their code; success has none. An error that is not a fault fails the test.
func tally(t *testing.T, results []error) map[fault.Code]int {
	t.Helper()
	counts := map[fault.Code]int{}
	for _, err := range results {
		var failure *fault.Error
		switch {
		case err == nil:
			counts[""]++
		case errors.As(err, &failure):
			counts[failure.Code]++
		default:
			t.Errorf("an error that is not a fault: %v", err)
		}
	}
	return counts
}

// swapCase swaps small letters and capitals.
func swapCase(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		if 'A' <= r && r <= 'Z' {
			return r - 'A' + 'a'
		}
		return r
	}, text)
}
