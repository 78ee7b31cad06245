package trading_test

import (
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// vault is a desk with a clock that the test controls.
type vault struct {
	*tradingtest.Desk
	at time.Time
}

func newVault(t *testing.T, db *database.DB) *vault {
	v := &vault{Desk: tradingtest.NewDesk(t, db, tradingtest.FreeTerms()), at: time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)}
	v.reopen(tradingtest.FreeTerms())
	return v
}

// reopen recreates the service with other terms.
func (v *vault) reopen(terms trading.Settings) {
	now := func() time.Time { return v.at }
	v.Rooms = tradingtest.NewRooms(trading.Options{
		Database: v.DB, Market: v.Market, Ledger: ledger.New(now), Events: v.Events, Settings: terms,
		Now: now, Logger: slog.New(slog.DiscardHandler),
	})
}

func (v *vault) today() time.Time { return v.at.Truncate(24 * time.Hour) }

// price moves the market, and makes it the last price of the minute.
func (v *vault) price(price string) {
	v.T.Helper()
	v.Prices.Price("SOLUSD", price)
	v.Prices.Close(market.Candle{
		Symbol: "SOLUSD", Interval: market.Minute, OpenedAt: v.at.Truncate(time.Minute), Open: tradingtest.Number(price), High: tradingtest.Number(price),
		Low: tradingtest.Number(price), Close: tradingtest.Number(price), Volume: money.FromInt(1),
	})
}

func (v *vault) record(first, last time.Time) {
	v.T.Helper()
	if err := v.Service.RecordEquity(v.T.Context(), first, last); err != nil {
		v.T.Fatal(err)
	}
}

func (v *vault) pay(amount int64) {
	v.T.Helper()
	if err := deposit(v.Desk, v.Caller, money.FromInt(amount)); err != nil {
		v.T.Fatal(err)
	}
}

func (v *vault) curve() []trading.EquityDay {
	v.T.Helper()
	all, err := v.Service.AccountFigures(v.T.Context(), trading.Trader{UserID: v.Caller.UserID, TenantID: v.Caller.TenantID})
	if err != nil {
		v.T.Fatal(err)
	}
	var accounts []uuid.UUID
	for _, figures := range all {
		accounts = append(accounts, figures.AccountID)
	}
	curve, err := v.Service.EquityCurve(v.T.Context(), v.Caller.UserID, accounts)
	if err != nil {
		v.T.Fatal(err)
	}
	return curve
}

func (v *vault) wantCurve(want ...string) {
	v.T.Helper()
	curve := v.curve()
	if len(curve) != len(want) {
		v.T.Fatalf("%d days, want %d: %v", len(curve), len(want), curve)
	}
	for i, day := range curve {
		if day.Value != tradingtest.Number(want[i]) {
			v.T.Errorf("day %d was worth %s, want %s", i, day.Value, want[i])
		}
		if wanted := time.Date(2026, 3, 2+i, 0, 0, 0, 0, time.UTC); !day.Day.Equal(wanted) {
			v.T.Errorf("day %d is %s, want %s", i, day.Day, wanted)
		}
	}
}

func TestTheEquityCurveMarksPositionsAndCarriesMissedDaysForward(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		v.price("100")
		v.Enter(trading.EntryLong, "SOLUSD", "10")
		v.wantCurve("100000")
		v.at = v.at.Add(time.Hour)
		v.price("110")
		v.at = v.at.AddDate(0, 0, 1)
		v.record(v.today().AddDate(0, 0, -1), v.today().AddDate(0, 0, -1)) // 100 unrealized
		v.price("130")
		v.pay(500)
		v.at = v.at.AddDate(0, 0, 1) // nothing recorded: the previous day's value and what was paid in
		v.price("90")
		v.at = v.at.AddDate(0, 0, 1)
		v.record(v.today().AddDate(0, 0, -1), v.today().AddDate(0, 0, -1))
		v.wantCurve("100100", "100600", "100400", "100400")
		v.record(v.today().AddDate(0, 0, -1), v.today().AddDate(0, 0, -1))
		if n := v.Count(`SELECT COUNT(*) FROM equity_snapshots`); n != 2 {
			t.Errorf("%d snapshots, want 2: a day is taken once", n)
		}
	})
}

