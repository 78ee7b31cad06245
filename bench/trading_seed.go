package main

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"
)

const (
	seededPositions = 100_000
	seededOwners    = 500 // with 200 positions each, of which every tenth is open
	seededBots      = 100
	openOneIn       = 10
	openPositions   = seededPositions / openOneIn
	seedStep        = time.Minute // between two positions
)

// deskOwner is who has positions: a user with a paper account, who follows the first bot with a copy-stop,
// so that every tick has to mark what is open.
type deskOwner struct{ user, tenant, account, subscription uuid.UUID }

// deskSeed is the past of a desk. Only the first owner and the traders are users of the product.
type deskSeed struct {
	now     time.Time
	owners  []deskOwner
	traders []deskOwner // have traded nothing yet
	bots    []deskBot
	signals []deskSignal
	// positions name no margin in the ledger: nothing is ever closed of them.
	positions []deskPosition
}

type deskBot struct {
	id, account uuid.UUID
	number      int
}

type deskSignal struct {
	id, bot uuid.UUID // without a bot it is an analyst's
	short   bool
	created time.Time
	expires time.Time
}

type deskPosition struct {
	id, signal            uuid.UUID
	owner                 deskOwner
	short, open           bool
	quantity, entry, exit int64
	opened                time.Time
}

// newDeskSeed makes up the past: the positions of all owners lie between each other, as they were opened,
// each from a signal of its own; every second signal is a bot's. The last ones are a day old.
func newDeskSeed(users []deskUser, now time.Time) *deskSeed {
	s := &deskSeed{now: now}
	for i := range seededOwners {
		owner := deskOwner{user: uuid.New(), tenant: users[0].tenant, account: uuid.New(), subscription: uuid.New()}
		if i == 0 {
			owner.user = users[0].id
		}
		s.owners = append(s.owners, owner)
	}
	for _, user := range users[1:] {
		s.traders = append(s.traders, deskOwner{user: user.id, tenant: user.tenant, account: uuid.New()})
	}
	start := now.Add(-24*time.Hour - seededPositions*seedStep)
	for i := range seededBots {
		s.bots = append(s.bots, deskBot{id: idAt(start.Add(time.Duration(i) * time.Millisecond)), account: uuid.New(), number: i})
	}
	for i := range seededPositions {
		at := start.Add(time.Duration(i+1) * seedStep)
		signal := deskSignal{id: idAt(at), short: i%8 == 5, created: at, expires: now.Add(24 * time.Hour)}
		if i%2 == 1 {
			signal.bot, signal.expires = s.bots[i%seededBots].id, at.Add(time.Hour)
		}
		s.signals = append(s.signals, signal)
		s.positions = append(s.positions, deskPosition{
			id: idAt(at.Add(time.Second)), signal: signal.id, owner: s.owners[i%seededOwners], short: signal.short,
			open:     i/seededOwners%openOneIn == 0,
			quantity: unit + int64(i%9)*unit/8, entry: 99*unit + int64(i%200)*unit/100, exit: 99*unit + int64(i%300)*unit/100,
			opened: at.Add(time.Second),
		})
	}
	return s
}

// lengthOf is how many things a list has.
func (s *deskSeed) lengthOf(list string) int {
	switch list {
	case "bots":
		return seededBots
	case "signals":
		return len(s.signals)
	case "positions":
		return seededPositions / seededOwners
	}
	panic(fmt.Sprintf("there is no list of %s", list))
}

// idAt is an identifier that sorts by a time, as the product makes them.
func idAt(at time.Time) uuid.UUID {
	id := uuid.New()
	var moment [8]byte
	binary.BigEndian.PutUint64(moment[:], uint64(at.UnixMilli()))
	copy(id[:6], moment[2:])
	id[6] = 0x70 | id[6]&0x0f
	return id
}
