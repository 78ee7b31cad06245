package e2e_test

import (
	"net/http"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

const (
	accountsPath    = "/investment/accounts"
	connectPath     = accountsPath + "/connect"
	connectionsPath = "/investment/connections"
)

// The objects of the contract.
var (
	aRiskProfile = oneOf("conservative", "moderate", "aggressive")

	shapeOfInvestment = shape{
		"id": aUUID, "userId": aUUID, "tradingAgent": oneOf("atlas", "orion", "nova"), "initialCapital": aPrice,
		"currentBalance": aNumber, "accumulatedProfit": aNumber, "riskProfile": aRiskProfile,
		"status":    oneOf("pending_kyc", "active", "suspended", "closed"),
		"kycStatus": oneOf("none", "submitted", "approved", "rejected"), "?kycReason": aText,
		"createdAt": aTime, "?activatedAt": aTime, "?closingSince": aTime, "?closedAt": aTime,
	}
	shapeOfConnection = shape{
		"id": aUUID, "provider": oneOf("binance", "mt4", "mt5"),
		"status":         oneOf("pending", "connected", "invalid_credentials", "insufficient_permissions", "unreachable"),
		"credentialHint": aText, "permissions": aListOf(aText), "message": aString, "createdAt": aTime, "?checkedAt": aTime,
	}
	shapeOfFigures = shape{
		"period": oneOf("week", "month", "quarter", "year", "all"), "totalReturn": aNumber, "winRate": aNumber,
		"sharpeRatio": aNumber, "closedTrades": anInteger, "observations": anInteger,
	}
	shapeOfBreakdown = shape{"key": aText, "trades": anInteger, "realizedPnl": aNumber, "winRate": aNumber}
	shapeOfAnalytics = shape{
		"totalReturn": aNumber, "annualReturn": aNumber, "volatility": aNumber, "sharpeRatio": aNumber, "sortinoRatio": aNumber,
		"calmarRatio": aNumber, "winRate": aNumber, "profitFactor": aNumber, "expectancy": aNumber, "closedTrades": anInteger,
		"bestTrade": aNumber, "worstTrade": aNumber, "fees": aNumber, "realizedPnl": aNumber, "netDeposits": aNumber,
		"moneyWeightedReturn": aNumber, "observations": anInteger,
		"drawdown":       anObject(shape{"max": aNumber, "current": aNumber, "?peakDate": aText, "?troughDate": aText}),
		"equityCurve":    aListOf(anObject(shape{"date": aText, "value": aNumber, "return": aNumber})),
		"monthlyReturns": aListOf(anObject(shape{"month": aText, "return": aNumber})),
		"bySymbol":       aListOf(anObject(shapeOfBreakdown)), "byExitReason": aListOf(anObject(shapeOfBreakdown)),
	}
)

// person is what KYC needs to know.
func person() body {
	return body{"fullName": "Ada Investor", "country": "CH", "dateOfBirth": "1990-05-17", "documentNumber": "X-4711-PASSPORT"}
}

// invest opens an investment account, which waits for KYC, and returns its id.
func (m *member) invest(t *testing.T, capital float64) string {
	t.Helper()
	wanted := body{"tradingAgent": "orion", "initialCapital": capital, "riskProfile": "moderate"}
	return m.post(t, accountsPath, wanted).ok(t, 201).object(t, shapeOfInvestment)["id"].(string)
}

func accountAt(id string) string { return accountsPath + "/" + id }

// account reads an investment account.
func (m *member) account(t *testing.T, id string) map[string]any {
	t.Helper()
	return m.get(t, accountAt(id)).ok(t, 200).object(t, shapeOfInvestment)
}

// move asks for another state of an account, as an admin does.
func (m *member) move(t *testing.T, id, status string) *answer {
	t.Helper()
	return m.call(t, http.MethodPatch, accountAt(id)+"/status", body{"status": status})
}

// moved is move when it has to succeed.
func (m *member) moved(t *testing.T, id, status string) map[string]any {
	t.Helper()
	moved := m.move(t, id, status).ok(t, 200).object(t, shapeOfInvestment)
	wantFields(t, moved, body{"id": id, "status": status})
	return moved
}

// told are the events of a type about one thing, by the field of their data that names it.
func (m *member) told(t *testing.T, eventType, field, id string) (about []map[string]any) {
	t.Helper()
	for _, data := range m.events(t, eventType) {
		if data[field] == id {
			about = append(about, data)
		}
	}
	return about
}

// books opens the database of the installation, which may be served at the same time.
func (p *installation) books(t *testing.T) *database.DB {
	t.Helper()
	return databasetest.OpenURL(t, p.databaseURL)
}

// count asks for one number.
func count(t *testing.T, db *database.DB, query string, arguments ...any) (number int) {
	t.Helper()
	if err := db.QueryRow(t.Context(), query, arguments...).Scan(&number); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return number
}

// wantNone runs queries that count what must not be, by what it would be.
func wantNone(t *testing.T, db *database.DB, queries map[string]string) {
	t.Helper()
	for what, query := range queries {
		if number := count(t, db, query); number != 0 {
			t.Errorf("%d %s", number, what)
		}
	}
}
