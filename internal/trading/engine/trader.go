package engine

import (
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// Trader is a bot trading on its account: the book, the account and the open positions change together.
type Trader struct {
	Book      *trading.Book
	Settings  Settings
	Account   *trading.Account
	Positions []*trading.Position
}

// CarryOut executes a signal on the bot's own account, and sets the signal's proportion. worth is the value of the account
// before. It fails as Book.Open, Terms.Size and Signal.Enterable do.
func (t *Trader) CarryOut(signal *trading.Signal, instrument market.Instrument, quote market.Quote, worth money.Decimal) error {
	side := signal.Type.Side()
	if !signal.Type.IsEntry() {
		price := t.Book.Terms().Price(quote, side.Opposite())
		for _, position := range t.Positions {
			if position.Symbol == signal.Symbol && position.Side == side && position.Status == trading.Open {
				if _, err := t.Book.Close(t.Account, position, price, position.Quantity, trading.ExitSignal); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if err := signal.Enterable(quote); err != nil {
		return err
	}
	price := t.Book.Terms().Price(quote, side)
	quantity, err := t.Book.Terms().Size(trading.Sizing{
		Level: t.Settings.RiskLevel, Equity: worth, Cash: t.Account.Cash, Price: price, Stop: signal.StopLoss, Instrument: instrument,
	})
	if err != nil {
		return err
	}
	if signal.Proportion, err = trading.ProportionOf(quantity, worth); err != nil {
		return err
	}
	position, err := t.Book.Open(t.Account, trading.Entry{
		SignalID: signal.ID, BotID: t.Settings.BotID, Symbol: signal.Symbol, Side: side, Quantity: quantity,
		Stop: signal.StopLoss, Target: signal.TargetPrice,
	}, price)
	if err != nil {
		return err
	}
	t.Positions = append(t.Positions, position)
	return nil
}

// IsInability reports whether a bot cannot do what it wants for reasons that are not failures.
func IsInability(err error) bool {
	for _, code := range []fault.Code{fault.InsufficientFunds, fault.QuantityTooSmall, fault.PriceMoved, fault.AccountNotActive} {
		if fault.Is(err, code) {
			return true
		}
	}
	return false
}
