package investment

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"time"

	"bourse/internal/investment/broker"
	"bourse/internal/money"
)

const (
	// holdingsTopic wakes the syncer up.
	holdingsTopic = "investment.holdings"
	// syncInterval is how long a connected account is left alone after it was read, give or take syncJitter, so that
	// those which were connected at the same moment are not read at the same moment for ever.
	syncInterval = 5 * time.Minute
	syncJitter   = time.Minute
	// mostRefusals is how often in a row a provider may call credentials wrong that have worked before, until it is
	// believed: it says the same of a key when our own address is not among those that may use it.
	mostRefusals = 3
)

// reading is what came of asking a provider what an account holds.
type reading struct {
	outcome  broker.Outcome
	held     *held     // with the outcome Connected only
	payments []payment // nil of a provider that does not tell
	note     string    // what could not be counted
}

// sync asks a provider about a claimed connection once: what the account holds, and whether the credentials still allow
// what they did. It records what came of it. No transaction is open meanwhile. When the context ends before the provider
// has answered, the claim is given back.
func (s *Service) sync(ctx context.Context, c claim) {
	started := s.now()
	credentials, result := s.read(ctx, c)
	isInterrupted := ctx.Err() != nil && result.outcome.Status == broker.Unreachable
	recorded, err := s.recordReading(ctx, c, result, isInterrupted)
	if err == nil && !recorded && credentials != nil {
		s.releaseErased(ctx, c.connection, credentials)
	}
	s.logAsked(ctx, c, result.outcome, askedEnd{"holdings sync", s.now().Sub(started), isInterrupted, recorded, err})
}

// read opens the credentials and asks the provider.
func (s *Service) read(ctx context.Context, c claim) (credentials broker.Credentials, result reading) {
	failed := reading{outcome: broker.Outcome{Status: broker.Unreachable, Message: "The account could not be read."}}
	credentials, err := s.openCredentials(c.connection.ID, c.sealed)
	if err != nil {
		return nil, failed // not final: with the right keys in place again it can still be read
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	defer func() { // one provider must not take the process, and all other readings, down
		if recovered := recover(); recovered != nil {
			// What was thrown may hold credentials; where it was thrown does not.
			s.logger.ErrorContext(ctx, "a broker panicked", "provider", c.connection.Provider, "stack", string(debug.Stack()))
			result = failed
		}
	}()
	holdings, outcome := s.broker.Read(ctx, c.connection.Provider, credentials, c.connection.SyncedAt)
	if outcome.Status != broker.Connected {
		return credentials, reading{outcome: outcome}
	}
	return credentials, s.priced(ctx, c.connection, holdings, outcome)
}

// priced values what an account holds: by our own market, by what the provider told with it, or else by the provider's
// market. While that does not answer, nothing is known: an asset without a price would look as if it had gone.
func (s *Service) priced(ctx context.Context, connection *Connection, holdings broker.Holdings, outcome broker.Outcome) reading {
	list, now := s.priceList(), s.now()
	after := &held{id: connection.ID, tenant: connection.TenantID, user: connection.UserID, balances: []Balance{}, positions: []OpenPosition{}, payments: []string{}, syncedAt: now}
	var strange []string
	for _, balance := range holdings.Balances {
		price, isKnown := list.of(balance.Asset)
		if !isKnown {
			price = balance.Price
		}
		if price.IsZero() {
			strange = append(strange, balance.Asset)
		}
		after.balances = append(after.balances, Balance{Asset: balance.Asset, Free: balance.Free, Locked: balance.Locked, Price: price})
	}
	prices, told := s.broker.Prices(ctx, connection.Provider, strange)
	if told.Status != broker.Connected {
		return reading{outcome: told}
	}
	for i, balance := range after.balances {
		if balance.Price.IsZero() {
			after.balances[i].Price = prices[balance.Asset]
		}
		after.balances[i] = after.balances[i].countable()
	}
	for _, position := range holdings.Positions {
		after.positions = append(after.positions, OpenPosition(position))
	}
	slices.SortFunc(after.balances, Balance.compare)
	payments, err := after.pay(holdings.Payments)
	if err != nil {
		return reading{outcome: broker.Outcome{Status: broker.Unreachable, Message: "What the account holds is too much to be counted."}}
	}
	return reading{outcome: outcome, held: after, payments: payments, note: uncounted(holdings.Uncounted)}
}

// pay values payments in the currency of a terminal account, and remembers that they are counted.
func (h *held) pay(payments []broker.Payment) (valued []payment, err error) {
	defer money.Catch(&err)
	if payments == nil {
		return nil, nil
	}
	var price money.Decimal
	if len(h.balances) == 1 {
		price = h.balances[0].Price
	}
	valued = []payment{}
	for _, p := range payments {
		h.payments = append(h.payments, p.ID)
		valued = append(valued, payment{p.ID, p.Amount.Mul(price)})
	}
	return valued, nil
}

// nextSync is when to read an account again that was just read.
func nextSync(now time.Time) time.Time {
	return now.Add(syncInterval - syncJitter + rand.N(2*syncJitter))
}

// uncounted says that there is more of assets than can be counted.
func uncounted(assets []string) string {
	switch len(assets) {
	case 0:
		return ""
	case 1:
		return "There is more of " + assets[0] + " than can be counted; it is left out."
	}
	return "There is more of some assets than can be counted; they are left out."
}

// releaseErased removes what asking has left at the provider when the connection was erased meanwhile: who erased it may have
// looked there before it was.
func (s *Service) releaseErased(ctx context.Context, connection *Connection, credentials broker.Credentials) {
	_, err := readConnection(context.WithoutCancel(ctx), s.db, connection.TenantID, connection.UserID, connection.ID)
	if err == nil { // somebody else goes on with it after our lease
		return
	}
	s.logger.LogAttrs(ctx, slog.LevelInfo, "a connection was erased while it was asked about", slog.String("connectionId", connection.ID.String()))
	s.release(ctx, connection, credentials)
}
