package trading

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// ExecuteOptions are the choices of a user who executes a signal. Without a quantity it is sized by risk;
// a nil account is the paper account.
type ExecuteOptions struct {
	Quantity  *money.Decimal
	AccountID uuid.UUID
}

// Execution is what executing a signal did: it opened a position, or closed some.
type Execution struct {
	SignalID  uuid.UUID
	AccountID uuid.UUID
	Position  *Position // the one that was opened, or the last that was closed
	FillPrice money.Decimal
	Quantity  money.Decimal // of all fills
	Fee       money.Decimal // of all fills
	Trades    []Trade       // what was closed
}

// Execute carries a signal out for the caller, once. An entry opens one position; an exit closes the open
// positions of that symbol and side on the account that came from the same bot, or the same analyst.
//
// It fails with NOT_FOUND (signal or account), SIGNAL_ALREADY_EXECUTED, SIGNAL_NOT_ACTIONABLE (hold),
// SIGNAL_EXPIRED, MARKET_CLOSED, MARKET_DATA_STALE, PRICE_MOVED, ACCOUNT_NOT_ACTIVE, INSUFFICIENT_FUNDS,
// QUANTITY_TOO_SMALL, NO_MATCHING_POSITION and VALIDATION_ERROR (quantity).
func (s *Service) Execute(ctx context.Context, caller identity.Caller, signalID uuid.UUID, options ExecuteOptions) (done Execution, err error) {
	defer money.Catch(&err)
	trader := Trader{UserID: caller.UserID, TenantID: caller.TenantID}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		signal, err := readSignal(ctx, tx, caller.TenantID, signalID)
		if err != nil {
			return err
		}
		account, err := s.lockTradersAccount(ctx, tx, trader, options.AccountID)
		if err != nil {
			return err
		}
		now := s.now()
		follows, err := subscriptionTo(ctx, tx, account, signal.BotID)
		if err != nil {
			return err
		}
		claim := execution{owner: caller.UserID, signal: signal.ID, account: account.ID, subscription: follows.ID}
		if err := claimByHand(ctx, tx, claim, account.owner(), now); err != nil {
			return err
		}
		if err := signal.actionable(now); err != nil {
			return err
		}
		done = Execution{SignalID: signal.ID, AccountID: account.ID}
		b := s.newBook(now)
		if signal.Type.entry() {
			err = s.enter(ctx, tx, b, &done, signal, account, options, follows)
		} else {
			err = s.exit(ctx, tx, b, &done, signal, account, options)
		}
		if err != nil {
			return err
		}
		return s.write(ctx, tx, b)
	})
	return done, err
}

// claimByHand claims a signal for a user, and for the account when that executes signals by itself. It fails
// with SIGNAL_ALREADY_EXECUTED when either has done so.
func claimByHand(ctx context.Context, tx *database.Tx, claim execution, owner uuid.UUID, now time.Time) error {
	claims := []execution{claim}
	if owner != claim.owner {
		claim.owner = owner
		claims = append(claims, claim)
	}
	claimed, err := claimExecutions(ctx, tx, claims, now)
	if err != nil {
		return err
	}
	if len(claimed) != len(claims) {
		return fault.New(fault.SignalAlreadyExecuted, "you have executed this signal already")
	}
	return nil
}

// enter opens the position that a signal proposes. Without a quantity it is sized by what the account is worth,
// or by the capital of the subscription that the account follows the bot with.
func (s *Service) enter(ctx context.Context, tx *database.Tx, b *book, done *Execution, signal *Signal, account *Account, options ExecuteOptions, follows Subscription) error {
	if err := account.mayEnter(); err != nil {
		return err
	}
	instrument, quote, err := s.tradable(signal.Symbol)
	if err != nil {
		return err
	}
	if err := signal.enterable(quote); err != nil {
		return err
	}
	price := s.terms.price(quote, signal.Type.side())
	var quantity money.Decimal
	if options.Quantity != nil {
		quantity = *options.Quantity
		err = checkQuantity(quantity, instrument)
	} else {
		base := follows.AllocatedCapital
		if follows.wholeAccount() {
			base, err = s.equity(ctx, tx, account)
		}
		if err == nil {
			quantity, err = size(account.riskOf(signal.RiskLevel), base, account.Cash, price, signal.StopLoss, instrument, s.terms)
		}
	}
	if err != nil {
		return err
	}
	position, err := b.open(account, order{
		signalID: signal.ID, botID: signal.BotID, subscriptionID: follows.ID, symbol: signal.Symbol, side: signal.Type.side(),
		quantity: quantity, stop: signal.StopLoss, target: signal.TargetPrice,
	}, price)
	if err != nil {
		return err
	}
	done.Position, done.FillPrice, done.Quantity, done.Fee = position, price, quantity, position.EntryFee
	return nil
}

// exit closes what a signal proposes to close: all of it, or a quantity of it, the oldest first.
func (s *Service) exit(ctx context.Context, tx *database.Tx, b *book, done *Execution, signal *Signal, account *Account, options ExecuteOptions) error {
	if account.Status == AccountClosed {
		return account.mayEnter()
	}
	instrument, quote, err := s.tradable(signal.Symbol)
	if err != nil {
		return err
	}
	side := signal.Type.side()
	positions, err := openPositions(ctx, tx, account.ID, signal)
	if err != nil {
		return err
	}
	if len(positions) == 0 {
		return fault.New(fault.NoMatchingPosition, "the account has no open %s position in %s from where the signal comes from", side, signal.Symbol)
	}
	left := sumOfQuantities(positions)
	if options.Quantity != nil {
		if err := checkQuantity(*options.Quantity, instrument); err != nil {
			return err
		}
		if options.Quantity.GreaterThan(left) {
			return fault.Invalid("quantity", "only %s is open", left)
		}
		left = *options.Quantity
	}
	done.FillPrice, done.Quantity = s.terms.price(quote, side.Opposite()), left
	for _, position := range positions {
		quantity := money.Min(left, position.Quantity)
		if quantity.IsZero() {
			break
		}
		entryFee := position.EntryFee
		trade, err := b.close(account, position, done.FillPrice, quantity, ExitSignal)
		if err != nil {
			return err
		}
		left = left.Sub(quantity)
		done.Position, done.Trades = position, append(done.Trades, trade)
		done.Fee = done.Fee.Add(trade.Fees).Sub(entryFee.Sub(position.EntryFee))
	}
	return nil
}

func sumOfQuantities(positions []*Position) money.Decimal {
	var sum money.Decimal
	for _, position := range positions {
		sum = sum.Add(position.Quantity)
	}
	return sum
}

// equity is what an account is worth: its money and what its open positions have won or lost at the marks.
func (s *Service) equity(ctx context.Context, from database.Querier, account *Account) (money.Decimal, error) {
	positions, err := openPositionsOf(ctx, from, account.ID)
	if err != nil {
		return money.Zero, err
	}
	return account.balance().Add(s.unrealized(positions)), nil
}

// unrealized is what open positions have won or lost at the marks.
func (s *Service) unrealized(positions []*Position) money.Decimal {
	var sum money.Decimal
	for _, position := range positions {
		sum = sum.Add(position.UnrealizedPnL(s.Mark(position)))
	}
	return sum
}

// Mark is the price at which a position is valued: the market's; the entry's while there is none, and the
// last closing's once it is closed.
func (s *Service) Mark(position *Position) money.Decimal {
	if position.Status != Open {
		return position.ExitPrice
	}
	if quote, known := s.market.LastQuote(position.Symbol); known {
		return quote.Mark
	}
	return position.EntryPrice
}
