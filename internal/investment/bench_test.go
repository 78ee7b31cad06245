package investment_test

import (
	"context"
	"sync"
	"testing"

	"bourse/internal/investment/broker"
)

// bench is a broker whose answers the test sets; what it takes for credentials is what the real one takes.
type bench struct {
	*broker.Registry

	mutex    sync.Mutex
	answer   func(ctx context.Context, credentials broker.Credentials) broker.Outcome
	asked    map[string]int // by what names the account
	released []string
}

func newBench(t *testing.T) *bench {
	t.Helper()
	registry, err := broker.New(broker.Settings{})
	must(t, err)
	b := &bench{Registry: registry, asked: map[string]int{}}
	b.answers(broker.Outcome{Status: broker.Connected, Permissions: []string{"reading", "trading"}})
	return b
}

// answers makes every check end with an outcome from now on.
func (b *bench) answers(outcome broker.Outcome) {
	b.does(func(context.Context, broker.Credentials) broker.Outcome { return outcome })
}

func (b *bench) does(answer func(ctx context.Context, credentials broker.Credentials) broker.Outcome) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.answer = answer
}

func (b *bench) Verify(ctx context.Context, _ broker.Provider, credentials broker.Credentials) broker.Outcome {
	b.mutex.Lock()
	b.asked[credentials["apiKey"]+credentials["login"]]++
	answer := b.answer
	b.mutex.Unlock()
	return answer(ctx, credentials)
}

func (b *bench) Release(_ context.Context, _ broker.Provider, credentials broker.Credentials) error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.released = append(b.released, credentials["apiKey"]+credentials["login"])
	return nil
}

// calls is how often the broker was asked about an account.
func (b *bench) calls(account string) int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.asked[account]
}

func (b *bench) releases() int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return len(b.released)
}

func exchangeKey(key string) broker.Credentials {
	return broker.Credentials{"apiKey": key, "apiSecret": "the-secret-of-" + key}
}
