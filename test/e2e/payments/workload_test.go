package payments_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const (
	workloadClients    = 6
	workloadOperations = 60 // of each client
)

// TestTheBooksBalanceAtAllTimes does everything that moves money at once, at random, and checks the books all the
// while.
func TestTheBooksBalanceAtAllTimes(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		w := newWorkload(t, place)
		stop, watching := make(chan struct{}), sync.WaitGroup{}
		watching.Go(func() { w.watch(t, stop) })
		var working sync.WaitGroup
		for range workloadClients {
			one := &trafficker{workload: w, member: w.Register(t)}
			working.Go(func() { one.run(t) })
		}
		working.Wait()
		close(stop)
		watching.Wait()
		w.awaitCopies(t)
		w.MustStop(t)
		t.Logf("after %d operations, %d looks at the books: %v", w.done.Load(), w.looks.Load(), w.tally)
		for _, action := range slices.Sorted(maps.Keys(actions)) {
			if w.tally[action] == 0 {
				t.Errorf("no %s has succeeded", action)
			}
		}
		wantLedger(t, w.books)
		for _, queries := range []map[string]string{impossiblePayments, kit.Impossible, untold} {
			kit.WantNone(t, w.books, queries)
		}
	})
}

// workload is a venue that is also a counter.
type workload struct {
	*counter
	venue   *kit.Venue
	courses []kit.Course
	bot     map[string]any
	minute  time.Time // in which the bot's price turns
	turn    sync.Once
	ticks   chan struct{} // after operations, unless a check is already due
	done    atomic.Int64
	looks   atomic.Int64

	mutex sync.Mutex
	tally map[string]int // counts of successes
}

func newWorkload(t *testing.T, place *kit.Installation) *workload {
	t.Helper()
	v := kit.NewVenue(t, place, counterFlags...)
	w := &workload{
		counter: &counter{&kit.School{Server: v.Server, Author: v.Officer(t, "super_admin", "")}, place.Books(t)}, venue: v,
		ticks: make(chan struct{}, 1), tally: map[string]int{}, minute: time.Now().Truncate(time.Minute),
	}
	for range 12 {
		w.courses = append(w.courses, w.paid(t, 50))
	}
	w.bot = w.Author.NewBot(t, kit.Body{
		"symbols": []string{workloadSymbol}, "timeframe": "1m", "riskLevel": "high",
		"parameters": kit.Body{"fastPeriod": 2, "slowPeriod": 3, "atrPeriod": 2, "stopAtr": 2, "targetAtr": 4},
	})
	const fall = 40 // as in the test of copying: the averages are apart and wait for the turn
	for i := range fall {
		last := 3000 - i
		v.BarAt(t, w.minute.Add(time.Duration(i-fall)*time.Minute), workloadSymbol,
			fmt.Sprint(last+1), fmt.Sprint(last+1), fmt.Sprint(last), fmt.Sprint(last))
	}
	testkit.Within(t, kit.Patience, "the candles are stored", func() bool {
		return len(w.Author.Get(t, "/trading/candles?interval=1m&symbol="+workloadSymbol).Ok(t, 200).List(t, kit.ShapeOfCandle, nil)) == fall
	})
	w.Author.Set(t, w.bot, kit.Body{"status": "active"}).Ok(t, 200)
	return w
}

const workloadSymbol = "ETHUSD"

// watch checks the books whenever something was done, until it is told to stop.
func (w *workload) watch(t *testing.T, stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		case <-w.ticks:
		}
		wantLedger(t, w.books)
		kit.WantNone(t, w.books, impossiblePayments)
		w.looks.Add(1)
	}
}

// awaitCopies waits until the bot's entry has been copied for all followers.
func (w *workload) awaitCopies(t *testing.T) {
	t.Helper()
	if t.Failed() {
		return // one of them may not have got this far
	}
	testkit.Within(t, kit.Patience, "the bot's entry is copied", func() bool {
		return kit.Count(t, w.books, `SELECT COUNT(*) FROM positions WHERE bot_id = $1 AND user_id IS NOT NULL`, w.bot["id"]) == w.tally["subscription"]
	})
}

