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
)

// vault is a desk whose clock the test turns.
type vault struct {
	*desk
	at time.Time
}

func newVault(t *testing.T, db *database.DB) *vault {
	v := &vault{desk: newDesk(t, db, freeTerms()), at: time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)}
	v.reopen(freeTerms())
	return v
}

// reopen makes the service anew, with other terms.
func (v *vault) reopen(terms trading.Settings) {
	now := func() time.Time { return v.at }
	v.service = trading.New(trading.Options{
		Database: v.db, Market: v.market, Ledger: ledger.New(now), Events: v.events, Settings: terms,
		Now: now, Logger: slog.New(slog.DiscardHandler),
	})
}

func (v *vault) today() time.Time { return v.at.Truncate(24 * time.Hour) }

// price moves the market, and makes it the last price of the minute.
func (v *vault) price(price string) {
	v.t.Helper()
	v.prices.Price("SOLUSD", price)
	v.prices.Close(market.Candle{
		Symbol: "SOLUSD", Interval: market.Minute, OpenedAt: v.at.Truncate(time.Minute), Open: number(price), High: number(price),
		Low: number(price), Close: number(price), Volume: money.FromInt(1),
	})
}

func (v *vault) record(first, last time.Time) {
	v.t.Helper()
	if err := v.service.RecordEquity(v.t.Context(), first, last); err != nil {
		v.t.Fatal(err)
	}
}

func (v *vault) pay(amount int64) {
	v.t.Helper()
	if err := v.deposit(v.caller, money.FromInt(amount)); err != nil {
		v.t.Fatal(err)
	}
}

func (v *vault) curve() []trading.EquityDay {
	v.t.Helper()
	standings, err := v.service.Standings(v.t.Context(), trading.Trader{UserID: v.caller.UserID, TenantID: v.caller.TenantID})
	if err != nil {
		v.t.Fatal(err)
	}
	var accounts []uuid.UUID
	for _, standing := range standings {
		accounts = append(accounts, standing.AccountID)
	}
	curve, err := v.service.EquityCurve(v.t.Context(), v.caller.UserID, accounts)
	if err != nil {
		v.t.Fatal(err)
	}
	return curve
}

func (v *vault) wantCurve(want ...string) {
	v.t.Helper()
	curve := v.curve()
	if len(curve) != len(want) {
		v.t.Fatalf("%d days, want %d: %v", len(curve), len(want), curve)
	}
	for i, day := range curve {
		if day.Value != number(want[i]) {
			v.t.Errorf("day %d was worth %s, want %s", i, day.Value, want[i])
		}
		if wanted := time.Date(2026, 3, 2+i, 0, 0, 0, 0, time.UTC); !day.Day.Equal(wanted) {
			v.t.Errorf("day %d is %s, want %s", i, day.Day, wanted)
		}
	}
}

