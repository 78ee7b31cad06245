package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

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

// Signals lists signals, the newest first.
func (s *Service) Signals(ctx context.Context, filter SignalFilter, cursor Cursor) ([]*Signal, error) {
	arguments := database.Arguments{}
	query := `SELECT ` + signalColumns + ` FROM signals WHERE true` + arguments.Below("id", cursor.Before)
	where := func(column string, value any) { query += ` AND ` + column + ` = ` + arguments.Add(value) }
	if filter.Symbol != "" {
		where("symbol", filter.Symbol)
	}
	if filter.Type != "" {
		where("signal_type", filter.Type)
	}
	if filter.BotID != uuid.Nil {
		where("bot_id", filter.BotID)
	}
	query += ` ORDER BY id DESC LIMIT ` + arguments.Add(cursor.Limit)
	rows, err := s.db.Query(ctx, query, arguments...)
	return database.Collect(rows, err, scanSignal)
}

// Signal reads one signal. It fails with NOT_FOUND.
func (s *Service) Signal(ctx context.Context, id uuid.UUID) (*Signal, error) {
	return readSignal(ctx, s.db, id)
}

// NewSignal is what an analyst publishes. What is missing is chosen: the price is the market's mark, the
// confidence and the risk medium.
type NewSignal struct {
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

// CreateSignal publishes a signal. It is for analysts. An unknown symbol is NOT_FOUND; a price that is not
// positive, and a stop or target on the wrong side of it, is VALIDATION_ERROR.
func (s *Service) CreateSignal(ctx context.Context, caller identity.Caller, given NewSignal) (*Signal, error) {
	if err := caller.Require(identity.RoleAnalyst); err != nil {
		return nil, err
	}
	instrument, err := s.market.Instrument(given.Symbol)
	if err != nil {
		return nil, err
	}
	now := s.now()
	signal := &Signal{
		ID: newID(now), AuthorID: caller.UserID, Symbol: instrument.Symbol, Type: given.Type,
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
	err = s.db.InTx(ctx, func(tx *database.Tx) error { return s.publishSignals(ctx, tx, signal) })
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
	for field, price := range map[string]money.Decimal{"targetPrice": s.TargetPrice, "stopLoss": s.StopLoss} {
		if price.IsNegative() {
			return fault.Invalid(field, "must not be negative")
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

// publishSignals stores signals and tells everybody.
func (s *Service) publishSignals(ctx context.Context, tx *database.Tx, signals ...*Signal) error {
	if err := insertSignals(ctx, tx, signals, s.now()); err != nil {
		return err
	}
	for _, signal := range signals {
		if err := s.events.PublishToAll(ctx, tx, signalCreated, newSignalEvent(signal)); err != nil {
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
