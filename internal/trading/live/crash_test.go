package live_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/investment/broker/binancetest"
	"bourse/internal/market/venue"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/live"
)

// watched is an exchange that calls a function before and after each of its calls.
type watched struct {
	live.Exchange
	before, after func()
}

func watch[T any](w watched, call func() (T, error)) (T, error) {
	w.before()
	answer, err := call()
	w.after()
	return answer, err
}

func (w watched) Time(ctx context.Context) (time.Time, error) {
	return watch(w, func() (time.Time, error) { return w.Exchange.Time(ctx) })
}

func (w watched) FreshTime(ctx context.Context) (time.Time, error) {
	return watch(w, func() (time.Time, error) { return w.Exchange.FreshTime(ctx) })
}

func (w watched) Rules(ctx context.Context, symbol string) (venue.Rules, error) {
	return watch(w, func() (venue.Rules, error) { return w.Exchange.Rules(ctx, symbol) })
}

func (w watched) Place(ctx context.Context, ticket venue.Ticket, at time.Time) (venue.Report, error) {
	return watch(w, func() (venue.Report, error) { return w.Exchange.Place(ctx, ticket, at) })
}

func (w watched) Find(ctx context.Context, reference venue.Reference) (venue.Report, error) {
	return watch(w, func() (venue.Report, error) { return w.Exchange.Find(ctx, reference) })
}

func (w watched) Cancel(ctx context.Context, reference venue.Reference) (venue.Report, error) {
	return watch(w, func() (venue.Report, error) { return w.Exchange.Cancel(ctx, reference) })
}

func (w watched) Fills(ctx context.Context, symbol, orderID string) ([]venue.Fill, error) {
	return watch(w, func() ([]venue.Fill, error) { return w.Exchange.Fills(ctx, symbol, orderID) })
}

func (w watched) PriceAt(ctx context.Context, asset, quote string, at time.Time) (money.Decimal, error) {
	return watch(w, func() (money.Decimal, error) { return w.Exchange.PriceAt(ctx, asset, quote, at) })
}

// process is a replica that does something at one of its steps: before or after one of its calls to the exchange, which
// covers all moments between two of its transactions.
type process struct {
	*live.Service
	mutex sync.Mutex
	steps int
	at    int
	do    func()
}

func (r *rig) newProcess() *process {
	p := &process{}
	around := &connections{id: r.connections.id, isAllowed: true, client: r.newClient(), around: func(exchange live.Exchange) live.Exchange {
		return watched{exchange, p.step, p.step}
	}}
	p.Service = r.replica(around)
	return p
}

func (p *process) step() {
	p.mutex.Lock()
	p.steps++
	isNow := p.steps == p.at
	p.mutex.Unlock()
	if isNow {
		p.do()
	}
}

// set makes the process do something at a given step.
func (p *process) set(step int, do func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.steps, p.at, p.do = 0, step, do
}

// TestAnOrderSurvivesACrashAtEveryStep ends the process that carries an order at each moment of its life: as in a crash,
// with nothing written any more, and as in a stop, with work in progress finished. Another process takes over.
func TestAnOrderSurvivesACrashAtEveryStep(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		for _, s := range stories() {
			for _, end := range []string{"crash", "stop"} {
				steps := 0
				for isDead := true; isDead; steps++ {
					isDead = r.tellWithDeath(s, end, steps+1)
				}
				if steps < 8 {
					t.Errorf("%s has %d steps only", s.name, steps)
				}
			}
		}
		r.WantBalanced()
	})
}

// tellWithDeath plays a story in which the process ends at a step and another takes over. It reports whether that step was
// reached.
func (r *rig) tellWithDeath(s story, end string, step int) (isDead bool) {
	r.T.Helper()
	dying, heir := r.newProcess(), r.replica(r.connections)
	ctx, stop := context.WithCancel(r.T.Context())
	defer stop()
	dying.set(step, func() {
		isDead, r.live, r.running = true, heir, r.T.Context()
		if end == "crash" {
			panic("the process dies")
		}
		stop()
	})
	r.live, r.running = dying.Service, ctx
	r.tell(s, fmt.Sprintf("%s at step %d", end, step))
	return isDead
}

