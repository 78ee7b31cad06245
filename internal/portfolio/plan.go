package portfolio

import (
	"cmp"
	"slices"

	"bourse/internal/money"
)

// Action is what to do about an asset.
type Action string

// The actions. Selling cash means spending it, buying cash means receiving it.
const (
	Buy  Action = "buy"
	Sell Action = "sell"
	Hold Action = "hold"
)

// Line is what to do about one asset, and why.
type Line struct {
	Asset          string
	Action         Action
	CurrentPercent money.Decimal
	TargetPercent  money.Decimal
	Quantity       money.Decimal
	Value          money.Decimal
	Reason         string
}

// The rules of rebalancing. A portfolio is left alone as long as every asset is near its target, because every trade
// costs; once one is not, all are brought back, because that costs little more.
var (
	bandOfWhole  = money.FromInt(5)  // percent of the portfolio: points
	bandOfTarget = money.FromInt(25) // percent of the target
	minimumTrade = money.FromInt(10) // USD
)

// offer is how an asset can be traded.
type offer struct {
	price   money.Decimal // zero if unknown
	lotStep money.Decimal
}

// trade is the planned change of one asset.
type trade struct {
	Allocation
	offer

	delta    money.Decimal // by how much it should grow to meet its target
	isBeyond bool          // outside of its band, by an amount large enough to trade
	action   Action
	quantity money.Decimal
	value    money.Decimal
	limit    string // why it is less than wanted; empty if it is not
}

// plan finds the trades that bring a portfolio to its targets at current prices, before fees: cash first, then what
// to sell, then what to buy with it, the largest first, then what to leave. Cash above its target pays for purchases
// first, and no more is bought than cash and sales pay for; cash bound by withdrawals and short positions is not
// touched. Only what is held here is sold: what is held at another broker brings nothing that could be spent here,
// and short positions are neither opened nor closed. It panics with an *OverflowError when the amounts are too large.
func plan(allocations []Allocation, bound money.Decimal, offers map[string]offer) []Line {
	cash, trades, isNeeded := wanted(allocations, offers)
	if isNeeded {
		budget := proceeds(cash, trades, bound)
		for _, t := range trades {
			if t.delta.IsPositive() {
				t.buy(budget)
				budget = budget.Sub(t.value)
			}
		}
	}
	slices.SortStableFunc(trades, func(a, b *trade) int { return cmp.Compare(a.rank(), b.rank()) })
	lines := make([]Line, 0, len(allocations))
	lines = append(lines, cash.settle(trades).line(isNeeded))
	for _, t := range trades {
		lines = append(lines, t.line(isNeeded))
	}
	return lines
}

// proceeds sells what is above its target and returns what can be spent. That includes all unbound cash, because then
// sales and purchases add up to what cash is above its target. If something cannot be sold, because it is elsewhere
// or has no price, they do not, and cash pays only with what it has above its target.
func proceeds(cash *trade, trades []*trade, bound money.Decimal) money.Decimal {
	var sold money.Decimal
	isComplete := true
	for _, t := range trades {
		if t.delta.IsNegative() {
			t.sell()
			sold = sold.Add(t.value)
			isComplete = isComplete && (t.limit == "" || t.limit == limitMinimum)
		}
	}
	budget := sold.Add(money.Max(cash.Value.Sub(bound), money.Zero))
	if isComplete {
		return budget
	}
	return money.Min(budget, money.Max(sold.Sub(cash.delta), money.Zero))
}

// wanted compares every asset with its target, the largest difference first, and reports whether one is outside its
// band.
func wanted(allocations []Allocation, offers map[string]offer) (cash *trade, others []*trade, isNeeded bool) {
	var total money.Decimal
	for _, allocation := range allocations {
		total = total.Add(allocation.Value)
	}
	for _, allocation := range allocations {
		t := &trade{Allocation: allocation, offer: offers[allocation.Asset], action: Hold}
		target := partOf(money.Max(total, money.Zero), allocation.TargetPercent)
		t.delta = target.Sub(allocation.Value)
		difference := t.delta.Abs()
		t.isBeyond = !difference.LessThan(minimumTrade) &&
			(difference.GreaterThan(partOf(total, bandOfWhole)) || difference.GreaterThan(partOf(target, bandOfTarget)))
		isNeeded = isNeeded || t.isBeyond
		if allocation.Asset == cashAsset {
			cash = t
		} else {
			others = append(others, t)
		}
	}
	slices.SortStableFunc(others, func(a, b *trade) int { return b.delta.Abs().Cmp(a.delta.Abs()) })
	return cash, others, isNeeded
}

// sell sells what is above the target, as far as it is held here.
func (t *trade) sell() {
	amount := t.delta.Neg()
	if amount.GreaterThan(t.long.value) {
		if amount, t.limit = t.long.value, limitElsewhere; !amount.IsPositive() {
			return
		}
	}
	t.price = cmp.Or(t.long.mark, t.price)
	// Accounts may have been marked a moment apart: the total value is not exactly the quantity at one mark.
	t.size(Sell, money.Min(amount, t.long.quantity.Mul(t.price)))
}

// buy buys what is missing from the target, as far as the budget goes.
func (t *trade) buy(budget money.Decimal) {
	amount := t.delta
	if bought := t.long.value.Add(t.elsewhere).Sub(t.Value); bought.IsPositive() { // short positions are not bought back
		if amount, t.limit = amount.Sub(bought), limitShort; !amount.IsPositive() {
			return
		}
	}
	if amount.GreaterThan(budget) {
		amount, t.limit = budget, limitBudget
	}
	t.size(Buy, amount)
}

// size converts an amount to a quantity in whole lots; zero if that is less than the minimum trade.
func (t *trade) size(action Action, amount money.Decimal) {
	if !t.price.IsPositive() || !t.lotStep.IsPositive() {
		t.limit = limitPrice
		return
	}
	quantity, err := amount.Div(t.price)
	if err != nil { // so cheap that the quantity overflows
		t.limit = limitPrice
		return
	}
	quantity = quantity.FloorTo(t.lotStep)
	if quantity.Mul(t.price).GreaterThan(amount) { // the division was rounded up to the lot
		quantity = quantity.Sub(t.lotStep)
	}
	value := quantity.Mul(t.price)
	if value.LessThan(minimumTrade) {
		if t.limit == limitBudget {
			t.limit = limitNoCash
		}
		t.limit = cmp.Or(t.limit, limitMinimum)
		return
	}
	t.action, t.quantity, t.value = action, quantity, value
}

// settle makes cash pay for the trades and receive their proceeds.
func (t *trade) settle(trades []*trade) *trade {
	var net money.Decimal
	for _, other := range trades {
		switch other.action {
		case Buy:
			net = net.Sub(other.value)
		case Sell:
			net = net.Add(other.value)
		case Hold:
		}
	}
	switch {
	case net.IsNegative():
		t.action = Sell
	case net.IsPositive():
		t.action = Buy
	}
	t.quantity, t.value = net.Abs(), net.Abs()
	return t
}

// rank is the order in which trades are made.
func (t *trade) rank() int { return map[Action]int{Sell: 0, Buy: 1, Hold: 2}[t.action] }
