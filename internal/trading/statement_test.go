package trading_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// investor is a user of a desk with a paper account and a funded one.
type investor struct {
	*tradingtest.Desk
	account uuid.UUID
	held    []uuid.UUID // withdrawals of ten that await a decision
}

func newInvestor(t *testing.T, db *database.DB) *investor {
	t.Helper()
	d := &investor{Desk: tradingtest.NewDesk(t, db, tradingtest.CostlyTerms()), account: uuid.New()}
	d.Prices.Price("SOLUSD", "100")
	d.inTx(func(tx *database.Tx) error {
		if err := d.Service.OpenInvestmentAccount(t.Context(), tx, d.Caller.TenantID, d.Caller.UserID, d.account, money.Zero); err != nil {
			return err
		}
		_, err := d.Service.SetAccountStatus(t.Context(), tx, d.account, trading.AccountActive)
		return err
	})
	d.do(0, rand.New(rand.NewPCG(1, 1)))
	return d
}

func (d *investor) inTx(work func(tx *database.Tx) error) {
	d.T.Helper()
	tradingtest.Must(d.T, d.DB.InTx(d.T.Context(), work))
}

// do performs one action of a kind; what cannot be done is skipped.
func (d *investor) do(kind int, random *rand.Rand) {
	d.T.Helper()
	ctx := d.T.Context()
	switch kind {
	case 0:
		d.inTx(func(tx *database.Tx) error {
			return d.Service.Deposit(ctx, tx, d.account, money.FromInt(int64(500+random.IntN(500))), "payment", uuid.New())
		})
	case 1, 2, 3:
		types := []trading.SignalType{trading.EntryLong, trading.EntryShort}
		options := trading.ExecuteOptions{Quantity: tradingtest.Quantity("0." + strconv.Itoa(100+random.IntN(900)))}
		if random.IntN(2) == 0 {
			options.AccountID = d.account
		}
		_, err := d.Service.Execute(ctx, d.Caller, d.Signal(types[random.IntN(2)], "SOLUSD", "", "").ID, options)
		if !fault.Is(err, fault.InsufficientFunds) {
			tradingtest.Must(d.T, err)
		}
	case 4, 5, 6:
		open, err := d.Service.Positions(ctx, d.Caller, trading.PositionFilter{Status: trading.Open}, database.Cursor{Limit: 100})
		tradingtest.Must(d.T, err)
		if len(open) == 0 {
			return
		}
		position := open[random.IntN(len(open))]
		var quantity *money.Decimal
		if half := position.Quantity.Mul(money.MustParse("0.5")).FloorTo(money.MustParse("0.001")); kind == 4 && half.IsPositive() {
			quantity = &half
		}
		_, err = d.Service.Close(ctx, d.Caller, position.ID, quantity)
		tradingtest.Must(d.T, err)
	case 7:
		id := uuid.New()
		err := d.DB.InTx(ctx, func(tx *database.Tx) error {
			return d.Service.Hold(ctx, tx, d.Caller.UserID, d.account, money.FromInt(10), id)
		})
		if fault.Is(err, fault.InsufficientFunds) {
			return
		}
		tradingtest.Must(d.T, err)
		d.held = append(d.held, id)
	case 8:
		if len(d.held) == 0 {
			return
		}
		id := d.held[0]
		d.held = d.held[1:]
		d.inTx(func(tx *database.Tx) error {
			if random.IntN(2) == 0 {
				return d.Service.Release(ctx, tx, d.account, money.FromInt(10), id)
			}
			return d.Service.PayOut(ctx, tx, d.account, money.FromInt(10), id)
		})
	case 9:
		d.Prices.Price("SOLUSD", strconv.Itoa(80+random.IntN(50)))
	}
}

// statement pages through all lines of an account, newest first, some at a time.
func (d *investor) statement(account uuid.UUID, days trading.Days) (lines []trading.StatementLine) {
	d.T.Helper()
	for cursor := (database.Cursor{Limit: 3}); ; {
		page, err := d.Service.Statement(d.T.Context(), d.Caller, account, days, cursor)
		tradingtest.Must(d.T, err)
		lines = append(lines, page...)
		if len(page) < cursor.Limit {
			return lines
		}
		cursor.Before = page[len(page)-1].ID
	}
}

