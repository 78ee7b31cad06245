package live

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/market/venue"
	"bourse/internal/money"
)

// state is what we know about an order at its exchange.
type state string

const (
	toSend  state = "to_send" // certainly not at the exchange
	sent    state = "sent"    // on its way, or lost with the process that sent it
	unknown state = "unknown" // no answer came
	working state = "working" // at the exchange
	done    state = "done"    // ended on both sides
)

// liveOrder is an order at its exchange.
type liveOrder struct {
	ID              uuid.UUID // the order's
	TenantID        uuid.UUID
	AccountID       uuid.UUID
	ConnectionID    uuid.UUID
	ClientOrderID   string
	State           state
	Symbol          string
	Side            venue.Side
	Type            venue.Type
	Quantity        money.Decimal
	LimitPrice      money.Decimal
	StopPrice       money.Decimal
	ExchangeOrderID string
	Executed        money.Decimal
	CancelAsked     bool
	Error           string
	Attempts        int64
	SentAt          time.Time
	ExpiresAt       time.Time
	NextAt          time.Time
	LeasedUntil     time.Time
	Lease           int64
	CreatedAt       time.Time
	ChangedAt       time.Time
}

func (o *liveOrder) ticket() venue.Ticket {
	return venue.Ticket{
		ClientID: o.ClientOrderID, Symbol: o.Symbol, Side: o.Side, Type: o.Type, Quantity: o.Quantity, Price: o.LimitPrice, StopPrice: o.StopPrice,
	}
}

func (o *liveOrder) reference() venue.Reference {
	return venue.Reference{Symbol: o.Symbol, OrderID: o.ExchangeOrderID, ClientID: o.ClientOrderID}
}

func (o *liveOrder) isExpired(now time.Time) bool {
	return !o.ExpiresAt.IsZero() && !now.Before(o.ExpiresAt)
}

const (
	// marketPatience is for how long a market purchase may wait to be sent: after that its price is one that nobody has
	// seen. A sale may wait any time, since its owner wants to get rid of the position anyway.
	marketPatience = 2 * time.Minute
	// arrival is how much longer than venue.Window to wait for an order that the exchange does not know: it answers a
	// request within ten seconds or reports the state as unknown, and queries can lag behind.
	arrival = 25 * time.Second

	firstPause   = time.Second
	longestPause = time.Minute
	// A working order is checked again after a quarter of the time since its last change.
	shortestLook = time.Second
	longestLook  = 30 * time.Second
)

// pauseAfter is how long to wait after so many attempts in a row have failed, or as long as the exchange asks for, up to
// longestPause. The order does not wait for the end of a longer ban: another process has another address, and the client of
// the banned one holds its requests back by itself.
func pauseAfter(attempts int64, asked time.Duration) time.Duration {
	pause := longestPause
	if doublings := max(attempts-1, 0); doublings < 6 {
		pause = firstPause << doublings
	}
	return max(pause, min(asked, longestPause))
}

// lookAfter is how long to wait before the next check of a working order.
func (o *liveOrder) lookAfter(now time.Time) time.Duration {
	return min(max(now.Sub(o.ChangedAt)/4, shortestLook), longestLook)
}
