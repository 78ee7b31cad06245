package copying

import (
	"errors"
	"time"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// outcome is the outcome of a signal for a subscription: why it was skipped.
type outcome struct {
	subscription *Subscription
	refused      *fault.Error
}

// refusalOf returns why something was refused. An error that is not a refusal is returned as an error.
func refusalOf(err error) (*fault.Error, error) {
	if refusal, is := errors.AsType[*fault.Error](err); is {
		return refusal, nil
	}
	return nil, err
}

// copying is a signal being copied, with what is the same for all subscriptions.
type copying struct {
	signal  *trading.Signal
	terms   trading.Terms
	now     time.Time
	lotStep money.Decimal
	price   money.Decimal // fill price
	refusal error         // why it cannot be executed for anybody
}

func (s *Service) newCopying(signal *trading.Signal, now time.Time) *copying {
	c := &copying{signal: signal, terms: s.terms, now: now}
	if signal.Type.IsEntry() {
		if c.refusal = signal.Actionable(now); c.refusal != nil {
			return c
		}
	}
	var instrument market.Instrument
	var quote market.Quote
	if instrument, quote, c.refusal = s.trading.Tradable(signal.Symbol); c.refusal != nil {
		return c
	}
	c.lotStep = instrument.LotStep
	if signal.Type.IsEntry() {
		c.price, c.refusal = s.terms.Price(quote, signal.Type.Side()), signal.Enterable(quote)
	} else {
		c.price = s.terms.Price(quote, signal.Type.Side().Opposite())
	}
	return c
}

// mustWait reports whether an exit has no price. Such an entry is skipped: its opportunity is gone. But skipping an exit
// would leave positions open that the bot has closed.
func (c *copying) mustWait() bool { return !c.signal.Type.IsEntry() && c.refusal != nil }

// copied is what a signal meets at a subscription: the account to execute on, its open positions that an exit closes, and,
// if all of its money follows the bot, its unrealized profit.
type copied struct {
	subscription *Subscription
	account      *trading.Account
	open         []*trading.Position
	unrealized   money.Decimal
}

// apply executes the signal for one subscription. It fails with the reason to skip it.
func (c *copying) apply(b *trading.Book, at copied) error {
	if c.signal.Type.IsEntry() {
		return c.enter(b, at)
	}
	if err := at.account.MayExit(); err != nil {
		return err
	}
	if len(at.open) == 0 {
		return fault.New(fault.NoMatchingPosition, "the account has nothing open of this bot to close")
	}
	for _, position := range at.open {
		if _, err := b.Close(at.account, position, c.price, position.Quantity, trading.ExitSignal); err != nil {
			return err
		}
	}
	return nil
}

var errPaused = fault.New(fault.SignalNotActionable, "the subscription was paused")

var errStopReached = fault.New(fault.SignalNotActionable, "the subscription has lost what it may lose")

// enter opens the bot's position, in proportion to the capital that follows it.
func (c *copying) enter(b *trading.Book, at copied) (err error) {
	defer func() {
		if errors.Is(err, money.ErrTooLarge) { // an amount out of range must not hold up the others
			err = fault.New(fault.InsufficientFunds, "this costs more than an account can have")
		}
	}()
	defer money.Catch(&err)
	if at.subscription.State() == SubscriptionPaused {
		return errPaused
	}
	// If it has open positions, the monitor decides: their profit may offset the loss.
	if !at.subscription.hasOpen && at.subscription.isBeyondStop(money.Zero) {
		return errStopReached
	}
	if c.refusal != nil {
		return c.refusal
	}
	if err := at.account.MayEnter(); err != nil {
		return err
	}
	base := at.subscription.AllocatedCapital
	if at.subscription.wholeAccount() {
		base = at.account.Balance().Add(at.unrealized)
	}
	scale, err := trading.RiskScale(at.account.Risk, c.signal.RiskLevel)
	if err != nil {
		return err
	}
	quantity, err := c.terms.Copied(c.signal.Proportion, scale, base, c.price)
	if err != nil {
		return err
	}
	if quantity = quantity.FloorTo(c.lotStep); !quantity.IsPositive() {
		return fault.New(fault.QuantityTooSmall, "the capital allows less than the smallest lot of %s, %s", c.signal.Symbol, c.lotStep)
	}
	_, err = b.Open(at.account, trading.Entry{
		SignalID: c.signal.ID, BotID: c.signal.BotID, SubscriptionID: at.subscription.ID, Symbol: c.signal.Symbol,
		Side: c.signal.Type.Side(), Quantity: quantity, Stop: c.signal.StopLoss, Target: c.signal.TargetPrice,
	}, c.price)
	return err
}