// wantAgreement fails the test unless accounts, portfolio, history and statements agree.
func (d *investor) wantAgreement() {
	d.T.Helper()
	accounts, err := d.Service.Accounts(d.T.Context(), d.Caller)
	tradingtest.Must(d.T, err)
	sum, history := d.Summary(), money.Zero
	trades, _, err := d.Service.Trades(d.T.Context(), d.Caller, trading.TradeFilter{}, database.Page{Number: 1, Limit: 10_000})
	tradingtest.Must(d.T, err)
	for _, trade := range trades {
		history = history.Add(trade.RealizedPnL)
	}
	var equity, realized, total money.Decimal
	for _, account := range accounts {
		equity, realized, total = equity.Add(account.Equity()), realized.Add(account.RealizedPnL), total.Add(account.TotalPnL())
		d.wantStatementOf(account)
	}
	both := func(of func(trading.Figures) money.Decimal) money.Decimal { return of(sum.Paper).Add(of(sum.Invested)) }
	for what, pair := range map[string][2]money.Decimal{
		"worth of the portfolio":           {equity, both(func(f trading.Figures) money.Decimal { return f.TotalValue })},
		"profit of the portfolio":          {total, both(func(f trading.Figures) money.Decimal { return f.TotalPnL })},
		"realized profit of the portfolio": {realized, both(func(f trading.Figures) money.Decimal { return f.RealizedPnL })},
		"history":                          {realized, history},
	} {
		if pair[0] != pair[1] {
			d.T.Fatalf("the accounts tell %s, the %s %s", pair[0], what, pair[1])
		}
	}
}

// wantStatementOf fails the test unless the lines of an account lead from zero to its balance.
func (d *investor) wantStatementOf(account trading.AccountOverview) {
	d.T.Helper()
	lines := d.statement(account.AccountID, trading.Days{})
	slices.Reverse(lines)
	var balance, paid, traded money.Decimal
	for _, line := range lines {
		if balance = balance.Add(line.Amount); line.Balance != balance {
			d.T.Fatalf("the balance after %+v should be %s", line, balance)
		}
		switch line.Kind {
		case trading.LineOpening, trading.LineClosing:
			traded = traded.Add(line.Amount)
			if line.PositionID == uuid.Nil || !line.Fee.IsPositive() || (line.Kind == trading.LineClosing) != (line.TradeID != uuid.Nil) {
				d.T.Fatalf("a line of a trade is %+v", line)
			}
		default:
			paid = paid.Add(line.Amount)
		}
	}
	for what, pair := range map[string][2]money.Decimal{
		"balance": {balance, account.Equity().Sub(account.Unrealized)}, "net deposits": {paid, account.NetDeposits},
		"realized profit less open fees": {traded, account.RealizedPnL.Sub(account.OpenFees)},
	} {
		if pair[0] != pair[1] {
			d.T.Fatalf("%s: the statement tells the %s %s, the account %s", account.Name, what, pair[0], pair[1])
		}
	}
}

func TestAccountsPortfolioHistoryAndStatementsAgreeAtEveryStep(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, seed := newInvestor(t, db), rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 7))
		for range 60 {
			d.do(random.IntN(10), random)
			d.wantAgreement()
		}
		d.WantBalanced()
		if t.Failed() {
			t.Logf("the seed is %d", seed)
		}
	})
}

// Whatever is booked meanwhile, each read of a statement is a chain without a gap.
func TestAStatementThatIsReadWhileItGrowsHasNoGap(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newInvestor(t, db)
		signals := make([]*trading.Signal, 24)
		for i := range signals {
			signals[i] = d.Signal(trading.EntryLong, "SOLUSD", "", "")
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for _, err := range testkit.InParallel(len(signals), func(i int) error {
				done, err := d.Service.Execute(t.Context(), d.Caller, signals[i].ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("1")})
				if err == nil {
					_, err = d.Service.Close(t.Context(), d.Caller, done.Position.ID, nil)
				}
				return err
			}) {
				if err != nil {
					t.Error(err)
				}
			}
		}()
		accounts, err := d.Service.Accounts(t.Context(), d.Caller)
		tradingtest.Must(t, err)
		paper := accounts[slices.IndexFunc(accounts, func(a trading.AccountOverview) bool { return a.Kind == trading.PaperAccount })]
		for isOver := false; !isOver; {
			select {
			case <-ended:
				isOver = true
			default:
			}
			var balance money.Decimal
			lines := 0
			for cursor := (database.Cursor{Limit: 5}); ; lines += cursor.Limit {
				page, err := d.Service.StatementSince(t.Context(), d.Caller, paper.AccountID, trading.Days{}, cursor)
				tradingtest.Must(t, err)
				for _, line := range page {
					if balance = balance.Add(line.Amount); balance != line.Balance {
						t.Fatalf("after %d lines the balance is %s and should be %s", lines, line.Balance, balance)
					}
					cursor.Before = line.ID
				}
				if len(page) < cursor.Limit {
					lines += len(page)
					break
				}
			}
			if isOver && lines != 1+2*len(signals) {
				t.Errorf("%d lines, want the capital and two for each trade", lines)
			}
		}
	})
}

