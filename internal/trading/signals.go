package trading

import (
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

// SignalFilter narrows a list of signals; zero values do not.
type SignalFilter struct {
	Symbol string
	Type   SignalType
	BotID  uuid.UUID
}

// Signals lists the signals that the caller sees, the newest first.
func (s *Service) Signals(ctx context.Context, caller identity.Caller, filter SignalFilter, cursor Cursor) ([]*Signal, error) {
	condition, arguments := ``, []any{identity.Platform, caller.TenantID, cursor.Limit}
	where := func(comparison string, value any) {
		arguments = append(arguments, value)
		condition += ` AND ` + comparison + ` $` + itoa(len(arguments))
	}
	if cursor.Before != uuid.Nil {
		where("id <", cursor.Before)
	}
	if filter.Symbol != "" {
		where("symbol =", filter.Symbol)
	}
	if filter.Type != "" {
		where("signal_type =", filter.Type)
	}
	if filter.BotID != uuid.Nil {
		where("bot_id =", filter.BotID)
	}
	rows, err := s.db.Query(ctx, newestSeen(signalColumns, `signals`, condition)+` LIMIT $3`, arguments...)
	return database.Collect(rows, err, scanSignal)
}

// Signal reads one signal. It fails with NOT_FOUND, also for another tenant's.
func (s *Service) Signal(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Signal, error) {
	return readSignal(ctx, s.db, caller.TenantID, id)
}

// NewSignal is what an analyst publishes. What is missing is chosen: the price is the market's mark, the
// confidence and the risk medium. The scope says for whom it is.
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

// CreateSignal publishes a signal. It is for analysts, whose tenant owns it; a super_admin's is the platform's
// unless the scope says otherwise. An unknown symbol is NOT_FOUND; a price that is not positive, and a stop or
// target on the wrong side of it, is VALIDATION_ERROR; somebody else's for the platform is FORBIDDEN.
func (s *Service) CreateSignal(ctx context.Context, caller identity.Caller, given NewSignal) (*Signal, error) {
	owner, err := caller.OwnerFor(given.Scope, identity.RoleAnalyst)
	if err != nil {
		return nil, err
	}
	instrument, err := s.market.Instrument(given.Symbol)
	if err != nil {
		return nil, err
	}
	now := s.now()
	signal := &Signal{
		ID: newID(now), TenantID: owner, AuthorID: caller.UserID, Symbol: instrument.Symbol, Type: given.Type,
		Confidence: orElse(given.Confidence, ConfidenceMedium), RiskLevel: orElse(given.RiskLevel, RiskMedium),
		TargetPrice: given.TargetPrice, StopLoss: given.StopLoss, Reason: given.Reason,
		CreatedAt: now, ExpiresAt: now.Add(given.ExpiresIn),
	}
	if given.Price != nil {
		signal.Price = *given.Price
	} else {
		quote, known := s.market.LastQuote(signal.Symbol)
		if !known {
			return nil, fault.New(fault.MarketDataStale, "there is no price for %s: name one", signal.Symbol)
		}
		signal.Price = quote.Mark
	}
	if err := checkSignal(signal); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.publishSignals(ctx, tx, signal); err != nil {
			return err
		}
		subject := audit.Subject{Kind: "signal", ID: signal.ID.String()}
		return s.recordAuthored(ctx, tx, caller, "trading.signal.published", subject, nil, signal.fields())
	})
	return signal, err
}

func orElse[T comparable](given, otherwise T) T {
	var zero T
	if given == zero {
		return otherwise
	}
	return given
}

// checkSignal fails with VALIDATION_ERROR when the prices of a signal do not fit each other.
func checkSignal(s *Signal) error {
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
	if !s.Type.entry() {
		return nil
	}
	long := s.Type == EntryLong
	if stopReached(long, s.Price, s.StopLoss) {
		return fault.Invalid("stopLoss", "must be %s the price", sideWord(long, "below", "above"))
	}
	if targetReached(long, s.Price, s.TargetPrice) {
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

// publishSignals stores signals and tells those who see them.
func (s *Service) publishSignals(ctx context.Context, tx *database.Tx, signals ...*Signal) error {
	if err := insertSignals(ctx, tx, signals, s.now()); err != nil {
		return err
	}
	for _, signal := range signals {
		if err := s.tell(ctx, tx, signal.TenantID, signalCreated, newSignalEvent(signal)); err != nil {
			return err
		}
		tx.Notify(signalsTopic, signal.ID.String())
	}
	return nil
}

// signalsTopic tells which signal was published.
const signalsTopic = "trading.signals"

// tradable reads the instrument and a quote that may be traded on. It fails with NOT_FOUND,
// MARKET_CLOSED and MARKET_DATA_STALE.
func (s *Service) tradable(symbol string) (market.Instrument, market.Quote, error) {
	instrument, err := s.market.Instrument(symbol)
	if err != nil {
		return market.Instrument{}, market.Quote{}, err
	}
	quote, err := s.market.Quote(symbol)
	return instrument, quote, err
}
