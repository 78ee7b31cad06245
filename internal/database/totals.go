package database

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"sync"
	"time"
)

const (
	// longList is the number of rows above which a list is long; shorter lists are counted every time.
	longList = 1000
	// totalAge is how old the total of a long list may be.
	totalAge = 10 * time.Second
	// mostTotals bounds how many totals are cached.
	mostTotals = 1000
)

// totals caches the lengths of long lists that users page through. Counting a hundred thousand rows costs more than
// reading twenty of them, more so every year, and nobody who reads "104,812" misses the last one.
type totals struct {
	mutex sync.Mutex
	known map[string]total
}

type total struct {
	rows      int
	countedAt time.Time
}

// CountList counts the rows of a list for paging: exactly up to a thousand; for a longer list it may return a count
// from the last ten seconds. The query selects one number. It fails when the database does.
func (db *DB) CountList(ctx context.Context, query string, arguments ...any) (rows int, err error) {
	list, isNamed := listOf(query, arguments)
	if rows, isKnown := db.totals.recall(list, time.Now()); isNamed && isKnown {
		return rows, nil
	}
	countedAt := time.Now()
	if err := db.QueryRow(ctx, query, arguments...).Scan(&rows); err != nil {
		return 0, err
	}
	if isNamed && rows > longList {
		db.totals.remember(list, total{rows, countedAt})
	}
	return rows, nil
}

// CountTo counts the rows of a table for a page of a list that is limited to most rows, and reports whether the page is
// within the limit. Counting the rows of years, and skipping them for the last page, would cost more every day. A
// reader who pages through a list that ends exactly at the limit reaches its end: the empty page after it is still
// within the limit. It fails when the database does.
func (db *DB) CountTo(ctx context.Context, most int, table string, where *Where, page Page) (rows int, isReached bool, err error) {
	counted := most
	switch {
	case page.Offset() > most:
		return 0, false, nil
	case page.Offset() > most-page.Limit:
		counted++ // to notice that there are more
	}
	query := `SELECT COUNT(*) FROM (SELECT 1 FROM ` + table + where.String() + ` LIMIT ` + where.Add(counted) + `) AS counted`
	rows, err = db.CountList(ctx, query, where.Arguments...)
	return rows, rows <= most, err
}

// listOf returns the cache key of a list: the query and its arguments, each with its type and length, so that no two
// lists have the same key. Arguments are converted to what is stored, so that pointers do not matter. A list with an
// argument of another kind, such as an array, has no key.
func listOf(query string, arguments []any) (name string, isNamed bool) {
	var list strings.Builder
	fmt.Fprintf(&list, "%d %s", len(query), query)
	for _, argument := range arguments {
		stored, err := driver.DefaultParameterConverter.ConvertValue(argument)
		if err != nil {
			return "", false
		}
		text := fmt.Sprint(stored)
		if moment, is := stored.(time.Time); is {
			text = moment.UTC().Format(time.RFC3339Nano) // without the monotonic clock and location
		}
		fmt.Fprintf(&list, "\n%T %d %s", stored, len(text), text)
	}
	return list.String(), true
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
		t.known = map[string]total{} // lists still in use are counted once more
	}
	t.known[list] = counted
}
