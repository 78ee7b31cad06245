// Package broker checks the credentials of trading accounts that customers hold elsewhere, and reads what they hold
// there.
//
// A customer hands over the key of an exchange account or the log-in of a terminal account. Check validates the form
// of the credentials before anything is stored, Hint names the account without giving it away, and Verify asks the
// provider whether the credentials work and what they allow. Read asks what the account holds. The providers are a
// registry: Binance, through its signed REST API, and MetaTrader 4 and 5, through a bridge that speaks the
// provisioning API of MetaApi.
//
// Verify never fails: a wrong key, a missing permission and a provider that is down are all outcomes. Only
// Unreachable is worth a retry. The text of an outcome is written here and never copied from a provider's answer, so
// that it cannot contain a credential, signature or query string.
package broker

import (
	"context"
	"time"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// Provider is a company or platform that holds trading accounts.
type Provider string

// The supported providers.
const (
	Binance Provider = "binance"
	MT4     Provider = "mt4"
	MT5     Provider = "mt5"
)

// Status is how a verification ended.
type Status string

// The results of a verification. All but Unreachable are final: asking again with the same credentials gives the same
// answer, and some providers charge for it.
const (
	Connected               Status = "connected"
	InvalidCredentials      Status = "invalid_credentials"
	InsufficientPermissions Status = "insufficient_permissions"
	Unreachable             Status = "unreachable"
)

// Outcome is a provider's answer about credentials. It holds no credential and may be stored, logged and shown.
type Outcome struct {
	Status Status
	// Permissions are what the credentials allow, as far as the provider said; nil when the check ended before that.
	Permissions []string
	// Message is one sentence for the customer; empty when the account is connected.
	Message string
	// RetryAfter is how long to wait before the next try, as the provider asked or the check needs; if it is zero,
	// the caller decides. Only Unreachable has one.
	RetryAfter time.Duration
}

// connector is one provider of the registry.
type connector struct {
	fields []field
	verify func(ctx context.Context, credentials Credentials) Outcome
	// read returns what the account holds. lastRead is when it last succeeded.
	read func(ctx context.Context, credentials Credentials, lastRead time.Time) (Holdings, Outcome, error)
	// prices values assets in USD; nil for a provider without a market of its own.
	prices func(ctx context.Context, assets []string) (map[string]money.Decimal, error)
	// release removes what checks and reading have left at the provider; nil if nothing ever is.
	release func(ctx context.Context, credentials Credentials) error
}

// Registry knows the providers. It is safe for concurrent use. Between calls it remembers only what concerns all
// customers: until when a provider asked us to wait, how far the exchange's clock is off, and its last prices.
type Registry struct {
	connectors map[Provider]connector
	orders     *Orders
}

// New creates a registry. It fails, naming the setting and never its value, when one is malformed.
func New(settings Settings) (*Registry, error) {
	settings, err := settings.complete()
	if err != nil {
		return nil, err
	}
	exchange := newExchange(settings)
	bridge := newBridge(settings)
	return &Registry{orders: newOrders(exchange), connectors: map[Provider]connector{
		Binance: {fields: exchangeFields, verify: exchange.verify, read: exchange.read, prices: exchange.pricesOf},
		MT4:     {fields: terminalFields, verify: bridge.verifier(MT4), read: bridge.reader(MT4), release: bridge.releaser(MT4)},
		MT5:     {fields: terminalFields, verify: bridge.verifier(MT5), read: bridge.reader(MT5), release: bridge.releaser(MT5)},
	}}, nil
}

// Orders trades at Binance. It shares the exchange's rate limits and clock with reading.
func (r *Registry) Orders() *Orders { return r.orders }

// Verify asks the provider whether the credentials work and what they allow. It never returns an error: everything is
// an outcome, including malformed credentials. It makes at most ten requests, each bounded by Settings.Timeout.
//
// A check of a terminal account can take longer than one call, because the bridge first has to start a terminal. It
// is then Unreachable with RetryAfter, and the next call with the same credentials continues where this one ended, on
// any replica. A caller that gives up in between must call Release.
func (r *Registry) Verify(ctx context.Context, provider Provider, credentials Credentials) Outcome {
	if problem := r.problem(provider, credentials); problem != nil {
		// An unknown provider is final too: it will not become known by waiting.
		return Outcome{Status: InvalidCredentials, Message: problem.Message}
	}
	return r.connectors[provider].verify(ctx, credentials)
}

// Release removes what verifying and reading have left at the provider: a terminal account stays at the bridge from
// its first check on, for as long as it is connected. It is for connections that are erased, and harmless where
// nothing is left. It fails with SERVICE_UNAVAILABLE when the provider cannot be asked, and with VALIDATION_ERROR for
// credentials that Check refuses.
func (r *Registry) Release(ctx context.Context, provider Provider, credentials Credentials) error {
	if err := r.Check(provider, credentials); err != nil {
		return err
	}
	release := r.connectors[provider].release
	if release == nil {
		return nil
	}
	if err := release(ctx, credentials); err != nil {
		outcome := conclude(err)
		return fault.New(fault.ServiceUnavailable, "%s", outcome.Message).After(outcome.RetryAfter)
	}
	return nil
}
