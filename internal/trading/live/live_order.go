package live

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/market/venue"
	"bourse/internal/money"
)

// state is what we know of where an order is.
type state string

const (
	toSend  state = "to_send" // certainly not at the exchange
	sent    state = "sent"    // on its way, or lost with the process that sent it
	unknown state = "unknown" // no answer came
	working state = "working" // at the exchange
	done    state = "done"    // ended on both sides
)

// liveOrder is an order as its exchange has it.
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
	// marketPatience is for how long a purchase at the market may wait to be sent: later the price is none that anybody has
	// seen. Who wants to get rid of something wants it at any time.
	marketPatience = 2 * time.Minute
	// arrival is how much longer than venue.Window an order is waited for that the exchange does not know: it answers a
	// request within ten seconds or says that it does not know, and queries can lag behind.
	arrival = 25 * time.Second

	firstPause   = time.Second
	longestPause = time.Minute
	// An order that works is looked at again after a quarter of the time for which nothing has happened to it.
	shortestLook = time.Second
	longestLook  = 30 * time.Second
)

// pauseAfter is how long to wait after so many attempts in a row have failed, or as long as the exchange asks for. A long
// ban is no reason to leave the order for as long: another process has another address, and the client of the banned one
// keeps its requests back by itself.
func pauseAfter(attempts int64, asked time.Duration) time.Duration {
	pause := longestPause
	if doublings := max(attempts-1, 0); doublings < 6 {
		pause = firstPause << doublings
	}
	return max(pause, min(asked, longestPause))
}

// lookAfter is how long to wait before the next look at an order that works.
func (o *liveOrder) lookAfter(now time.Time) time.Duration {
	return min(max(now.Sub(o.ChangedAt)/4, shortestLook), longestLook)
}
