package trading_test

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// Whatever users do at the same moment while prices move, the books stay in order: postings sum to zero,
// cash is never negative, margin is that of the open positions, and what an account has is what was paid in
// and what was won.
func TestTheBooksStayInOrderUnderParallelTrading(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		terms := trading.DefaultSettings()
		terms.PaperCapital = money.FromInt(5000) // little enough to run out of
		d := newDesk(t, db, terms)
		// A world costs too much to have a hundred of them; the seed says which one failed.
		for range 12 {
			d.wantOrderInAWorld(rand.Uint64())
		}
	})
}

func (d *desk) wantOrderInAWorld(seed uint64) {
	d.t.Helper()
	users := []*player{{caller: newCaller(identity.RoleUser)}, {caller: newCaller(identity.RoleUser)}}
	d.prices.Price("SOLUSD", "100")
	for _, p := range users {
		if err := d.play(p, 0, nil); err != nil { // the paper account exists from here on
			d.t.Fatal(err)
		}
	}
	results := inParallel(6, func(i int) error {
		random := rand.New(rand.NewPCG(seed, uint64(i)))
		for range 12 {
			if err := d.play(users[random.IntN(2)], random.IntN(6), random); err != nil {
				return err
			}
		}
		return nil
	})
	for _, err := range results {
		if err != nil {
			d.t.Fatalf("seed %d: %v", seed, err)
		}
	}
	d.wantBalanced()
	for _, p := range users {
		d.wantAccountedFor(p)
	}
	if d.t.Failed() {
		d.t.Fatalf("in the world of seed %d", seed)
	}
}

// player is a user who does random things.
type player struct {
	caller identity.Caller
	paid   atomic.Int64 // units paid in besides the capital
}

// play does one thing of a kind. Refusals for want of money or of something to close are part of the game.
func (d *desk) play(p *player, kind int, random *rand.Rand) error {
	ctx := d.t.Context()
	var err error
	switch kind {
	case 0:
		_, err = d.service.Summary(ctx, p.caller)
	case 1, 2:
		entry := trading.EntryLong
		if kind == 2 {
			entry = trading.EntryShort
		}
		signal := d.signal(entry, "SOLUSD", "", "")
		_, err = d.service.Execute(ctx, p.caller, signal.ID, trading.ExecuteOptions{Quantity: quantity(strconv.Itoa(1 + random.IntN(20)))})
	case 3:
		d.prices.Price("SOLUSD", strconv.FormatFloat(50+random.Float64()*120, 'f', 2, 64))
	case 4:
		amount := money.FromUnits(1 + random.Int64N(1_000_000_000_00))
		if err = d.deposit(p.caller, amount); err == nil {
			p.paid.Add(amount.Units())
		}
	case 5:
		err = d.closeOne(p.caller, random)
	}
	for _, expected := range []fault.Code{fault.InsufficientFunds, fault.PriceMoved, fault.PositionNotOpen, fault.ValidationError} {
		if fault.Is(err, expected) {
			return nil
		}
	}
	return err
}

// closeOne closes a random part of a random open position.
func (d *desk) closeOne(caller identity.Caller, random *rand.Rand) error {
	open, err := d.service.Positions(d.t.Context(), caller, trading.PositionFilter{Status: trading.Open}, trading.Cursor{Limit: 100})
	if err != nil || len(open) == 0 {
		return err
	}
	position := open[random.IntN(len(open))]
	part := money.Max(money.FromInt(1), position.Quantity.Mul(money.MustParse("0.37")).Round(2))
	_, err = d.service.Close(d.t.Context(), caller, position.ID, &part)
	return err
}

func (d *desk) deposit(caller identity.Caller, amount money.Decimal) error {
	return d.db.InTx(d.t.Context(), func(tx *database.Tx) error {
		var account uuid.UUID
		if err := tx.QueryRow(d.t.Context(), `SELECT id FROM trading_accounts WHERE user_id = $1`, caller.UserID).Scan(&account); err != nil {
			return err
		}
		return d.service.DepositAnywhere(d.t.Context(), tx, account, amount)
	})
}

// wantAccountedFor fails the test unless what a user has is the capital, what was paid in, and what trades
// and fees of open positions made of it.
func (d *desk) wantAccountedFor(p *player) {
	d.t.Helper()
	var realized, openFees int64
	err := errors.Join(
		d.db.QueryRow(d.t.Context(), `SELECT COALESCE(SUM(realized_pnl), 0) FROM trades WHERE user_id = $1`, p.caller.UserID).Scan(&realized),
		d.db.QueryRow(d.t.Context(), `SELECT COALESCE(SUM(entry_fee), 0) FROM positions WHERE user_id = $1`, p.caller.UserID).Scan(&openFees))
	if err != nil {
		d.t.Fatal(err)
	}
	sum, err := d.service.Summary(d.t.Context(), p.caller)
	if err != nil {
		d.t.Fatal(err)
	}
	want := money.FromInt(5000).Add(money.FromUnits(p.paid.Load())).Add(money.FromUnits(realized)).Sub(money.FromUnits(openFees))
	if got := sum.Cash.Add(sum.Margin); got != want {
		d.t.Errorf("an account holds %s, want %s: %s paid in, %s won, %s of fees", got, want,
			money.FromUnits(p.paid.Load()), money.FromUnits(realized), money.FromUnits(openFees))
	}
}
