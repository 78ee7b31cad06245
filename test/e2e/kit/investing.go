package kit

import (
	"net/http"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

const (
	AccountsPath    = "/investment/accounts"
	ConnectPath     = AccountsPath + "/connect"
	ConnectionsPath = "/investment/connections"
)

// The objects of the contract.
var (
	ARiskProfile = OneOf("conservative", "moderate", "aggressive")

	AKYCState = OneOf("none", "submitted", "approved", "rejected", "expired")

	ShapeOfInvestment = Shape{
		"id": AUUID, "userId": AUUID, "tradingAgent": OneOf("atlas", "orion", "nova"), "initialCapital": APrice,
		"currentBalance": ANumber, "accumulatedProfit": ANumber, "riskProfile": ARiskProfile,
		"status":    OneOf("pending_kyc", "active", "suspended", "closed"),
		"kycStatus": AKYCState, "?kycReason": AText,
		"createdAt": ATime, "?activatedAt": ATime, "?closingSince": ATime, "?closedAt": ATime,
	}
	ShapeOfConnection = Shape{
		"id": AUUID, "provider": OneOf("binance", "mt4", "mt5"),
		"status":         OneOf("pending", "connected", "invalid_credentials", "insufficient_permissions", "unreachable"),
		"credentialHint": AText, "permissions": AListOf(AText), "message": AString, "createdAt": ATime, "?checkedAt": ATime,
		"trading": ABoolean, "?accountId": AUUID, "?lastSyncAt": ATime, "syncMessage": AString,
	}
	ShapeOfConnectionHoldings = Shape{
		"holdings": AListOf(AnObject(Shape{
			"asset": AText, "free": ANumber, "locked": ANumber, "quantity": ANumber, "priceUsd": ANumber, "valueUsd": ANumber,
		})),
		"positions": AListOf(AnObject(Shape{
			"symbol": AText, "side": OneOf("buy", "sell"), "quantity": ANumber, "entryPrice": ANumber, "currentPrice": ANumber, "unrealizedPnl": ANumber,
		})),
		"totalValueUsd": ANumber, "?syncedAt": ATime,
	}
	ShapeOfFigures = Shape{
		"period": OneOf("week", "month", "quarter", "year", "all"), "totalReturn": ANumber, "winRate": ANumber,
		"sharpeRatio": ANumber, "closedTrades": AnInteger, "observations": AnInteger,
	}
	shapeOfBreakdown = Shape{"key": AText, "trades": AnInteger, "realizedPnl": ANumber, "winRate": ANumber}
	ShapeOfAnalytics = Shape{
		"totalReturn": ANumber, "annualReturn": ANumber, "volatility": ANumber, "sharpeRatio": ANumber, "sortinoRatio": ANumber,
		"calmarRatio": ANumber, "winRate": ANumber, "profitFactor": ANumber, "expectancy": ANumber, "closedTrades": AnInteger,
		"bestTrade": ANumber, "worstTrade": ANumber, "fees": ANumber, "realizedPnl": ANumber, "netDeposits": ANumber,
		"moneyWeightedReturn": ANumber, "observations": AnInteger,
		"drawdown":       AnObject(Shape{"max": ANumber, "current": ANumber, "?peakDate": AText, "?troughDate": AText}),
		"equityCurve":    AListOf(AnObject(Shape{"date": AText, "value": ANumber, "return": ANumber})),
		"monthlyReturns": AListOf(AnObject(Shape{"month": AText, "return": ANumber})),
		"bySymbol":       AListOf(AnObject(shapeOfBreakdown)), "byExitReason": AListOf(AnObject(shapeOfBreakdown)),
	}
)

// Person is the data that KYC needs.
func Person() Body {
	return Body{"fullName": "Ada Investor", "country": "CH", "dateOfBirth": "1990-05-17", "documentNumber": "X-4711-PASSPORT"}
}

// Invest opens an investment account, which waits for KYC, and returns its id.
func (m *Member) Invest(t *testing.T, capital float64) string {
	t.Helper()
	wanted := Body{"tradingAgent": "orion", "initialCapital": capital, "riskProfile": "moderate"}
	return m.Post(t, AccountsPath, wanted).Ok(t, 201).Object(t, ShapeOfInvestment)["id"].(string)
}

// AccountAt is the path of an investment account.
func AccountAt(id string) string { return AccountsPath + "/" + id }

// Account reads an investment account.
func (m *Member) Account(t *testing.T, id string) map[string]any {
	t.Helper()
	return m.Get(t, AccountAt(id)).Ok(t, 200).Object(t, ShapeOfInvestment)
}

// Move requests another state of an account, as an admin does.
func (m *Member) Move(t *testing.T, id, status string) *Answer {
	t.Helper()
	return m.Call(t, http.MethodPatch, AccountAt(id)+"/status", Body{"status": status})
}

// Moved is Move when it has to succeed.
func (m *Member) Moved(t *testing.T, id, status string) map[string]any {
	t.Helper()
	moved := m.Move(t, id, status).Ok(t, 200).Object(t, ShapeOfInvestment)
	WantFields(t, moved, Body{"id": id, "status": status})
	return moved
}

// Told returns the events of a type about one thing, by the field of their data that names it.
func (m *Member) Told(t *testing.T, eventType, field, id string) (about []map[string]any) {
	t.Helper()
	for _, data := range m.Events(t, eventType) {
		if data[field] == id {
			about = append(about, data)
		}
	}
	return about
}

// Books opens the database of the installation, which may be served at the same time.
func (p *Installation) Books(t *testing.T) *database.DB {
	t.Helper()
	return databasetest.OpenURL(t, p.DatabaseURL)
}

// Count runs a query for one number.
func Count(t *testing.T, db *database.DB, query string, arguments ...any) (number int) {
	t.Helper()
	if err := db.QueryRow(t.Context(), query, arguments...).Scan(&number); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return number
}

// WantNone runs queries that count impossible states, by description.
func WantNone(t *testing.T, db *database.DB, queries map[string]string) {
	t.Helper()
	for what, query := range queries {
		if number := Count(t, db, query); number != 0 {
			t.Errorf("%d %s", number, what)
		}
	}
}

// Funded creates a user with an active account.
func (v *Venue) Funded(t *testing.T, capital float64) (m, admin *Member, account string) {
	t.Helper()
	m, admin = v.Register(t), v.Officer(t, "admin", "")
	account = m.Invest(t, capital)
	admin.Moved(t, account, "active")
	return m, admin, account
}