func TestAStatementIsReadByDays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db) // on the second of March
		v.reopen(tradingtest.CostlyTerms())
		v.price("100")
		first := v.today()
		tradingtest.Must(t, func() error { _, err := v.Service.Accounts(t.Context(), v.Caller); return err }())
		d := &investor{Desk: v.Desk}
		var position *trading.Position
		for day := range 3 {
			v.at = first.AddDate(0, 0, day).Add(24*time.Hour - time.Microsecond) // the last moment of the day
			v.price("100")
			position = v.Enter(trading.EntryLong, "SOLUSD", "1")
			v.at = v.at.Add(time.Microsecond) // and the first of the next
			_, err := v.Service.Close(t.Context(), v.Caller, position.ID, nil)
			tradingtest.Must(t, err)
		}
		for name, c := range map[string]struct {
			days trading.Days
			want int
		}{
			"all": {trading.Days{}, 7}, "the first": {trading.Days{End: first}, 2}, "the second": {trading.Days{Start: first.AddDate(0, 0, 1), End: first.AddDate(0, 0, 1)}, 2},
			"the last two": {trading.Days{Start: first.AddDate(0, 0, 2)}, 3}, "long ago": {trading.Days{End: first.AddDate(-300, 0, 0)}, 0},
			"far ahead": {trading.Days{Start: first.AddDate(7000, 0, 0)}, 0},
		} {
			lines := d.statement(position.AccountID, c.days)
			for i, line := range lines {
				if line.Time.Before(c.days.Start) || !c.days.End.IsZero() && !line.Time.Before(c.days.End.AddDate(0, 0, 1)) {
					t.Errorf("%s: a line is of %s", name, line.Time)
				}
				if i > 0 && (line.Time.After(lines[i-1].Time) || line.Balance != lines[i-1].Balance.Sub(lines[i-1].Amount)) {
					t.Errorf("%s: %+v does not stand before %+v", name, line, lines[i-1])
				}
			}
			if len(lines) != c.want {
				t.Errorf("%s: %d lines, want %d", name, len(lines), c.want)
			}
		}
		if last := d.statement(position.AccountID, trading.Days{})[0]; last.Description != "Sold 1 SOLUSD at 99.95 to close (manual)" {
			t.Errorf("the last line says %q", last.Description)
		}
	})
}

func TestAStatementIsItsOwnersOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newInvestor(t, db)
		stranger, cursor := tradingtest.NewCaller(identity.RoleSuperAdmin), database.Cursor{Limit: 1}
		stranger.TenantID = d.Caller.TenantID
		_, err := d.Service.Statement(t.Context(), stranger, d.account, trading.Days{}, cursor)
		testkit.WantFault(t, err, fault.NotFound)
		_, err = d.Service.Statement(t.Context(), d.Caller, uuid.New(), trading.Days{}, cursor)
		testkit.WantFault(t, err, fault.NotFound)
		now := time.Now()
		_, err = d.Service.Statement(t.Context(), d.Caller, d.account, trading.Days{Start: now, End: now.AddDate(0, 0, -1)}, cursor)
		testkit.WantFault(t, err, fault.ValidationError, "startDate")
	})
}

func TestAStatementSaysThatARefundCameBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newInvestor(t, db)
		d.inTx(func(tx *database.Tx) error {
			return d.Service.BringBack(t.Context(), tx, d.account, money.FromInt(20), uuid.New())
		})
		last := d.statement(d.account, trading.Days{})[0]
		if last.Kind != trading.LineWithdrawal || last.Description != "Refund that came back" || last.Amount != money.FromInt(20) {
			t.Errorf("the last line is %+v", last)
		}
	})
}