// trafficker is one client of the workload, with what it has.
type trafficker struct {
	*workload
	member                        *kit.Member
	accounts, positions, payments []string
}

// actions are what a trafficker can do, by name.
var actions = map[string]func(*trafficker, *testing.T) bool{
	"execution": (*trafficker).execute, "closing": (*trafficker).closeAll, "partial closing": (*trafficker).closePart,
	"subscription": (*trafficker).subscribe, "deposit": (*trafficker).deposit, "approval": (*trafficker).withdrawAndApprove,
	"rejection": (*trafficker).withdrawAndReject, "withdrawal": (*trafficker).withdrawOnly, "purchase": (*trafficker).buy,
	"refund": (*trafficker).refundAll, "partial refund": (*trafficker).refundPart, "opening of an account": (*trafficker).openAccount,
	"closing of an account": (*trafficker).closeAccount, "move of the price": (*trafficker).movePrice,
}

func (c *trafficker) run(t *testing.T) {
	names := slices.Sorted(maps.Keys(actions))
	first := []string{"subscription", "opening of an account", "execution", "deposit", "purchase"} // the others need something to work on
	for i := range workloadOperations {
		name := names[rand.IntN(len(names))]
		if i < len(first) {
			name = first[i]
		}
		if actions[name](c, t) {
			c.mutex.Lock()
			c.tally[name]++
			c.mutex.Unlock()
		}
		if c.done.Add(1) >= workloadClients*workloadOperations/2 {
			c.turn.Do(func() { c.venue.BarAt(t, c.minute, workloadSymbol, "2961", "2975", "2961", "2975") })
		}
		select {
		case c.ticks <- struct{}{}:
		default:
		}
	}
}

// try makes a call that may be refused with one of the codes, and reports whether it succeeded.
func try(t *testing.T, a *kit.Answer, codes ...string) bool {
	if a.Status < http.StatusBadRequest {
		return true
	}
	failure, _ := a.Envelope["error"].(map[string]any)
	if code, _ := failure["code"].(string); !slices.Contains(codes, code) {
		t.Errorf("%s: %d %s", a.Call, a.Status, a.Text)
	}
	return false
}

// oneOfMany is a random text of the list; empty if there is none.
func oneOfMany(all []string) string {
	if len(all) == 0 {
		return ""
	}
	return all[rand.IntN(len(all))]
}

// dataOf is the data of an answer.
func dataOf(a *kit.Answer) map[string]any { return a.Envelope["data"].(map[string]any) }

func (c *trafficker) execute(t *testing.T) bool {
	signal := c.venue.Signal(t, []string{"entry_long", "entry_short"}[rand.IntN(2)], nil) // at the current price
	content := kit.Body{"quantity": 30}
	if account := oneOfMany(c.accounts); account != "" && rand.IntN(3) > 0 {
		content["accountId"] = account
	}
	a := c.member.Post(t, kit.Executing(signal), content)
	if !try(t, a, "INSUFFICIENT_FUNDS", "ACCOUNT_NOT_ACTIVE", "PRICE_MOVED") {
		return false
	}
	c.positions = append(c.positions, dataOf(a)["position"].(map[string]any)["id"].(string))
	return true
}

func (c *trafficker) closeAll(t *testing.T) bool {
	position := oneOfMany(c.positions)
	return position != "" && try(t, c.member.Post(t, kit.Closing(position), nil), "POSITION_NOT_OPEN")
}

func (c *trafficker) closePart(t *testing.T) bool {
	position := oneOfMany(c.positions)
	return position != "" && try(t, c.member.Post(t, kit.Closing(position), kit.Body{"quantity": 7}), "POSITION_NOT_OPEN", "VALIDATION_ERROR")
}

