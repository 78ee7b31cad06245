package trading_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestTradingAccounts(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"accounts, portfolio, history and statement tell the same": accountsAgree,
		"a statement is paged, also by days":                       statementIsPaged,
		"a statement is a file":                                    statementIsAFile,
		"a signal tells its author and whether it was executed":    signalTellsItsAuthor,
		"a bot has a curve, trades and followers":                  botHasACurve,
		"a subscription is changed, paused and left":               subscriptionIsChanged,
		"an investment account follows a bot of its owner's":       investmentAccountFollows,
	})
}

const accountsPath = "/trading/accounts"

// accounts are the caller's accounts by kind.
func accounts(t *testing.T, m *kit.Member) map[string]map[string]any {
	t.Helper()
	byKind := map[string]map[string]any{}
	for _, account := range m.Get(t, accountsPath).Ok(t, 200).List(t, kit.ShapeOfTradingAccount, nil) {
		byKind[account["kind"].(string)] = account
	}
	return byKind
}

// statementAt is the path of an account's statement with a suffix.
func statementAt(account map[string]any, rest string) string {
	return accountsPath + "/" + account["id"].(string) + "/statement" + rest
}

func statement(t *testing.T, m *kit.Member, account map[string]any, query string) []map[string]any {
	t.Helper()
	lines, _ := m.Stretch(t, statementAt(account, query), kit.ShapeOfStatementLine)
	return lines
}

func accountsAgree(t *testing.T, v *kit.Venue) {
	m, _, _ := v.Funded(t, 5000)
	v.Price(t, kit.Xrp, "2")
	id := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
	m.Opened(t, v.Signal(t, "entry_short", nil), 10)
	v.Price(t, kit.Xrp, "2.1")
	m.Post(t, kit.Closing(id), kit.Body{"quantity": 20}).Ok(t, 200)

	all, portfolio := accounts(t, m), m.Portfolio(t)
	if all["paper"]["name"] != "Paper account" || all["investment"]["name"] != "Orion account" {
		t.Errorf("the accounts are called %v and %v", all["paper"]["name"], all["investment"]["name"])
	}
	for kind, split := range map[string]string{"paper": "paper", "investment": "invested"} {
		figures := portfolio[split].(map[string]any)
		kit.WantFields(t, all[kind], kit.Body{
			"equity": figures["totalValue"], "cash": figures["cash"], "margin": figures["margin"], "held": figures["held"], "reserved": 0,
			"unrealizedPnl": figures["unrealizedPnl"], "realizedPnl": figures["realizedPnl"], "openFees": figures["openFees"],
			"totalPnl": figures["totalPnl"], "openPositions": figures["positions"],
		})
	}
	history := m.History(t)
	kit.WantFields(t, all["paper"], kit.Body{"realizedPnl": history[0]["realizedPnl"], "netDeposits": 100_000, "openPositions": 2})
	lines := statement(t, m, all["paper"], "")
	if len(lines) != 4 {
		t.Fatalf("the statement is %v", lines)
	}
	// The fee is a quarter of a percent of 20 × 2.1; the balance is what remains according to the history.
	kit.WantFields(t, lines[0], kit.Body{
		"kind": "position_closed", "amount": 1.895, "fee": 0.105, "balance": history[0]["balanceAfter"], "tradeId": history[0]["id"], "positionId": id,
		"description": "Sold 20 " + kit.Xrp + " at 2.1 to close (manual)",
	})
	kit.WantFields(t, lines[2], kit.Body{"kind": "position_opened", "amount": -0.15, "fee": 0.15, "balance": 99_999.85, "positionId": id, "tradeId": nil})
	kit.WantFields(t, lines[3], kit.Body{"kind": "capital", "amount": 100_000, "balance": 100_000, "fee": nil})
	if invested := statement(t, m, all["investment"], ""); len(invested) != 1 || invested[0]["kind"] != "capital" {
		t.Errorf("the other statement is %v", invested)
	}
}

