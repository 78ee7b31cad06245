package portfolio_test

import (
	"fmt"
	"testing"
	"time"

	"bourse/test/e2e/kit"
)

// The objects of the contract.
var (
	shapeOfHoldings = kit.Shape{
		"id": kit.AUUID, "userId": kit.AUUID, "name": kit.AText, "riskProfile": kit.ARiskProfile, "totalValue": kit.ANumber, "unrealizedPnl": kit.ANumber,
		"isPrimary": kit.ABoolean, "isPaper": kit.ABoolean, "accountIds": kit.AListOf(kit.AUUID), "createdAt": kit.ATime,
	}
	shapeOfAllocation = kit.Shape{
		"id": kit.AUUID, "portfolioId": kit.AUUID, "asset": kit.AText, "targetPercent": kit.APercent, "currentPercent": aShare,
		"quantity": kit.ANumber, "value": kit.ANumber,
	}
	shapeOfPoint = kit.Shape{"date": aDate, "value": kit.ANumber, "pnl": kit.ANumber}
	shapeOfGoal  = kit.Shape{
		"id": kit.AUUID, "portfolioId": kit.AUUID, "name": kit.AText, "targetAmount": kit.APrice, "targetDate": aDate, "monthlyContribution": kit.ALevel, "share": kit.ALevel,
		"currentAmount": kit.ANumber, "progressPercent": kit.APercent, "projectedValue": kit.ANumber, "requiredMonthly": kit.ALevel,
		"status": kit.OneOf("on_track", "at_risk", "achieved"), "createdAt": kit.ATime,
	}
	shapeOfRebalance = kit.Shape{
		"portfolioId": kit.AUUID, "totalValue": kit.ANumber, "needed": kit.ABoolean,
		"lines": kit.AListOf(kit.AnObject(kit.Shape{
			"asset": kit.AText, "action": kit.OneOf("buy", "sell", "hold"), "currentPercent": aShare, "targetPercent": kit.APercent,
			"quantity": kit.ALevel, "value": kit.ALevel, "reason": kit.AText,
		})),
	}
)

// holdings are the member's portfolios: the primary one, that of the paper account, then the others.
func holdings(t *testing.T, m *kit.Member) []map[string]any {
	t.Helper()
	all := m.Get(t, kit.PortfolioPath).Ok(t, 200).List(t, shapeOfHoldings, nil)
	if len(all) < 2 || all[0]["isPrimary"] != true || all[1]["isPaper"] != true {
		t.Fatalf("the portfolios are %v, want the primary one and that of the paper account first", all)
	}
	return all
}

// primary is the id of the member's primary portfolio.
func primary(t *testing.T, m *kit.Member) string {
	t.Helper()
	return holdings(t, m)[0]["id"].(string)
}

// paper is the id of the member's portfolio over the paper account.
func paper(t *testing.T, m *kit.Member) string {
	t.Helper()
	return holdings(t, m)[1]["id"].(string)
}

func portfolioAt(id, rest string) string { return kit.PortfolioPath + "/" + id + rest }

// allocations are what a portfolio consists of, by asset. Their percentages have to sum to exactly 100 and their
// values to the portfolio's value.
func allocations(t *testing.T, m *kit.Member, id string, value float64) map[string]map[string]any {
	t.Helper()
	return wantWhole(t, m.Get(t, portfolioAt(id, "/allocations")).Ok(t, 200).List(t, shapeOfAllocation, nil), id, value)
}

func wantWhole(t *testing.T, all []map[string]any, id string, value float64) map[string]map[string]any {
	t.Helper()
	byAsset := map[string]map[string]any{}
	var current, target, worth, last int64
	for i, one := range all {
		byAsset[one["asset"].(string)] = one
		current += kit.Hundredths(one["currentPercent"])
		target += kit.Hundredths(one["targetPercent"])
		worth += kit.Hundredths(one["value"])
		if i > 0 && kit.Hundredths(one["value"]) > last {
			t.Errorf("the allocations are not the largest first: %v", all)
		}
		last = kit.Hundredths(one["value"])
		if one["portfolioId"] != id {
			t.Errorf("an allocation is of the portfolio %v", one["portfolioId"])
		}
	}
	if current != 10_000 || target != 10_000 {
		t.Errorf("the current percents sum to %d hundredths and the targets to %d, want 100: %v", current, target, all)
	}
	if worth != kit.Hundredths(value) || len(byAsset) != len(all) {
		t.Errorf("%d assets are worth %d hundredths, want %v: %v", len(byAsset), worth, value, all)
	}
	return byAsset
}

// aShare is a percentage that may be below 0 or above 100.
func aShare(value any) error {
	number, ok := value.(float64)
	if !ok || number != float64(kit.Hundredths(value))/100 {
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