func (c *trafficker) subscribe(t *testing.T) bool {
	return try(t, c.member.Post(t, kit.BotAt(c.bot, "/subscribe"), kit.Body{"mode": "auto", "allocatedCapital": 5000}), "ALREADY_SUBSCRIBED")
}

// pay pays a begun payment, or sometimes declines or cancels it.
func (c *trafficker) pay(t *testing.T, a *kit.Answer) bool {
	payment := begun{dataOf(a)["paymentId"].(string), dataOf(a)["checkoutUrl"].(string)}
	switch rand.IntN(8) {
	case 0:
		c.decide(t, payment, "decline")
		return false
	case 1:
		try(t, c.member.Post(t, payment.at("/cancel"), nil))
		return false
	}
	c.decide(t, payment, "pay")
	c.payments = append(c.payments, payment.id)
	return true
}

func (c *trafficker) deposit(t *testing.T) bool {
	account := oneOfMany(c.accounts)
	if account == "" {
		return false
	}
	a := once(c.member).Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": 10 + rand.IntN(90)})
	return try(t, a, "ACCOUNT_NOT_ACTIVE") && c.pay(t, a)
}

func (c *trafficker) withdraw(t *testing.T) string {
	account := oneOfMany(c.accounts)
	if account == "" {
		return ""
	}
	a := once(c.member).Post(t, kit.WithdrawalsPath, withdrawing(account, 1+rand.IntN(80)))
	if !try(t, a, "INSUFFICIENT_FUNDS", "ACCOUNT_NOT_ACTIVE") {
		return ""
	}
	return dataOf(a)["id"].(string)
}

func (c *trafficker) withdrawOnly(t *testing.T) bool { return c.withdraw(t) != "" }

func (c *trafficker) withdrawAndApprove(t *testing.T) bool {
	id := c.withdraw(t)
	return id != "" && try(t, judge(t, c.Author, id, "approve"), "ACCOUNT_NOT_ACTIVE")
}

func (c *trafficker) withdrawAndReject(t *testing.T) bool {
	id := c.withdraw(t)
	return id != "" && try(t, judge(t, c.Author, id, "reject"))
}

func (c *trafficker) buy(t *testing.T) bool {
	a := once(c.member).Post(t, kit.CheckoutPath, kit.Body{"courseId": c.courses[rand.IntN(len(c.courses))].ID})
	return try(t, a, "CONFLICT") && c.pay(t, a)
}

func (c *trafficker) refundSome(t *testing.T, amount float64) bool {
	payment := oneOfMany(c.payments)
	return payment != "" && try(t, refund(t, c.Author, begun{id: payment}, amount),
		"INVALID_TRANSITION", "VALIDATION_ERROR", "INSUFFICIENT_FUNDS", "ACCOUNT_NOT_ACTIVE")
}

func (c *trafficker) refundAll(t *testing.T) bool { return c.refundSome(t, 0) }

func (c *trafficker) refundPart(t *testing.T) bool { return c.refundSome(t, 7.25) }

func (c *trafficker) openAccount(t *testing.T) bool {
	account := c.member.Invest(t, 200)
	c.accounts = append(c.accounts, account)
	if c.member.Account(t, account)["status"] == "pending_kyc" && !try(t, c.Author.Move(t, account, "active")) { // later ones are active at once
		return false
	}
	a := once(c.member).Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": 200})
	return try(t, a) && c.pay(t, a)
}

func (c *trafficker) closeAccount(t *testing.T) bool {
	account := oneOfMany(c.accounts)
	return account != "" && try(t, c.Author.Move(t, account, "closed"), "INVALID_TRANSITION")
}

func (c *trafficker) movePrice(t *testing.T) bool {
	price := fmt.Sprintf("2.%02d", rand.IntN(20))
	c.venue.Bar(t, kit.Xrp, price, price, price, price)
	return true
}
