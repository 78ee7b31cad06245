package trading

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
)

// SignalFilter narrows a list of signals; zero values match all.
type SignalFilter struct {
	Symbol string
	Type   SignalType
	BotID  uuid.UUID
	Status SignalStatus
}

// SignalStatus is whether a signal can still be executed.
type SignalStatus string

// The states of signals; see Signal.Expired.
const (
	SignalActive  SignalStatus = "active"
	SignalExpired SignalStatus = "expired"
)

// Signals lists the signals that the caller can see, newest first.
func (s *Service) Signals(ctx context.Context, caller identity.Caller, filter SignalFilter, cursor database.Cursor) ([]*Signal, error) {
	signals, err := listSignals(ctx, s.db, caller.TenantID, filter, cursor, s.now())
	if err != nil {
		return nil, err
	}
	return signals, markExecuted(ctx, s.db, caller.UserID, signals)
}

// Signal reads one signal. It fails with NOT_FOUND, also for another tenant's.
func (s *Service) Signal(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Signal, error) {
	signal, err := readSignal(ctx, s.db, caller.TenantID, id)
	if err != nil {
		return nil, err
	}
	return signal, markExecuted(ctx, s.db, caller.UserID, []*Signal{signal})
}

// NewSignal is what an analyst publishes. Missing values get defaults: the price is the market's mark, the confidence and
// the risk are medium. The scope decides whose it is: the tenant's or the platform's.
type NewSignal struct {
	Scope       identity.Scope
	Symbol      string
	Type        SignalType
	Confidence  Confidence
	RiskLevel   RiskLevel
	Price       *money.Decimal
	TargetPrice money.Decimal
	StopLoss    money.Decimal
	Reason      string
	ExpiresIn   time.Duration
}

// IsExpired reports whether a signal can no longer be executed.
func (s *Service) IsExpired(signal *Signal) bool { return signal.Expired(s.now()) }

// CreateSignal publishes a signal. It is for analysts, whose tenant owns it; a super_admin's belongs to the platform unless
// the scope says otherwise. It ends when the author loses the right to publish it (EndSignalsOf). An unknown symbol is
// NOT_FOUND; a price that is not positive, and a stop or target on the wrong side of it, is VALIDATION_ERROR; publishing
// for the platform without the right to is FORBIDDEN.
func (s *Service) CreateSignal(ctx context.Context, caller identity.Caller, wanted NewSignal) (*Signal, error) {
	owner, err := caller.OwnerFor(wanted.Scope, identity.RoleAnalyst)
	if err != nil {
		return nil, err
	}
	instrument, err := s.market.Instrument(wanted.Symbol)
	if err != nil {
		return nil, err
	}
	if !instrument.IsActive { // nobody could execute it
		return nil, fault.Invalid("symbol", "%s is no longer traded", instrument.Symbol)
	}
	now := s.now()
	signal := &Signal{
		ID: database.NewIDAt(now), TenantID: owner, AuthorID: caller.UserID, Symbol: instrument.Symbol, Type: wanted.Type,
		Confidence: cmp.Or(wanted.Confidence, ConfidenceMedium), RiskLevel: cmp.Or(wanted.RiskLevel, RiskMedium),
		TargetPrice: wanted.TargetPrice, StopLoss: wanted.StopLoss, Reason: wanted.Reason,
		CreatedAt: now, ExpiresAt: now.Add(wanted.ExpiresIn),
	}
	if wanted.Price != nil {
		signal.Price = *wanted.Price
	} else {
		quote, known := s.market.LastQuote(signal.Symbol)
		if !known {
			return nil, fault.New(fault.MarketDataStale, "there is no price for %s: name one", signal.Symbol)
		}
		signal.Price = quote.Mark
	}
	if err := CheckSignal(signal); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.holdAuthor(ctx, tx, signal); err != nil {
			return err
		}
		if err := s.nameAuthor(ctx, tx, signal); err != nil {
			return err
		}
		if err := s.PublishSignals(ctx, tx, signal); err != nil {
			return err
		}
		return s.RecordAuthored(ctx, tx, caller, Authored{
			Action: "trading.signal.published", Subject: audit.Subject{Kind: "signal", ID: signal.ID.String()}, After: signal.fields(),
		})
	})
	return signal, err
}

