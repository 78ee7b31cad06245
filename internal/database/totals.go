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

// CountTo counts the rows of a table for a page of a list that reaches no further than most, and tells whether it reaches
// the page. Counting all that happened in years, and skipping it for the last page, would cost every reader more with each
// day. Who goes from page to page of a list that ends right at its reach comes to an end there: the empty page behind it is
// no page too far. It fails when the database does.
func (db *DB) CountTo(ctx context.Context, most int, table string, where *Where, page Page) (rows int, isReached bool, err error) {
	counted := most
	switch {
	case page.Offset() > most:
		return 0, false, nil
	case page.Offset() > most-page.Limit:
		counted++ // to know of more
	}
	query := `SELECT COUNT(*) FROM (SELECT 1 FROM ` + table + where.String() + ` LIMIT ` + where.Add(counted) + `) AS counted`
	rows, err = db.CountList(ctx, query, where.Arguments...)
	return rows, rows <= most, err
}

// listOf is what a list is remembered by: the query and its values, each with its type and length, so that no two lists look
// alike. A value is what is stored of it, whatever points to it. A list with a value of another kind, such as an array, has no
// such name.
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
			text = moment.UTC().Format(time.RFC3339Nano) // without what the process knows of it
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
		t.known = map[string]total{} // those who still leaf count once more
	}
	t.known[list] = counted
}
