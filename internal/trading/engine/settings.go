package engine

import (
	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/trading"
)

// Settings are the settings by which a bot decides and trades.
type Settings struct {
	BotID        uuid.UUID // nil when the bot does not exist yet
	BotName      string
	TenantID     uuid.UUID // the owner
	StrategyType string
	Parameters   map[string]float64
	Symbols      []string
	Timeframe    market.Interval
	RiskLevel    trading.RiskLevel
	IsPaused     bool // it enters nothing
}

// Check fails with VALIDATION_ERROR (riskLevel, timeframe, symbols, strategyType, parameters) when the settings are
// invalid.
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

// CheckRisk fails with VALIDATION_ERROR (riskLevel) for an unknown level.
func (s Settings) CheckRisk() error {
	if !s.RiskLevel.Known() {
		return fault.Invalid("riskLevel", "must be low, medium or high")
	}
	return nil
}
