package engine

import (
	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/trading"
)

// Settings are what a bot decides and trades by.
type Settings struct {
	BotID        uuid.UUID // nil when there is no such bot yet
	BotName      string
	TenantID     uuid.UUID // the owner
	StrategyType string
	Parameters   map[string]float64
	Symbols      []string
	Timeframe    market.Interval
	RiskLevel    trading.RiskLevel
	IsPaused     bool // it enters nothing
}

// Check fails with VALIDATION_ERROR (riskLevel, timeframe, symbols, strategyType, parameters) when no bot can have such
// settings.
func (s Settings) Check(instruments *market.Market) error {
	if err := s.CheckRisk(); err != nil {
		return err
	}
	if _, err := market.ParseInterval(s.Timeframe.String()); err != nil {
		return fault.Invalid("timeframe", "must be 1m, 5m, 1h or 1d")
	}
	if len(s.Symbols) == 0 {
		return fault.Invalid("symbols", "must name at least one instrument")
	}
	seen := make(map[string]bool, len(s.Symbols))
	for _, symbol := range s.Symbols {
		if _, err := instruments.Instrument(symbol); err != nil {
			return fault.Invalid("symbols", "there is no instrument %s", symbol)
		}
		if seen[symbol] {
			return fault.Invalid("symbols", "%s is named twice", symbol)
		}
		seen[symbol] = true
	}
	_, err := New(s)
	return err
}

// CheckRisk fails with VALIDATION_ERROR (riskLevel) for a level that there is not.
func (s Settings) CheckRisk() error {
	if !s.RiskLevel.Known() {
		return fault.Invalid("riskLevel", "must be low, medium or high")
	}
	return nil
}
