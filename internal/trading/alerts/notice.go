package alerts

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// Notice is a notification to a user.
type Notice struct {
	ID        uuid.UUID
	TenantID  uuid.UUID
	UserID    uuid.UUID
	Kind      Kind
	Subject   uuid.UUID // the order, position, subscription or alert
	Symbol    string    // empty if it is about none
	Title     string
	Text      string
	CreatedAt time.Time

	isMailWaiting bool
	channels      Channels        // the user's choice
	events        []webhook.Event // published with the notice, if its user has chosen webhooks
}

// newNotice makes a notice without its text.
func newNotice(kind Kind, tenant, user, subject uuid.UUID, at time.Time) *Notice {
	return &Notice{ID: database.NewIDAt(at), TenantID: tenant, UserID: user, Kind: kind, Subject: subject, CreatedAt: at}
}

// alertNotice says that an alert has fired.
func alertNotice(a *Alert) *Notice {
	n := newNotice(AlertFired, a.TenantID, a.UserID, a.ID, a.EndedAt)
	n.Symbol = a.Symbol
	n.Title = fmt.Sprintf("%s is at %s", a.Symbol, a.FiredPrice)
	switch a.Kind {
	case Above:
		n.Text = fmt.Sprintf("%s has reached %s, above your alert at %s.", a.Symbol, a.FiredPrice, a.Price)
	case Below:
		n.Text = fmt.Sprintf("%s has reached %s, below your alert at %s.", a.Symbol, a.FiredPrice, a.Price)
	default:
		n.Text = fmt.Sprintf("%s has moved by %s percent or more, from %s to %s.", a.Symbol, a.Percent, a.ReferencePrice, a.FiredPrice)
	}
	if a.FiredPrice == a.Price {
		n.Text = fmt.Sprintf("%s has reached your alert at %s.", a.Symbol, a.Price)
	}
	if a.Note != "" {
		n.Text += " You noted: " + a.Note
	}
	n.events = []webhook.Event{{TenantID: a.TenantID, Type: alertFired, Data: newAlertEvent(a)}}
	return n
}

// stopWords describe the levels at which the monitor closes positions.
var stopWords = map[trading.ExitReason]string{
	trading.ExitStop: "its stop", trading.ExitTarget: "its target", trading.ExitTrailingStop: "its trailing stop",
	trading.ExitLiquidation: "its liquidation price",
}

// stopNotice says that the monitor has closed a position of a given size, with its last closing.
func stopNotice(t *trading.Trade, opened money.Decimal) *Notice {
	n := newNotice(PositionStopped, t.TenantID, t.UserID, t.PositionID, t.ClosedAt)
	n.Symbol = t.Symbol
	n.Title = fmt.Sprintf("Your %s position was closed at %s", t.Symbol, stopWords[t.ExitReason])
	n.Text = fmt.Sprintf("%s of %s %s was closed at %s, at %s. It brought %s %s after fees.",
		direction(t.Side), opened, t.Symbol, stopWords[t.ExitReason], t.ExitPrice, signed(*t.PositionPnL), trading.Currency)
	if t.Quantity != opened {
		n.Text = fmt.Sprintf("%s of %s %s is closed, the last %s of it at %s, at %s. In all it brought %s %s after fees.",
			direction(t.Side), opened, t.Symbol, t.Quantity, stopWords[t.ExitReason], t.ExitPrice, signed(*t.PositionPnL), trading.Currency)
	}
	return n
}

// hasEndedInPart reports whether an order has ended partly filled.
func hasEndedInPart(o *trading.Order) bool {
	return !o.IsWorking() && o.Status != trading.OrderFilled && o.FilledQuantity.IsPositive()
}

// partNotice says that an exchange has closed a part of a position at a level.
func partNotice(o *trading.Order) *Notice {
	n := newNotice(PositionStopped, o.TenantID, o.UserID, o.Closes, o.UpdatedAt)
	n.Symbol = o.Symbol
	n.Title = fmt.Sprintf("A part of your %s position was closed at %s", o.Symbol, stopWords[o.ExitReason])
	n.Text = fmt.Sprintf("%s in %s has reached %s, and %s of %s was closed, at %s.",
		direction(o.Side.Opposite()), o.Symbol, stopWords[o.ExitReason], o.FilledQuantity, o.Quantity, o.AveragePrice)
	if o.Reason != "" {
		n.Text += " The rest is open: " + o.Reason + "."
	}
	return n
}

func direction(side trading.Side) string {
	if side == trading.Sell {
		return "Your short position"
	}
	return "Your long position"
}

// signed is an amount with two decimals and its sign.
func signed(amount money.Decimal) string {
	if rounded := amount.Round(2); !rounded.IsPositive() {
		return rounded.String()
	}
	return "+" + amount.Round(2).String()
}

// FilledOrder is an order that was filled while its user was away.
type FilledOrder struct {
	ID, TenantID, UserID uuid.UUID
	Symbol               string
	Side                 trading.Side
	Type                 string // limit, stop or market
	Quantity             money.Decimal
	Price                money.Decimal // on average
	At                   time.Time
}

// orderNotice says that an order was filled.
func orderNotice(o FilledOrder) *Notice {
	n := newNotice(OrderFilled, o.TenantID, o.UserID, o.ID, o.At)
	n.Symbol = o.Symbol
	did := "bought"
	if o.Side == trading.Sell {
		did = "sold"
	}
	n.Title = fmt.Sprintf("Your %s order in %s was filled", o.Type, o.Symbol)
	n.Text = fmt.Sprintf("%s %s were %s at %s.", o.Quantity, o.Symbol, did, o.Price)
	return n
}

// StoppedCopy is a subscription that has reached its loss limit and was ended.
type StoppedCopy struct {
	SubscriptionID, TenantID, UserID uuid.UUID
	BotName                          string
	Capital                          money.Decimal
	Percent                          int // of the capital, the loss limit
	At                               time.Time
}

// copyNotice says that a subscription was stopped.
func copyNotice(c StoppedCopy) *Notice {
	n := newNotice(CopyStopped, c.TenantID, c.UserID, c.SubscriptionID, c.At)
	n.Title = fmt.Sprintf("You no longer copy %s", c.BotName)
	n.Text = fmt.Sprintf("Copying %s has lost %d percent of its %s %s, which is where you wanted it to stop. Its positions are closed, those of closed markets when they open.",
		c.BotName, c.Percent, c.Capital, trading.Currency)
	return n
}
