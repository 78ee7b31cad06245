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
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/tradingtest"
)

// Whatever users and two monitors do concurrently while prices move, the books stay in order: postings sum to zero, cash is
// never negative, margin is that of the open positions, reserved money is that of the working orders, and an account's
// equity is deposits plus profit.
func TestTheBooksStayInOrderUnderParallelTrading(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		terms := trading.DefaultSettings()
		terms.PaperCapital = money.FromInt(5000) // little enough to run out of
		d := tradingtest.NewDesk(t, db, terms)
		// Setting one up is too expensive to have a hundred of them; the seed identifies the one that failed.
		for range 12 {
			wantOrderInAWorld(d, rand.Uint64())
		}
	})
}

func wantOrderInAWorld(d *tradingtest.Desk, seed uint64) {
	d.T.Helper()
	users := []*player{{caller: tradingtest.NewCaller(identity.RoleUser)}, {caller: tradingtest.NewCaller(identity.RoleUser)}}
	d.Prices.Price("SOLUSD", "100")
	for _, p := range users {
		if err := play(d, p, 0, nil); err != nil { // the paper account exists from here on
			d.T.Fatal(err)
		}
	}
	monitors := []*risk.Monitor{d.Risk.NewMonitor(), d.Risk.NewMonitor()}
	for _, monitor := range monitors {
		defer monitor.Listen()()
	}
	results := testkit.InParallel(8, func(i int) error {
		if i < len(monitors) { // which fill, close and trail concurrently
			for range 12 {
				monitors[i].Step(d.T.Context())
			}
			return nil
		}
		random := rand.New(rand.NewPCG(seed, uint64(i)))
		for range 12 {
			if err := play(d, users[random.IntN(2)], random.IntN(9), random); err != nil {
				return err
			}
		}
		return nil
	})
	for _, err := range results {
		if err != nil {
			d.T.Fatalf("seed %d: %v", seed, err)
		}
	}
	d.WantBalanced()
	for _, p := range users {
		wantAccountedFor(d, p)
	}
	if d.T.Failed() {
		d.T.Fatalf("in the world of seed %d", seed)
	}
}

// player is a user who does random things.
type player struct {
	caller identity.Caller
	paid   atomic.Int64 // units deposited besides the capital
}

// play performs one action of a kind. Refusals for lack of money or of something to close are part of the game.
func play(d *tradingtest.Desk, p *player, kind int, random *rand.Rand) error {
	ctx := d.T.Context()
	var err error
	switch kind {
	case 0:
		_, err = d.Service.Summary(ctx, p.caller)
	case 1, 2:
		entry := trading.EntryLong
		if kind == 2 {
			entry = trading.EntryShort
		}
		signal := d.Signal(entry, "SOLUSD", "", "")
		_, err = d.Service.Execute(ctx, p.caller, signal.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity(strconv.Itoa(1 + random.IntN(20)))})
	case 3:
		d.Prices.Price("SOLUSD", strconv.FormatFloat(50+random.Float64()*120, 'f', 2, 64))
	case 4:
		amount := money.FromUnits(1 + random.Int64N(1_000_000_000_00))
		if err = deposit(d, p.caller, amount); err == nil {
			p.paid.Add(amount.Units())
		}
	case 5:
		err = closeOne(d, p.caller, random)
	case 6, 7:
		_, err = d.Service.PlaceOrder(ctx, p.caller, randomOrder(random))
	case 8:
		err = cancelOne(d, p.caller, random)
	}
	for _, expected := range []fault.Code{fault.InsufficientFunds, fault.PriceMoved, fault.PositionNotOpen, fault.ValidationError, fault.InvalidTransition} {
		if fault.Is(err, expected) {
			return nil
		}
	}
	return err
}

// closeOne closes a random part of a random open position.
func closeOne(d *tradingtest.Desk, caller identity.Caller, random *rand.Rand) error {
	open, err := d.Service.Positions(d.T.Context(), caller, trading.PositionFilter{Status: trading.Open}, database.Cursor{Limit: 100})
	if err != nil || len(open) == 0 {
		return err
	}
	position := open[random.IntN(len(open))]
	part := money.Max(money.FromInt(1), position.Quantity.Mul(money.MustParse("0.37")).Round(2))
	_, err = d.Service.Close(d.T.Context(), caller, position.ID, &part)
	return err
}

// randomOrder is an order of any kind, with a stop that trails.
func randomOrder(random *rand.Rand) trading.NewOrder {
	price := money.FromUnits((50_00 + random.Int64N(120_00)) * 1_000_000)
	wanted := trading.NewOrder{
		Symbol: "SOLUSD", Side: []trading.Side{trading.Buy, trading.Sell}[random.IntN(2)], Type: trading.LimitOrder,
		Quantity: tradingtest.Quantity(strconv.Itoa(1 + random.IntN(20))), TrailingPercent: tradingtest.Quantity("5"), LimitPrice: &price,
	}
	if random.IntN(2) == 0 {
		wanted.Type, wanted.LimitPrice, wanted.StopPrice = trading.StopOrder, nil, &price
	}
	return wanted
}

// cancelOne cancels a random order.
func cancelOne(d *tradingtest.Desk, caller identity.Caller, random *rand.Rand) error {
	working, err := d.Service.Orders(d.T.Context(), caller, trading.OrderFilter{Status: trading.OrderWorking}, database.Cursor{Limit: 100})
	if err != nil || len(working) == 0 {
		return err
	}
	_, err = d.Service.CancelOrder(d.T.Context(), caller, working[random.IntN(len(working))].ID)
	return err
}

func deposit(d *tradingtest.Desk, caller identity.Caller, amount money.Decimal) error {
	return d.DB.InTx(d.T.Context(), func(tx *database.Tx) error {
		var account uuid.UUID
		if err := tx.QueryRow(d.T.Context(), `SELECT id FROM trading_accounts WHERE user_id = $1`, caller.UserID).Scan(&account); err != nil {
			return err
		}
		return d.Service.DepositAnywhere(d.T.Context(), tx, account, amount)
	})
}

// wantAccountedFor fails the test unless a user's equity is the capital, the deposits, and the results of trades less the
// fees of open positions.
func wantAccountedFor(d *tradingtest.Desk, p *player) {
	d.T.Helper()
	var realized, openFees int64
	err := errors.Join(
		d.DB.QueryRow(d.T.Context(), `SELECT COALESCE(SUM(realized_pnl), 0) FROM trades WHERE user_id = $1`, p.caller.UserID).Scan(&realized),
		d.DB.QueryRow(d.T.Context(), `SELECT COALESCE(SUM(entry_fee), 0) FROM positions WHERE user_id = $1`, p.caller.UserID).Scan(&openFees))
	if err != nil {
		d.T.Fatal(err)
	}
	sum, err := d.Service.Summary(d.T.Context(), p.caller)
	if err != nil {
		d.T.Fatal(err)
	}
	want := money.FromInt(5000).Add(money.FromUnits(p.paid.Load())).Add(money.FromUnits(realized)).Sub(money.FromUnits(openFees))
	if got := sum.Cash.Add(sum.Margin).Add(sum.Reserved); got != want {
		d.T.Errorf("an account holds %s, want %s: %s paid in, %s won, %s of fees", got, want,
			money.FromUnits(p.paid.Load()), money.FromUnits(realized), money.FromUnits(openFees))
	}
}