func TestTheEquityCurveMarksPositionsAndCarriesMissedDaysForward(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		v.price("100")
		v.enter(trading.EntryLong, "SOLUSD", "10")
		v.wantCurve("100000")
		v.at = v.at.Add(time.Hour)
		v.price("110")
		v.at = v.at.AddDate(0, 0, 1)
		v.record(v.today().AddDate(0, 0, -1), v.today().AddDate(0, 0, -1)) // 100 unrealized
		v.price("130")
		v.pay(500)
		v.at = v.at.AddDate(0, 0, 1) // nobody looked: the day before and what was paid in
		v.price("90")
		v.at = v.at.AddDate(0, 0, 1)
		v.record(v.today().AddDate(0, 0, -1), v.today().AddDate(0, 0, -1))
		v.wantCurve("100100", "100600", "100400", "100400")
		v.record(v.today().AddDate(0, 0, -1), v.today().AddDate(0, 0, -1))
		if n := v.count(`SELECT COUNT(*) FROM equity_snapshots`); n != 2 {
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

// Whatever is paid and traded before and after midnights, days that are recorded late, several at once, are
// worth what the account was worth at their ends.
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
		v.wantCurve("100000") // the account is there from here on
		late := 0
		for range 12 {
			for _, minute := range []int{-30, -2, -1} { // before midnight
				v.at = v.today().AddDate(0, 0, 1).Add(time.Duration(minute) * time.Minute)
				w.act()
			}
			want = append(want, v.summary().TotalValue)
			v.at = v.today().AddDate(0, 0, 1)
			if random.IntN(3) > 0 {
				v.at = v.at.Add(time.Minute)
				w.act() // what happens after midnight is of the next day
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
		v.wantBalanced()
	})
}

// wanderer does random things.
type wanderer struct {
	*vault
	random *rand.Rand
	open   []*trading.Position
}

func (w *wanderer) act() {
	w.t.Helper()
	switch kind := w.random.IntN(6); {
	case kind == 0:
		w.pay(1 + w.random.Int64N(5000))
	case kind < 3:
		entry := []trading.SignalType{trading.EntryLong, trading.EntryShort}[w.random.IntN(2)]
		w.open = append(w.open, w.enter(entry, "SOLUSD", strconv.Itoa(3+w.random.IntN(20))))
	case kind == 3 && len(w.open) > 0:
		position := w.open[0]
		part := position.Quantity
		if w.random.IntN(2) == 0 {
			part = money.FromInt(1)
		} else {
			w.open = w.open[1:]
		}
		closed, err := w.service.Close(w.t.Context(), w.caller, position.ID, &part)
		if err != nil {
			w.t.Fatal(err)
		}
		// A position that is closed shows all that it was, so its quantity does not tell.
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
		position := v.enter(trading.EntryLong, "SOLUSD", "10")
		v.at = v.at.Add(time.Minute)
		v.price("110")
		if _, err := v.service.Close(t.Context(), v.caller, position.ID, nil); err != nil {
			t.Fatal(err)
		}
		first := v.today()
		v.at = v.at.AddDate(0, 0, 5)
		v.pay(50)
		v.at = v.at.AddDate(0, 0, 1)
		v.record(first, v.today().AddDate(0, 0, -1))
		if n := v.count(`SELECT COUNT(*) FROM equity_snapshots`); n != 2 {
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
		v.inTx(func(tx *database.Tx) error { // what is granted could not be withdrawn
			return v.service.DepositAnywhere(t.Context(), tx, account, money.FromInt(1000))
		})
		v.at = v.at.AddDate(0, 0, 1)
		v.setStatus(account, trading.AccountClosed)
		v.at = v.at.AddDate(0, 0, 1)
		v.withdraw(account, money.FromInt(400)) // of what is left
		curve, err := v.service.EquityCurve(t.Context(), v.caller.UserID, []uuid.UUID{account})
		if err != nil {
			t.Fatal(err)
		}
		if len(curve) != 3 || curve[0].Value != money.FromInt(1000) || !curve[1].Value.IsZero() || !curve[2].Value.IsZero() {
			t.Fatalf("the curve is %v", curve)
		}
		wantNumber(t, "what went out with the closing", curve[1].Out, "1000")
		wantNumber(t, "what went out later", curve[2].Out, "0")
		if sum := v.summary(); !sum.Invested.TotalValue.IsZero() || sum.Kind != trading.PaperAccount {
			t.Errorf("the closed account counts: %+v", sum.Invested)
		}
	})
}

// open opens an investment account of the desk's user.
func (v *vault) open(account uuid.UUID, capital money.Decimal) {
	v.t.Helper()
	v.inTx(func(tx *database.Tx) error {
		return v.service.OpenInvestmentAccount(v.t.Context(), tx, v.caller.TenantID, v.caller.UserID, account, capital)
	})
}

func (v *vault) setStatus(account uuid.UUID, status trading.AccountStatus) {
	v.t.Helper()
	v.inTx(func(tx *database.Tx) error {
		_, err := v.service.SetAccountStatus(v.t.Context(), tx, account, status)
		return err
	})
}

func (v *vault) withdraw(account uuid.UUID, amount money.Decimal) {
	v.t.Helper()
	withdrawal := uuid.New()
	v.inTx(func(tx *database.Tx) error {
		return v.service.Hold(v.t.Context(), tx, v.caller.UserID, account, amount, withdrawal)
	})
	v.inTx(func(tx *database.Tx) error { return v.service.PayOut(v.t.Context(), tx, account, amount, withdrawal) })
}

func (v *vault) inTx(work func(tx *database.Tx) error) {
	v.t.Helper()
	if err := v.db.InTx(v.t.Context(), work); err != nil {
		v.t.Fatal(err)
	}
}