func TestALateSnapshotIsThatOfTheDaysEnd(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		v.wantCurve("100000")
		v.at = v.at.AddDate(0, 0, 1)
		v.pay(33_000)
		v.record(v.today().AddDate(0, 0, -1), v.today().AddDate(0, 0, -1))
		v.wantCurve("100000", "133000")
	})
}

// Whatever is paid and traded before and after midnights: days that are recorded late, several at once, have the account's
// value at their ends.
func TestDaysAreWorthTheSameInTimeAndLate(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		v.reopen(trading.DefaultSettings())
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 7))
		w := &wanderer{vault: v, random: random}
		var want []money.Decimal
		v.price("100")
		v.wantCurve("100000") // the account exists from here on
		late := 0
		for range 12 {
			for _, minute := range []int{-30, -2, -1} { // before midnight
				v.at = v.today().AddDate(0, 0, 1).Add(time.Duration(minute) * time.Minute)
				w.act()
			}
			want = append(want, v.Summary().TotalValue)
			v.at = v.today().AddDate(0, 0, 1)
			if random.IntN(3) > 0 {
				v.at = v.at.Add(time.Minute)
				w.act() // what happens after midnight belongs to the next day
			}
			if late++; random.IntN(3) == 0 {
				v.at = v.at.Add(time.Duration(random.IntN(20)) * time.Hour)
				v.record(v.today().AddDate(0, 0, -late), v.today().AddDate(0, 0, -1))
				late = 0
			}
		}
		if late > 0 {
			v.record(v.today().AddDate(0, 0, -late), v.today().AddDate(0, 0, -1))
		}
		curve := v.curve()
		for i, value := range want {
			if curve[i].Value != value {
				t.Errorf("seed %d: day %d was worth %s, want %s", seed, i, curve[i].Value, value)
			}
		}
		v.WantBalanced()
	})
}

// wanderer does random things.
type wanderer struct {
	*vault
	random *rand.Rand
	open   []*trading.Position
}

func (w *wanderer) act() {
	w.T.Helper()
	switch kind := w.random.IntN(6); {
	case kind == 0:
		w.pay(1 + w.random.Int64N(5000))
	case kind < 3:
		entry := []trading.SignalType{trading.EntryLong, trading.EntryShort}[w.random.IntN(2)]
		w.open = append(w.open, w.Enter(entry, "SOLUSD", strconv.Itoa(3+w.random.IntN(20))))
	case kind == 3 && len(w.open) > 0:
		position := w.open[0]
		part := position.Quantity
		if w.random.IntN(2) == 0 {
			part = money.FromInt(1)
		} else {
			w.open = w.open[1:]
		}
		closed, err := w.Service.Close(w.T.Context(), w.Caller, position.ID, &part)
		if err != nil {
			w.T.Fatal(err)
		}
		// A closed position shows its last quantity, so only its status says that it is closed.
		if position.Quantity = closed.Position.Quantity; closed.Position.Status != trading.Open {
			w.open = slices.DeleteFunc(w.open, func(p *trading.Position) bool { return p == position })
		}
	case kind == 4:
		w.price(strconv.FormatFloat(80+w.random.Float64()*40, 'f', 2, 64))
	}
}

func TestAnAccountThatRestsHasNoSnapshots(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		v.price("100")
		position := v.Enter(trading.EntryLong, "SOLUSD", "10")
		v.at = v.at.Add(time.Minute)
		v.price("110")
		if _, err := v.Service.Close(t.Context(), v.Caller, position.ID, nil); err != nil {
			t.Fatal(err)
		}
		first := v.today()
		v.at = v.at.AddDate(0, 0, 5)
		v.pay(50)
		v.at = v.at.AddDate(0, 0, 1)
		v.record(first, v.today().AddDate(0, 0, -1))
		if n := v.Count(`SELECT COUNT(*) FROM equity_snapshots`); n != 2 {
			t.Errorf("%d snapshots, want 2: of the day of the trade and of the payment", n)
		}
		v.wantCurve("100100", "100100", "100100", "100100", "100100", "100150", "100150")
	})
}

