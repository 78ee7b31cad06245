package trading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/bench/accounts"
	"bourse/bench/kit"
	"bourse/internal/database"
)

// size is how much past there is.
type size struct {
	positions int
	owners    int // who have equally many positions each, every tenth of them open
	bots      int
}

// large is the measured size: 500 owners with 200 positions each.
var large = size{positions: 100_000, owners: 500, bots: 100}

const (
	openOneIn     = 10
	openPositions = 100_000 / openOneIn
	workingOrders = 10_000      // over all owners
	seedStep      = time.Minute // between two positions
)

// pairWorkers is how many users execute and close at the same time, each on their own account.
const pairWorkers = 8

// platform is an installation with a constant market and a past.
type platform struct {
	*kit.StillMarket
	seed *seed
}

// newPlatforms makes two with the same rows: one for the product, and one on which the same statements run without
// it.
func newPlatforms(ctx context.Context, rig *kit.Rig, engine database.Engine) (ours, bare *platform, err error) {
	ours, bare = &platform{}, &platform{}
	for _, side := range []*platform{ours, bare} {
		if side.StillMarket, err = rig.InstallStillMarket(ctx, engine); err != nil {
			return nil, nil, err
		}
	}
	emails := []string{kit.UserEmail}
	for i := range pairWorkers {
		emails = append(emails, traderEmail(i))
		if err := ours.CreateUser(ctx, traderEmail(i)); err != nil {
			return nil, nil, err
		}
	}
	err = ours.InDatabase(ctx, func(db *database.DB) error {
		users, err := kit.FindUsers(ctx, db, emails...)
		if err != nil {
			return err
		}
		ours.seed = newSeed(large, users, time.Now())
		return ours.seed.write(ctx, db)
	})
	if err != nil {
		return nil, nil, fmt.Errorf("seed: %w", err)
	}
	bare.seed = ours.seed
	return ours, bare, bare.InDatabase(ctx, func(db *database.DB) error { return bare.seed.write(ctx, db) })
}

func traderEmail(number int) string { return fmt.Sprintf("trader-%d@bench.test", number) }

// seed is the past of a platform. Only the first owner and the traders are users of the product. The owners follow
// the first bot with a copy-stop, so that every tick has to value what is open.
type seed struct {
	size    size
	now     time.Time
	owners  []accounts.Owner
	traders []accounts.Owner // have not traded yet
	bots    []seededBot
	signals []seededSignal
	// positions have no margin in the ledger: none of them is ever closed.
	positions []seededPosition
	orders    []seededOrder // hold nothing in the ledger either
}

type seededBot struct {
	id, account uuid.UUID
	number      int
}

type seededSignal struct {
	id, bot uuid.UUID // without a bot it is an analyst's
	short   bool
	created time.Time
	expires time.Time
}

// seededOrder is a limit or a stop order that no price of a measurement reaches.
type seededOrder struct {
	id             uuid.UUID
	owner          accounts.Owner
	isBuy, isLimit bool
	price          int64
	placed         time.Time
}

type seededPosition struct {
	id, signal            uuid.UUID
	owner                 accounts.Owner
	short, open           bool
	quantity, entry, exit int64
	opened                time.Time
}

// newSeed generates the past: the owners' positions are interleaved, as they were opened, each from its own signal;
// every second signal is a bot's. The last ones are a day old.
func newSeed(size size, users []kit.User, now time.Time) *seed {
	s := &seed{size: size, now: now}
	for i := range size.owners {
		owner := accounts.Owner{User: uuid.New(), Tenant: users[0].Tenant, Account: uuid.New(), Subscription: uuid.New()}
		if i == 0 {
			owner.User = users[0].ID
		}
		s.owners = append(s.owners, owner)
	}
	for _, user := range users[1:] {
		s.traders = append(s.traders, accounts.Owner{User: user.ID, Tenant: user.Tenant, Account: uuid.New()})
	}
	start := now.Add(-24*time.Hour - time.Duration(size.positions)*seedStep)
	for i := range size.bots {
		s.bots = append(s.bots, seededBot{id: kit.IDAt(start.Add(time.Duration(i) * time.Millisecond)), account: uuid.New(), number: i})
	}
	for i := range size.positions {
		at := start.Add(time.Duration(i+1) * seedStep)
		signal := seededSignal{id: kit.IDAt(at), short: i%8 == 5, created: at, expires: now.Add(24 * time.Hour)}
		if i%2 == 1 {
			signal.bot, signal.expires = s.bots[i%size.bots].id, at.Add(time.Hour)
		}
		s.signals = append(s.signals, signal)
		s.positions = append(s.positions, seededPosition{
			id: kit.IDAt(at.Add(time.Second)), signal: signal.id, owner: s.owners[i%size.owners], short: signal.short,
			open:     i/size.owners%openOneIn == 0,
			quantity: kit.Unit + int64(i%9)*kit.Unit/8, entry: 99*kit.Unit + int64(i%200)*kit.Unit/100, exit: 99*kit.Unit + int64(i%300)*kit.Unit/100,
			opened: at.Add(time.Second),
		})
	}
	for i := range workingOrders * size.positions / large.positions {
		order := seededOrder{
			owner: s.owners[i%size.owners], isBuy: i%2 == 0, isLimit: i%4 < 2, placed: now.Add(-time.Duration(i+1) * time.Second),
			price: 50*kit.Unit + int64(i%4000)*kit.Unit/100, // 50 to 90
		}
		if order.isBuy != order.isLimit { // a buy stop or a sell limit waits for a higher price
			order.price += 70 * kit.Unit
		}
		order.id = kit.IDAt(order.placed)
		s.orders = append(s.orders, order)
	}
	return s
}

// lengthOf is the number of items in a list.
func (s *seed) lengthOf(list string) int {
	switch list {
	case "bots":
		return s.size.bots
	case "signals":
		return len(s.signals)
	case "positions":
		return s.size.positions / s.size.owners
	}
	panic(fmt.Sprintf("there is no list of %s", list))
}
