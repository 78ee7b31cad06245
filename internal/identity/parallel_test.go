package identity_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// wantFault checks the code and returns the fault, or an empty one.
func wantFault(t *testing.T, err error, code fault.Code) *fault.Error {
	t.Helper()
	var failure *fault.Error
	if !errors.As(err, &failure) || failure.Code != code {
		t.Errorf("got %v, want %s", err, code)
		return &fault.Error{}
	}
	return failure
}

// inParallel is the function of that name, with the connections made beforehand: making one takes longer
// than most transactions, which would otherwise come one after the other.
func (h *house) inParallel(n int, work func(i int) error) []error {
	h.t.Helper()
	if h.db.Engine() == database.Postgres {
		var together sync.WaitGroup
		connections := min(n, 16)
		together.Add(connections)
		must(h.t, errors.Join(inParallel(connections, func(int) error {
			return h.db.InTx(h.t.Context(), func(*database.Tx) error {
				together.Done()
				together.Wait()
				return nil
			})
		})...))
	}
	return inParallel(n, work)
}

// inParallel calls work n times at the same moment and returns what came of each.
func inParallel(n int, work func(i int) error) []error {
	results := make([]error, n)
	begin := make(chan struct{})
	var running sync.WaitGroup
	for i := range n {
		running.Go(func() {
			<-begin
			results[i] = work(i)
		})
	}
	close(begin)
	running.Wait()
	return results
}

// tally counts the results by their code; success has none. What is not a fault fails the test.
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

// within waits until the condition holds and fails the test when it does not in time.
func within(t *testing.T, limit time.Duration, what string, holds func() bool) {
	t.Helper()
	deadline := time.After(limit)
	again := time.NewTicker(2 * time.Millisecond)
	defer again.Stop()
	for !holds() {
		select {
		case <-deadline:
			t.Fatalf("not within %s: %s", limit, what)
		case <-again.C:
		}
	}
}

// swapCase turns small letters into capitals and back.
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
