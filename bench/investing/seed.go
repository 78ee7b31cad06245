package investing

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/ledger"
)

const (
	day  = 24 * time.Hour
	cent = kit.Unit / 100 // all amounts are whole cents, which a JSON float64 represents exactly

	firstDeposit   = 20_000 * kit.Unit
	monthlyDeposit = 250 * kit.Unit
	tradePrice     = 100 * kit.Unit
	openHoldings   = 5
	holdingPrice   = 95 * kit.Unit // the purchase price of one unit each, without leverage
	// tradesOfLong is the number of trades closed in a long history. A shorter one has as many per day.
	tradesOfLong = 10_000
)

// investor is a user with a paper account and an investment account, both as old as the history, and the primary
// portfolio, which covers the second.
type investor struct {
	email                     string
	user                      kit.User
	days                      int
	first, today              time.Time // starts of days
	paper, account, portfolio uuid.UUID
	deposits                  []investorDeposit
	snapshots                 []investorDay
	trades                    []investorTrade
}

type investorDeposit struct {
	account uuid.UUID
	at      time.Time
	amount  int64
}

type investorDay struct {
	account uuid.UUID
	day     time.Time
	value   int64
}

type investorTrade struct {
	id, position       uuid.UUID
	symbol, reason     string
	opened, closed     time.Time
	fees, realized     int64
	exit, balanceAfter int64
}

// newInvestor generates a history that ends today, the same in every run except for dates and ids.
func newInvestor(email string, user kit.User, today time.Time, days int) *investor {
	i := &investor{
		email: email, user: user, days: days, first: today.Add(-time.Duration(days-1) * day), today: today,
		paper: uuid.New(), account: uuid.New(), portfolio: uuid.New(),
	}
	i.live(i.paper, accounts.Capital*kit.Unit, 0)
	i.live(i.account, firstDeposit, monthlyDeposit)
	i.trade()
	return i
}

// live gives an account its deposits, and a fluctuating value for each day before today.
func (i *investor) live(account uuid.UUID, first, monthly int64) {
	random := rand.New(rand.NewPCG(uint64(first), uint64(i.days)))
	var value int64
	for number := range i.days {
		at := i.first.Add(time.Duration(number) * day)
		paid := int64(0)
		switch {
		case number == 0:
			paid = first
		case number%30 == 0:
			paid = monthly
		}
		if paid > 0 {
			i.deposits = append(i.deposits, investorDeposit{account, at.Add(10 * time.Hour), paid})
		}
		value = (int64(float64(value+paid)*(1+random.NormFloat64()/100)) / cent) * cent
		if at.Before(i.today) {
			i.snapshots = append(i.snapshots, investorDay{account, at, value})
		}
	}
}

// trade closes trades of five symbols for four reasons, evenly over the history.
func (i *investor) trade() {
	symbols := []string{"BTCUSD", kit.QuotedSymbol, kit.Symbol, "ADAUSD", "XRPUSD"}
	reasons := []string{"manual", "signal", "stop_loss", "take_profit"}
	count := int(math.Round(tradesOfLong * float64(i.days) / longHistory))
	step := time.Duration(i.days-1) * day / time.Duration(count+1)
	balance := int64(firstDeposit)
	for number := range count {
		closed := i.first.Add(11*time.Hour + time.Duration(number)*step)
		opened := closed.Add(-10 * time.Minute)
		realized := int64(number*7919%2001-980) * cent
		balance += realized
		i.trades = append(i.trades, investorTrade{
			id: kit.IDAt(closed), position: kit.IDAt(opened), symbol: symbols[number%len(symbols)], reason: reasons[number/3%len(reasons)],
			opened: opened, closed: closed, fees: int64(10+number%40) * cent, realized: realized,
			exit: tradePrice + realized, balanceAfter: balance,
		})
	}
}

// externals are the counter-accounts of each account's money, by account.
func (i *investor) externals() map[string]string {
	found := make(map[string]string, 2)
	for _, account := range []uuid.UUID{i.paper, i.account} {
		found[account.String()] = ledger.AccountID(account, ledger.External, "USD").String()
	}
	return found
}
