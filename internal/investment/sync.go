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
	// holdingsTopic wakes the syncer.
	holdingsTopic = "investment.holdings"
	// syncInterval is the time between readings of a connected account, give or take syncJitter, so that accounts
	// connected at the same time do not keep being read at the same time.
	syncInterval = 5 * time.Minute
	syncJitter   = time.Minute
	// mostRefusals is how many consecutive times a provider may call credentials wrong that worked before, until it
	// is believed: it gives the same answer when our own address is not on the key's list of allowed addresses.
	mostRefusals = 3
)

// reading is the result of asking a provider what an account holds.
type reading struct {
	outcome  broker.Outcome
	held     *held     // only with the outcome Connected
	payments []payment // nil if the provider does not report them
	note     string    // what could not be counted
}

// sync asks a provider about a claimed connection once: what the account holds, and whether the credentials still
// allow what they did; and records the result. No transaction is open meanwhile. If the context ends before the
// provider has answered, the claim is given back.
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

// read decrypts the credentials and asks the provider.
func (s *Service) read(ctx context.Context, c claim) (credentials broker.Credentials, result reading) {
	failed := reading{outcome: broker.Outcome{Status: broker.Unreachable, Message: "The account could not be read."}}
	credentials, err := s.openCredentials(c.connection.ID, c.sealed)
	if err != nil {
		return nil, failed // not final: it can still be read once the right keys are back
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	defer func() { // one provider must not take down the process and all other readings
		if recovered := recover(); recovered != nil {
			// The panic's value may contain credentials; its stack does not.
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

// priced values what an account holds: by our own market, by the price that came with it, or else by the provider's
// market. If that does not answer, the reading fails: an asset without a price would look as if it had gone.
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

// pay values payments in the currency of a terminal account, and records that they are counted.
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

// uncounted is a note that the quantities of assets are too large to be counted.
func uncounted(assets []string) string {
	switch len(assets) {
	case 0:
		return ""
	case 1:
		return "There is more of " + assets[0] + " than can be counted; it is left out."
	}
	return "There is more of some assets than can be counted; they are left out."
}

// releaseErased removes what asking has left at the provider when the connection was erased meanwhile: whoever erased
// it may have cleaned up there before it was left.
func (s *Service) releaseErased(ctx context.Context, connection *Connection, credentials broker.Credentials) {
	_, err := readConnection(context.WithoutCancel(ctx), s.db, connection.TenantID, connection.UserID, connection.ID)
	if err == nil { // another process continues with it after our lease
		return
	}
	s.logger.LogAttrs(ctx, slog.LevelInfo, "a connection was erased while it was asked about", slog.String("connectionId", connection.ID.String()))
	s.release(ctx, connection, credentials)
}
