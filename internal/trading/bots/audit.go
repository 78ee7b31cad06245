package bots

import (
	"encoding/json"

	"bourse/internal/audit"
	"bourse/internal/identity"
)

func (b *Bot) subject() audit.Subject { return audit.Subject{Kind: "bot", ID: b.ID.String()} }

// fields are what the audit log tells of a bot. Its performance is nobody's doing.
func (b *Bot) fields() audit.Fields {
	parameters, _ := json.Marshal(b.Parameters) // numbers by name, sorted, and finite: they came as JSON
	symbols, _ := json.Marshal(b.Symbols)
	return audit.Fields{
		"name": b.Name, "description": b.Description, "strategyType": b.StrategyType, "parameters": string(parameters),
		"symbols": string(symbols), "timeframe": b.Timeframe.String(), "riskLevel": string(b.RiskLevel), "status": string(b.Status),
		"scope": string(identity.ScopeOf(b.TenantID)),
	}
}