func statementIsPaged(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	v.Price(t, kit.Xrp, "2")
	for range 4 {
		m.Opened(t, v.Signal(t, "entry_long", nil), 10)
	}
	paper := accounts(t, m)["paper"]
	whole := statement(t, m, paper, "")
	var read []map[string]any
	for next := ""; ; {
		page, following := m.Stretch(t, statementAt(paper, "?limit=2"+next), kit.ShapeOfStatementLine)
		read = append(read, page...)
		if following == "" {
			break
		}
		next = "&before=" + following
	}
	if len(whole) != 5 || len(read) != len(whole) {
		t.Fatalf("%d lines in pages, %d at once", len(read), len(whole))
	}
	for i := range whole {
		kit.WantFields(t, read[i], whole[i])
	}
	today, yesterday := time.Now().UTC().Format(time.DateOnly), time.Now().UTC().AddDate(0, 0, -2).Format(time.DateOnly)
	if n := len(statement(t, m, paper, "?startDate="+yesterday+"&endDate="+today)); n != 5 {
		t.Errorf("%d lines of these days, want 5", n)
	}
	if n := len(statement(t, m, paper, "?endDate="+yesterday)); n != 0 {
		t.Errorf("%d lines until the day before yesterday, want none", n)
	}
	m.Get(t, statementAt(paper, "?startDate="+today+"&endDate="+yesterday)).Failed(t, 400, "VALIDATION_ERROR", "startDate")
	m.Get(t, statementAt(paper, "?limit=101")).Failed(t, 400, "VALIDATION_ERROR", "limit")
}

func statementIsAFile(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	v.Price(t, kit.Xrp, "2")
	m.Opened(t, v.Signal(t, "entry_long", nil), 10)
	paper := accounts(t, m)["paper"]
	lines := statement(t, m, paper, "")
	answer := m.Fetch(t, http.MethodGet, "/api/v1"+statementAt(paper, ".csv"), nil)
	if answer.Status != 200 || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/csv") ||
		!strings.HasPrefix(answer.Header.Get("Content-Disposition"), `attachment; filename="statement-`) {
		t.Fatalf("the answer is %d with %v", answer.Status, answer.Header)
	}
	text := string(answer.Text)
	if n := strings.Count(text, "\r\n"); n != 3 || strings.Count(text, "\n") != 3 {
		t.Errorf("the file is %q, want three lines that end as RFC 4180 says", text)
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) != 3 || strings.Join(rows[0], ",") != "id,time,kind,description,amount,fee,balance,positionId,tradeId,orderId" {
		t.Fatalf("the file is %v (%v)", rows, err)
	}
	for i, row := range rows[1:] { // oldest first
		line := lines[len(lines)-1-i]
		if row[0] != line["id"] || row[2] != line["kind"] || row[4] != fmt.Sprint(line["amount"]) && row[4] != "100000" || row[7] != textOf(line["positionId"]) {
			t.Errorf("the row %v is of the line %v", row, line)
		}
	}
	m.Get(t, accountsPath+"/"+uuid.NewString()+"/statement.csv").Failed(t, 404, "NOT_FOUND", "")
	m.Get(t, statementAt(paper, ".csv?startDate=2026-02-02&endDate=2026-02-01")).Failed(t, 400, "VALIDATION_ERROR", "startDate")
}

// textOf is an optional text.
func textOf(value any) string {
	text, _ := value.(string)
	return text
}