// TestAProcessThatWasPausedSendsNothingLate suspends a process for a long time between recording that it sends an order and
// sending it. Another one has sent it by then; the exchange refuses the first request, and the first process changes
// nothing.
func TestAProcessThatWasPausedSendsNothingLate(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		paused, reached, goOn := r.newProcess(), make(chan struct{}), make(chan struct{})
		// Rules, time, and then the order: the fifth step is before it is sent.
		paused.set(5, func() {
			close(reached)
			<-goOn
		})
		order := r.place(r.limitOrder(trading.Buy, "0.1", "49000"))
		ended := make(chan error, 1)
		go func() {
			_, err := paused.CarryDue(t.Context())
			ended <- err
		}()
		testkit.Receive(t, "the pause", reached)
		if sent := r.atExchange(order); len(sent) != 0 {
			t.Fatal("the order has left before the pause")
		}
		r.clock.Advance(2 * time.Minute) // its lease has expired
		r.untilThere(order)
		close(goOn)
		if err := testkit.Receive(t, "the paused process", ended); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			r.carry()
			r.clock.Advance(10 * time.Second)
		}
		r.wantOnce(order)
		if sent := slices.DeleteFunc(r.exchange.Requests(), func(request string) bool { return request != placeOrder }); len(sent) != 2 {
			t.Errorf("the order was sent %d times, want once by each", len(sent))
		}
		r.exchange.SetPrice("BTCUSDT", "48000")
		r.untilDone()
		r.wantStatus(order, trading.OrderFilled)
		r.wantOnce(order)
		r.WantBalanced()
	})
}

// TestReplicasCarryEachOrderOnce lets several processes work on the same orders concurrently, while connections break.
func TestReplicasCarryEachOrderOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		var orders []*trading.Order
		for i := range 24 {
			if i%2 == 0 {
				orders = append(orders, r.place(r.order(trading.Buy, "0.1")))
			} else {
				orders = append(orders, r.place(r.limitOrder(trading.Buy, "0.1", "49000")))
			}
		}
		replicas := make([]*live.Service, 4)
		for i := range replicas {
			replicas[i] = r.newProcess().Service
		}
		for n := range 20 {
			faults := []binancetest.Fault{binancetest.LostRequest, binancetest.LostAnswer, binancetest.CutAnswer, binancetest.TimeoutDone}
			r.exchange.FailAt(5*n+7, faults[n%len(faults)])
		}
		for round := range 6 {
			results := testkit.InParallel(len(replicas), func(i int) error {
				_, err := replicas[i].CarryDue(t.Context())
				return err
			})
			for _, err := range results {
				if err != nil {
					t.Fatal(err)
				}
			}
			if round == 3 {
				r.exchange.SetPrice("BTCUSDT", "48500")
			}
			r.clock.Advance(15 * time.Second)
		}
		r.exchange.Mend()
		r.untilDone()
		for _, order := range orders {
			r.wantStatus(order, trading.OrderFilled)
			r.wantOnce(order)
		}
		if all := r.exchange.Orders(key); len(all) != len(orders) {
			t.Errorf("the exchange has %d orders, want %d", len(all), len(orders))
		}
		r.WantBalanced()
	})
}

// TestAnOrderIsTakenBackThatIsJustBeingSent cancels it at the worst moment: the cancellation does not wait for the next
// check of the order.
func TestAnOrderIsTakenBackThatIsJustBeingSent(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		sending := r.newProcess()
		order := r.place(r.limitOrder(trading.Buy, "0.1", "49000"))
		sending.set(5, func() { r.cancel(order) }) // after it is recorded and before it is sent
		r.live = sending.Service
		r.carry()
		r.wantStatus(order, trading.OrderWorking)
		r.carry()
		r.wantStatus(order, trading.OrderCancelled)
		if there := r.wantOnce(order); there.Status != "CANCELED" {
			t.Errorf("the exchange says %s", there.Status)
		}
	})
}

// TestOrdersPlacedAndTakenBackAtOnceEndOnce has owners cancel orders at the moment at which they are sent.
func TestOrdersPlacedAndTakenBackAtOnceEndOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		var orders []*trading.Order
		for range 8 {
			orders = append(orders, r.place(r.limitOrder(trading.Buy, "0.1", "49000")))
		}
		replicas := []*live.Service{r.newProcess().Service, r.newProcess().Service}
		testkit.InParallel(len(orders)+len(replicas), func(i int) error {
			if i < len(orders) {
				r.cancel(orders[i])
				return nil
			}
			_, err := replicas[i-len(orders)].CarryDue(t.Context())
			return err
		})
		r.untilDone()
		for i, order := range orders {
			r.wantStatus(order, trading.OrderCancelled)
			for _, there := range r.atExchange(order) {
				if there.Status != "CANCELED" {
					t.Errorf("order %d is %s at the exchange", i, there.Status)
				}
			}
		}
		if told := r.Events.Count("trading.order.cancelled"); told != len(orders) {
			t.Errorf("%d cancellations are told, want %d", told, len(orders))
		}
	})
}
