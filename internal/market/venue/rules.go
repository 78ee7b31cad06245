package venue

import (
	"fmt"
	"slices"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// Rules are an exchange's requirements for orders of a symbol. A limit of zero means none.
type Rules struct {
	Symbol                    string
	BaseAsset, QuoteAsset     string
	IsTrading                 bool
	Types                     []Type
	TickSize                  money.Decimal
	LowestPrice, HighestPrice money.Decimal
	LotStep                   money.Decimal
	LeastQuantity             money.Decimal
	MostQuantity              money.Decimal
	LeastNotional             money.Decimal
	MostNotional              money.Decimal
}

// Fit adapts a ticket to the rules, never to the customer's disadvantage: the quantity is floored to the lot, a limit is
// rounded down to the tick for a buyer and up for a seller, a stop the other way round so that it is not triggered before
// the requested price. The value of a market order is left to the exchange to check. It fails with MARKET_CLOSED,
// QUANTITY_TOO_SMALL and VALIDATION_ERROR.
func (r Rules) Fit(ticket Ticket) (Ticket, error) {
	if !r.IsTrading {
		return ticket, fault.New(fault.MarketClosed, "%s is not traded at the exchange now", r.Symbol)
	}
	if !slices.Contains(r.Types, ticket.Type) {
		return ticket, fault.Invalid("type", "the exchange takes no %s orders for %s", ticket.Type, r.Symbol)
	}
	if r.LotStep.IsPositive() {
		ticket.Quantity = ticket.Quantity.FloorTo(r.LotStep)
	}
	if ticket.Quantity.LessThan(r.LeastQuantity) || !ticket.Quantity.IsPositive() {
		return ticket, fault.New(fault.QuantityTooSmall, "the exchange takes no less than %s of %s", money.Max(r.LeastQuantity, r.LotStep), r.BaseAsset)
	}
	if r.MostQuantity.IsPositive() && ticket.Quantity.GreaterThan(r.MostQuantity) {
		return ticket, fault.Invalid("quantity", "the exchange takes no more than %s of %s", r.MostQuantity, r.BaseAsset)
	}
	var price money.Decimal
	switch ticket.Type {
	case Limit:
		ticket.Price = r.toTick(ticket.Price, ticket.Side == Sell)
		price = ticket.Price
	case Stop:
		ticket.StopPrice = r.toTick(ticket.StopPrice, ticket.Side == Buy)
		price = ticket.StopPrice
	}
	if ticket.Type == Market {
		return ticket, nil
	}
	if err := r.checkPrice(ticket.Type, price); err != nil {
		return ticket, err
	}
	return ticket, r.checkNotional(price, ticket.Quantity)
}

// toTick rounds a price to the tick, up or down.
func (r Rules) toTick(price money.Decimal, isUp bool) money.Decimal {
	if !r.TickSize.IsPositive() {
		return price
	}
	floored := price.FloorTo(r.TickSize)
	if isUp && floored != price {
		return floored.Add(r.TickSize)
	}
	return floored
}

func (r Rules) checkPrice(of Type, price money.Decimal) error {
	field := fmt.Sprintf("%sPrice", of)
	switch {
	case !price.IsPositive() || price.LessThan(r.LowestPrice):
		return fault.Invalid(field, "the exchange takes no price below %s", money.Max(r.LowestPrice, r.TickSize))
	case r.HighestPrice.IsPositive() && price.GreaterThan(r.HighestPrice):
		return fault.Invalid(field, "the exchange takes no price above %s", r.HighestPrice)
	}
	return nil
}

func (r Rules) checkNotional(price, quantity money.Decimal) error {
	notional, err := price.TryMul(quantity)
	switch {
	case err != nil:
		return fault.Invalid("quantity", "the order is too large")
	case notional.LessThan(r.LeastNotional):
		return fault.New(fault.QuantityTooSmall, "the exchange takes no order of less than %s %s", r.LeastNotional, r.QuoteAsset)
	case r.MostNotional.IsPositive() && notional.GreaterThan(r.MostNotional):
		return fault.Invalid("quantity", "the exchange takes no order of more than %s %s", r.MostNotional, r.QuoteAsset)
	}
	return nil
}
