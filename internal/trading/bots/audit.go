package bots

import (
	"encoding/json"

	"bourse/internal/audit"
	"bourse/internal/identity"
)

func (b *Bot) subject() audit.Subject { return audit.Subject{Kind: "bot", ID: b.ID.String()} }

// fields are what the audit log records of a bot. Its performance is nobody's action, so it is left out.
func (b *Bot) fields() audit.Fields {
	parameters, _ := json.Marshal(b.Parameters) // cannot fail: finite numbers by name, which came as JSON
	symbols, _ := json.Marshal(b.Symbols)
	return audit.Fields{
		"name": b.Name, "description": b.Description, "strategyType": b.StrategyType, "parameters": string(parameters),
		"symbols": string(symbols), "timeframe": b.Timeframe.String(), "riskLevel": string(b.RiskLevel), "status": string(b.Status),
		"scope": string(identity.ScopeOf(b.TenantID)),
	}
}
