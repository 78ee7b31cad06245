package trading_test

import (
	"slices"
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
	d.inTx(func(tx *database.Tx) error {
		return d.Service.Deposit(t.Context(), tx, d.account, money.FromInt(700), "payment", uuid.New())
	})
	return d
}

func (d *investor) inTx(work func(tx *database.Tx) error) {
	d.T.Helper()
	tradingtest.Must(d.T, d.DB.InTx(d.T.Context(), work))
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