func TestAClosedAccountCountsUntilItsClosing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		account := uuid.New()
		v.open(account, money.Zero)
		v.inTx(func(tx *database.Tx) error { // granted money could not be withdrawn
			return v.Service.DepositAnywhere(t.Context(), tx, account, money.FromInt(1000))
		})
		v.at = v.at.AddDate(0, 0, 1)
		v.setStatus(account, trading.AccountClosed)
		v.at = v.at.AddDate(0, 0, 1)
		v.withdraw(account, money.FromInt(400)) // of the rest
		curve, err := v.Service.EquityCurve(t.Context(), v.Caller.UserID, []uuid.UUID{account})
		if err != nil {
			t.Fatal(err)
		}
		if len(curve) != 3 || curve[0].Value != money.FromInt(1000) || !curve[1].Value.IsZero() || !curve[2].Value.IsZero() {
			t.Fatalf("the curve is %v", curve)
		}
		tradingtest.WantNumber(t, "what went out with the closing", curve[1].Out, "1000")
		tradingtest.WantNumber(t, "what went out later", curve[2].Out, "0")
		if sum := v.Summary(); !sum.Invested.TotalValue.IsZero() || sum.Kind != trading.PaperAccount {
			t.Errorf("the closed account counts: %+v", sum.Invested)
		}
	})
}

// open opens an investment account of the desk's user.
func (v *vault) open(account uuid.UUID, capital money.Decimal) {
	v.T.Helper()
	v.inTx(func(tx *database.Tx) error {
		return v.Service.OpenInvestmentAccount(v.T.Context(), tx, v.Caller.TenantID, v.Caller.UserID, account, capital)
	})
}

func (v *vault) setStatus(account uuid.UUID, status trading.AccountStatus) {
	v.T.Helper()
	v.inTx(func(tx *database.Tx) error {
		_, err := v.Service.SetAccountStatus(v.T.Context(), tx, account, status)
		return err
	})
}

func (v *vault) withdraw(account uuid.UUID, amount money.Decimal) {
	v.T.Helper()
	withdrawal := uuid.New()
	v.inTx(func(tx *database.Tx) error {
		return v.Service.Hold(v.T.Context(), tx, v.Caller.UserID, account, amount, withdrawal)
	})
	v.inTx(func(tx *database.Tx) error { return v.Service.PayOut(v.T.Context(), tx, account, amount, withdrawal) })
}

func (v *vault) inTx(work func(tx *database.Tx) error) {
	v.T.Helper()
	if err := v.DB.InTx(v.T.Context(), work); err != nil {
		v.T.Fatal(err)
	}
}

func TestADayIsNotTakenBeforeItsLastPricesAreKnown(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		day := v.today()
		startedAt := day
		want := func(what string, isEarly bool) {
			t.Helper()
			if got, err := v.Service.LacksCandles(t.Context(), day, startedAt); err != nil || got != isEarly {
				t.Errorf("%s: it is early: %t, %v; want %t", what, got, err, isEarly)
			}
		}
		v.price("100")
		v.Enter(trading.EntryLong, "SOLUSD", "1")
		v.at = day.AddDate(0, 0, 1).Add(6 * time.Minute)
		want("while the feed is away", true)
		v.at = day.AddDate(0, 0, 1).Add(3 * time.Hour)
		want("when it stays away", false)
		startedAt = v.at.Add(-14 * time.Minute)
		want("right after a start, when the feed brings what was missed", true)
		startedAt = v.at.Add(-15 * time.Minute)
		want("when the feed had its time", false)
		v.at = day.AddDate(0, 0, 1).Add(-time.Minute)
		v.price("101")
		v.at = day.AddDate(0, 0, 1).Add(6 * time.Minute)
		want("when the last minute is stored", false)
	})
}

func TestACurveCostsNoQueryForEachClosedAccount(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		v := newVault(t, db)
		var accounts []uuid.UUID
		count := func(wanted int) int {
			for len(accounts) < wanted {
				account := uuid.New()
				v.open(account, money.FromInt(100))
				v.at = v.at.Add(time.Second)
				v.setStatus(account, trading.AccountClosed)
				accounts = append(accounts, account)
			}
			return len(statements.During(func() {
				if _, err := v.Service.EquityCurve(t.Context(), v.Caller.UserID, accounts); err != nil {
					t.Fatal(err)
				}
				if _, err := v.Service.TradeTotals(t.Context(), accounts, time.Time{}); err != nil {
					t.Fatal(err)
				}
			}))
		}
		if few, many := count(4), count(16); few != many {
			t.Errorf("%d statements for 4 accounts, %d for 16", few, many)
		}
	})
}