// holdAuthor locks the author of a signal until the transaction ends. It fails when they may no longer publish it: an
// author who is demoted or suspended meanwhile would otherwise leave a signal behind that nobody ends.
func (s *Service) holdAuthor(ctx context.Context, tx *database.Tx, signal *Signal) error {
	if s.joined.holdPerson == nil {
		return nil
	}
	author, err := s.joined.holdPerson(ctx, tx, signal.AuthorID)
	if err != nil {
		return err
	}
	return author.MayAuthor(signal.TenantID, identity.RoleAnalyst)
}

// EndSignalsOf ends the signals that an author may not publish in the role left to them, as if they had expired: none for a
// super_admin, the platform's for somebody who is still an analyst, and all of them for others. What was executed stays,
// and signals of bots belong to the bots. Only bots' signals are copied, so nothing but executions can be in progress, and
// those come before or after.
func (s *Service) EndSignalsOf(ctx context.Context, tx *database.Tx, author uuid.UUID, left identity.Role) error {
	if left.AtLeast(identity.RoleSuperAdmin) {
		return nil
	}
	return endSignalsOf(ctx, tx, author, left.AtLeast(identity.RoleAnalyst), s.now())
}

// nameAuthor sets the current name of a signal's author.
func (s *Service) nameAuthor(ctx context.Context, tx *database.Tx, signal *Signal) error {
	if s.joined.authorNames == nil {
		return nil
	}
	names, err := s.joined.authorNames(ctx, tx, []uuid.UUID{signal.AuthorID})
	signal.AuthorName = names[signal.AuthorID]
	return err
}

// CheckSignal fails with VALIDATION_ERROR when the prices of a signal are inconsistent.
func CheckSignal(s *Signal) error {
	for _, field := range []struct {
		name  string
		price money.Decimal
	}{{"targetPrice", s.TargetPrice}, {"stopLoss", s.StopLoss}} {
		if field.price.IsNegative() {
			return fault.Invalid(field.name, "must not be negative")
		}
	}
	if !s.Price.IsPositive() {
		return fault.Invalid("price", "must be more than 0")
	}
	if !s.Type.IsEntry() {
		return nil
	}
	long := s.Type == EntryLong
	if StopReached(long, s.Price, s.StopLoss) {
		return fault.Invalid("stopLoss", "must be %s the price", sideWord(long, "below", "above"))
	}
	if TargetReached(long, s.Price, s.TargetPrice) {
		return fault.Invalid("targetPrice", "must be %s the price", sideWord(long, "above", "below"))
	}
	return nil
}

func sideWord(long bool, ofLong, ofShort string) string {
	if long {
		return ofLong
	}
	return ofShort
}

// PublishSignals numbers and stores signals and notifies those who can see them.
func (s *Service) PublishSignals(ctx context.Context, tx *database.Tx, signals ...*Signal) error {
	if err := numberSignals(ctx, tx, signals); err != nil {
		return err
	}
	if err := InsertSignals(ctx, tx, signals, s.now()); err != nil {
		return err
	}
	for _, signal := range signals {
		if err := s.PublishFor(ctx, tx, signal.TenantID, signalCreated, newSignalEvent(signal)); err != nil {
			return err
		}
		tx.Notify(SignalsTopic, signal.ID.String())
	}
	return nil
}

// SignalsTopic announces which signal was published.
const SignalsTopic = "trading.signals"

// Tradable reads an instrument and a quote fresh enough to trade on. It fails with NOT_FOUND, MARKET_CLOSED and
// MARKET_DATA_STALE.
func (s *Service) Tradable(symbol string) (market.Instrument, market.Quote, error) {
	instrument, err := s.market.Instrument(symbol)
	if err != nil {
		return market.Instrument{}, market.Quote{}, err
	}
	quote, err := s.market.Quote(symbol)
	return instrument, quote, err
}
