package alerts

import (
	"strconv"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// What tests use of the internals.

// Checked checks price movements against alerts that were put one after the other, some of which were removed, and returns
// which of them were reached by the monitor's shortcut and by checking all of them.
func Checked(alerts []*Alert, removed map[uuid.UUID]bool, moves [][2]money.Decimal) (short, all []map[uuid.UUID]bool) {
	list := newWatchedAlerts()
	for _, alert := range alerts {
		if err := list.put(alert); err != nil {
			panic(err)
		}
	}
	fired := map[uuid.UUID]bool{}
	for id := range removed {
		list.remove(id)
		fired[id] = true
	}
	for _, move := range moves {
		reached, byAll := map[uuid.UUID]bool{}, map[uuid.UUID]bool{}
		for _, h := range list.check("BTCUSD", look{low: move[0], high: move[1], last: move[1], from: 1}) {
			reached[h.alert] = true
			list.remove(h.alert)
		}
		for _, alert := range alerts {
			if _, isReached := alert.levels().reached(move[1], move[0]); isReached && !fired[alert.ID] {
				byAll[alert.ID], fired[alert.ID] = true, true
			}
		}
		short, all = append(short, reached), append(all, byAll)
	}
	return short, all
}

// NewTickCheck returns a function that checks one tick of each of ten symbols against so many alerts. No level is reached.
func NewTickCheck(count int) (check func()) {
	list := newWatchedAlerts()
	for i := range count {
		alert := &Alert{ID: uuid.New(), Symbol: "S" + strconv.Itoa(i%10), Kind: Above, Price: money.FromInt(int64(200 + i)), Status: AlertWorking}
		if i%2 == 0 {
			alert.Kind, alert.Price = Below, money.FromInt(int64(1+i%90))
		}
		if err := list.put(alert); err != nil {
			panic(err)
		}
	}
	price := money.FromInt(100)
	return func() {
		for name := range list.symbols {
			if hits := list.check(name, look{high: price, low: price, last: price, from: 1}); len(hits) > 0 {
				panic("an alert was reached")
			}
		}
	}
}