func signalTellsItsAuthor(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	v.Price(t, kit.Xrp, "2")
	id := v.Signal(t, "entry_long", nil)
	read := func() map[string]any { return m.Get(t, "/trading/signals/"+id).Ok(t, 200).Object(t, kit.ShapeOfSignal) }
	author := read()["author"].(map[string]any)
	if author["kind"] != "analyst" || author["id"] != v.Analyst.ID || !strings.Contains(author["name"].(string), "***") {
		t.Errorf("the author is %v", author)
	}
	kit.WantFields(t, read(), kit.Body{"executed": false})
	m.Opened(t, id, 10)
	kit.WantFields(t, read(), kit.Body{"executed": true})
	listed, _ := m.Stretch(t, "/trading/signals?limit=1", kit.ShapeOfSignal)
	kit.WantFields(t, listed[0], kit.Body{"id": id, "executed": true})
	kit.WantFields(t, v.Register(t).Get(t, "/trading/signals/"+id).Ok(t, 200).Object(t, kit.ShapeOfSignal), kit.Body{"executed": false})
	named := v.Officer(t, "analyst", "")
	named.Call(t, http.MethodPatch, "/auth/me", kit.Body{"displayName": "Ada Lovelace"}).Ok(t, 200)
	made := named.Post(t, "/trading/signals", kit.Body{"symbol": kit.Xrp, "signalType": "hold"}).Ok(t, 201).Object(t, kit.ShapeOfSignal)
	if author := made["author"].(map[string]any); author["name"] != "Ada Lovelace" || author["id"] != named.ID {
		t.Errorf("an author with a name is %v", author)
	}
}

func botHasACurve(t *testing.T, v *kit.Venue) {
	bot, m := v.Officer(t, "admin", "").NewBot(t, nil), v.Register(t)
	points := m.Get(t, kit.BotAt(bot, "/equity?days=30")).Ok(t, 200).List(t, kit.ShapeOfEquityPoint, nil)
	if len(points) == 0 || points[len(points)-1]["value"] != 100_000.0 {
		t.Errorf("the curve is %v", points)
	}
	for _, days := range []string{"0", "731"} {
		m.Get(t, kit.BotAt(bot, "/equity?days="+days)).Failed(t, 400, "VALIDATION_ERROR", "days")
	}
	if trades := m.Get(t, kit.BotAt(bot, "/trades")).Ok(t, 200).List(t, kit.ShapeOfTrade, kit.Shape{"meta": kit.AMeta}); len(trades) != 0 {
		t.Errorf("the trades are %v", trades)
	}
	nobody := map[string]any{"id": uuid.NewString()}
	m.Get(t, kit.BotAt(nobody, "/equity")).Failed(t, 404, "NOT_FOUND", "")
	m.Get(t, kit.BotAt(nobody, "/trades")).Failed(t, 404, "NOT_FOUND", "")
	m.Post(t, kit.BotAt(bot, "/subscribe"), nil).Ok(t, 201)
	kit.WantFields(t, m.Get(t, kit.BotAt(bot, "")).Ok(t, 200).Object(t, kit.ShapeOfBot), kit.Body{"followers": 1, "subscribed": true})
	for _, order := range []string{"return", "sharpe", "drawdown", "followers", "newest"} {
		m.Get(t, "/trading/bots?sort="+order).Ok(t, 200).List(t, kit.ShapeOfBot, kit.Shape{"meta": kit.AMeta})
	}
	m.Get(t, "/trading/bots?sort=luck").Failed(t, 400, "VALIDATION_ERROR", "sort")
	m.Call(t, http.MethodDelete, kit.BotAt(bot, "/subscribe?closePositions=true"), nil).Ok(t, 200)
	kit.WantFields(t, v.Register(t).Get(t, kit.BotAt(bot, "")).Ok(t, 200).Object(t, kit.ShapeOfBot), kit.Body{"followers": 0, "subscribed": false})
}

