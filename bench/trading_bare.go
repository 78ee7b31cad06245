package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"bourse/internal/database"
)

type bareTradingSettings struct {
	Engine      database.Engine
	DatabaseURL string
	List        string // one of tradingLists
	UserID      string // whose positions
	TenantID    string // whose bots and signals, beside the platform's
	Mark        int64  // the price of everything, as amounts are stored
	Limit       int
}

// newBareTrading makes a handler that reads one of the lists and writes it.
func newBareTrading(encoded []byte) (http.Handler, error) {
	var settings bareTradingSettings
	if err := json.Unmarshal(encoded, &settings); err != nil {
		return nil, err
	}
	read, known := map[string]func(context.Context, *sql.DB, bareTradingSettings) (any, error){
		"bots": readBareBots, "signals": readBareSignals, "positions": readBarePositions,
	}[settings.List]
	if !known {
		return nil, fmt.Errorf("there is no list of %q", settings.List)
	}
	pool, err := bareSessionsSettings{Engine: settings.Engine, DatabaseURL: settings.DatabaseURL}.open()
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := read(r.Context(), pool, settings)
		if err == nil {
			err = writeBare(w, answer)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}), nil
}

// bareList is a list on the wire.
type bareList[T any] struct {
	Success bool `json:"success"`
	Data    []T  `json:"data"`
	Meta    any  `json:"meta"`
}

// barePage is what is said of a numbered list, bareCursor of one that is read from the newest on.
type (
	barePage struct {
		Page       int `json:"page"`
		Limit      int `json:"limit"`
		Total      int `json:"total"`
		TotalPages int `json:"totalPages"`
	}
	bareCursor struct {
		Limit int    `json:"limit"`
		Next  string `json:"next,omitempty"`
	}
)

func newBareCursor[T any](limit int, list []T, id func(*T) string) bareCursor {
	cursor := bareCursor{Limit: limit}
	if len(list) == limit {
		cursor.Next = id(&list[limit-1])
	}
	return cursor
}

// scanBare reads every row of a query.
func scanBare[T any](rows *sql.Rows, err error, scan func(rows *sql.Rows, into *T) error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []T{}
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, rows.Err()
}

// bareAmount turns a stored amount into a number of the wire. A program that shows amounts and does not
// reckon with them would do it like this; the seeded ones are exact in it.
func bareAmount(units int64) float64 { return float64(units) / unit }

// bareTime turns a stored time into one of the wire.
func bareTime(micros int64) string {
	return time.UnixMicro(micros).UTC().Format("2006-01-02T15:04:05.000Z07:00")
}
