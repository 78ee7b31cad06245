package e2e_test

import (
	"fmt"
	"math"
	"testing"
	"time"
)

const portfolioPath = "/portfolio"

// The objects of the contract.
var (
	shapeOfHoldings = shape{
		"id": aUUID, "userId": aUUID, "name": aText, "riskProfile": aRiskProfile, "totalValue": aNumber, "unrealizedPnl": aNumber,
		"isPrimary": aBoolean, "isPaper": aBoolean, "accountIds": aListOf(aUUID), "createdAt": aTime,
	}
	shapeOfAllocation = shape{
		"id": aUUID, "portfolioId": aUUID, "asset": aText, "targetPercent": aPercent, "currentPercent": aShare,
		"quantity": aNumber, "value": aNumber,
	}
	shapeOfPoint = shape{"date": aDate, "value": aNumber, "pnl": aNumber}
	shapeOfGoal  = shape{
		"id": aUUID, "portfolioId": aUUID, "name": aText, "targetAmount": aPrice, "targetDate": aDate, "monthlyContribution": aLevel, "share": aLevel,
		"currentAmount": aNumber, "progressPercent": aPercent, "projectedValue": aNumber, "requiredMonthly": aLevel,
		"status": oneOf("on_track", "at_risk", "achieved"), "createdAt": aTime,
	}
	shapeOfRebalance = shape{
		"portfolioId": aUUID, "totalValue": aNumber, "needed": aBoolean,
		"lines": aListOf(anObject(shape{
			"asset": aText, "action": oneOf("buy", "sell", "hold"), "currentPercent": aShare, "targetPercent": aPercent,
			"quantity": aLevel, "value": aLevel, "reason": aText,
		})),
	}
)

// holdings are the member's portfolios: the primary one, that of the paper account, then the others.
func (m *member) holdings(t *testing.T) []map[string]any {
	t.Helper()
	all := m.get(t, portfolioPath).ok(t, 200).list(t, shapeOfHoldings, nil)
	if len(all) < 2 || all[0]["isPrimary"] != true || all[1]["isPaper"] != true {
		t.Fatalf("the portfolios are %v, want the primary one and that of the paper account first", all)
	}
	return all
}

// primary is the id of the member's primary portfolio.
func (m *member) primary(t *testing.T) string {
	t.Helper()
	return m.holdings(t)[0]["id"].(string)
}

// paper is the id of the member's portfolio over the paper account.
func (m *member) paper(t *testing.T) string {
	t.Helper()
	return m.holdings(t)[1]["id"].(string)
}

func portfolioAt(id, rest string) string { return portfolioPath + "/" + id + rest }

// allocations are what a portfolio is made of, by asset. Their percents have to sum to exactly 100 and their
// values to what the portfolio is worth.
func (m *member) allocations(t *testing.T, id string, value float64) map[string]map[string]any {
	t.Helper()
	return wantWhole(t, m.get(t, portfolioAt(id, "/allocations")).ok(t, 200).list(t, shapeOfAllocation, nil), id, value)
}

func wantWhole(t *testing.T, all []map[string]any, id string, value float64) map[string]map[string]any {
	t.Helper()
	byAsset := map[string]map[string]any{}
	var current, target, worth, last int64
	for i, one := range all {
		byAsset[one["asset"].(string)] = one
		current += hundredths(one["currentPercent"])
		target += hundredths(one["targetPercent"])
		worth += hundredths(one["value"])
		if i > 0 && hundredths(one["value"]) > last {
			t.Errorf("the allocations are not the largest first: %v", all)
		}
		last = hundredths(one["value"])
		if one["portfolioId"] != id {
			t.Errorf("an allocation is of the portfolio %v", one["portfolioId"])
		}
	}
	if current != 10_000 || target != 10_000 {
		t.Errorf("the current percents sum to %d hundredths and the targets to %d, want 100: %v", current, target, all)
	}
	if worth != hundredths(value) || len(byAsset) != len(all) {
		t.Errorf("%d assets are worth %d hundredths, want %v: %v", len(byAsset), worth, value, all)
	}
	return byAsset
}

// hundredths is an amount of at most two decimal places as a whole number of them.
func hundredths(value any) int64 { return int64(math.Round(value.(float64) * 100)) }

// aPercent is from 0 to 100, with two decimal places at most.
func aPercent(value any) error {
	number, ok := value.(float64)
	if !ok || number < 0 || number > 100 || number != float64(hundredths(value))/100 {
		return fmt.Errorf("%v is no percent", value)
	}
	return nil
}

// aShare is a percent that may be below 0 or above 100.
func aShare(value any) error {
	number, ok := value.(float64)
	if !ok || number != float64(hundredths(value))/100 {
		return fmt.Errorf("%v is no share", value)
	}
	return nil
}

// aDate is a day.
func aDate(value any) error {
	text, _ := value.(string)
	_, err := time.Parse(time.DateOnly, text)
	return err
}