func subscriptionIsChanged(t *testing.T, v *kit.Venue) {
	bot, m := v.Officer(t, "super_admin", "").NewBot(t, nil), v.TenantAdmin(t)
	made := m.Post(t, kit.BotAt(bot, "/subscribe"), kit.Body{"mode": "auto", "allocatedCapital": 1000}).Ok(t, 201).Object(t, kit.ShapeOfSubscription)
	at := "/trading/my-subscriptions/" + made["id"].(string)
	set := func(m *kit.Member, content kit.Body) *kit.Answer { return m.Call(t, http.MethodPatch, at, content) }
	kit.WantFields(t, set(m, kit.Body{"status": "paused"}).Ok(t, 200).Object(t, kit.ShapeOfSubscription), kit.Body{"status": "paused", "mode": "auto", "copyStopPercent": 20})
	kit.WantFields(t, set(m, kit.Body{"status": "active", "allocatedCapital": 2500.5, "copyStopPercent": 7}).Ok(t, 200).Object(t, kit.ShapeOfSubscription),
		kit.Body{"status": "active", "allocatedCapital": 2500.5, "copyStopPercent": 7})
	kit.WantFields(t, set(m, kit.Body{"mode": "manual"}).Ok(t, 200).Object(t, kit.ShapeOfSubscription), kit.Body{"mode": "manual", "copyStopPercent": 0})
	set(m, kit.Body{"allocatedCapital": 100_001}).Failed(t, 422, "INSUFFICIENT_FUNDS", "allocatedCapital")
	for field, bad := range map[string]any{"status": "ended", "mode": "both", "allocatedCapital": 0, "copyStopPercent": 101, "botId": bot["id"]} {
		set(m, kit.Body{field: bad}).Failed(t, 400, "VALIDATION_ERROR", field)
	}
	set(v.Register(t), kit.Body{"status": "paused"}).Failed(t, 404, "NOT_FOUND", "")
	v.Register(t).Get(t, at+"/copies").Failed(t, 404, "NOT_FOUND", "")
	if copies, _ := m.Stretch(t, at+"/copies", kit.ShapeOfCopy); len(copies) != 0 {
		t.Errorf("the copies are %v", copies)
	}
	testkit.Within(t, kit.Patience, "the changes are told", func() bool { return len(m.Events(t, "trading.subscription.changed")) == 3 })
	m.Call(t, http.MethodDelete, kit.BotAt(bot, "/subscribe"), nil).Ok(t, 200)
	set(m, kit.Body{"status": "paused"}).Failed(t, 409, "INVALID_TRANSITION", "")
}

func investmentAccountFollows(t *testing.T, v *kit.Venue) {
	m, admin, account := v.Funded(t, 5000)
	bot := v.Officer(t, "super_admin", "").NewBot(t, nil)
	follow := func(content kit.Body) *kit.Answer { return m.Post(t, kit.BotAt(bot, "/subscribe"), content) }
	made := follow(kit.Body{"mode": "auto", "accountId": account, "allocatedCapital": 4000}).Ok(t, 201).Object(t, kit.ShapeOfSubscription)
	kit.WantFields(t, made, kit.Body{"accountId": account, "allocatedCapital": 4000})
	follow(kit.Body{"accountId": account}).Failed(t, 409, "ALREADY_SUBSCRIBED", "")
	paper := follow(kit.Body{}).Ok(t, 201).Object(t, kit.ShapeOfSubscription)
	if paper["accountId"] == account {
		t.Error("the paper account does not follow by itself")
	}
	left := m.Call(t, http.MethodDelete, kit.BotAt(bot, "/subscribe?accountId="+account), nil).Ok(t, 200).Object(t, kit.ShapeOfSubscription)
	kit.WantFields(t, left, kit.Body{"id": made["id"], "status": "ended"})
	admin.Moved(t, account, "suspended")
	follow(kit.Body{"accountId": account}).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	follow(kit.Body{"accountId": uuid.NewString()}).Failed(t, 404, "NOT_FOUND", "")
	if all := m.Get(t, "/trading/my-subscriptions").Ok(t, 200).List(t, kit.ShapeOfSubscription, nil); len(all) != 2 {
		t.Errorf("the subscriptions are %v", all)
	}
}
