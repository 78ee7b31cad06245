package database

import (
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// longList is how many rows make a list long: those of shorter ones are counted every time.
	longList = 1000
	// totalAge is how old the total of a long list may be.
	totalAge = 10 * time.Second
	// mostTotals bounds how many are remembered.
	mostTotals = 1000
)

// totals are how long the long lists are that somebody leafs in. Counting a hundred thousand rows costs more than reading
// twenty of them, with each year more, and whoever reads "104,812" does not miss the last one.
type totals struct {
	mutex sync.Mutex
	known map[string]total
}

type total struct {
	rows      int
	countedAt time.Time
}

// CountList counts the rows of a list for those who leaf in it: exactly up to a thousand; of a longer one it tells what it
// counted in the last ten seconds. The query selects one number. It fails when the database does.
func (db *DB) CountList(ctx context.Context, query string, arguments ...any) (rows int, err error) {
	list := fmt.Sprintf("%s %v", query, arguments)
	if rows, isKnown := db.totals.recall(list, time.Now()); isKnown {
		return rows, nil
	}
	countedAt := time.Now()
	if err := db.QueryRow(ctx, query, arguments...).Scan(&rows); err != nil {
		return 0, err
	}
	if rows > longList {
		db.totals.remember(list, total{rows, countedAt})
	}
	return rows, nil
}

func (t *totals) recall(list string, now time.Time) (rows int, isKnown bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	known, isKnown := t.known[list]
	return known.rows, isKnown && now.Sub(known.countedAt) < totalAge
}

func (t *totals) remember(list string, counted total) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.known == nil || len(t.known) >= mostTotals {
		t.known = map[string]total{} // those who still leaf count once more
	}
	t.known[list] = counted
}
