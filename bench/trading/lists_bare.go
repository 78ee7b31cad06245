package trading

import (
	"context"
	"database/sql"
	"fmt"

	"bourse/bench/kit"
)

type bareListSettings struct {
	kit.Database
	List     string // one of lists
	UserID   string // whose positions
	TenantID string // whose bots and signals, beside the platform's
	Limit    int
}

// bareLists read the lists by name.
var bareLists = map[string]func(context.Context, *sql.DB, bareListSettings) (any, error){
	"bots": readBareBots, "signals": readBareSignals, "positions": readBarePositions,
}

func readBareList(ctx context.Context, pool *sql.DB, settings bareListSettings) (any, error) {
	read, known := bareLists[settings.List]
	if !known {
		return nil, fmt.Errorf("there is no list of %q", settings.List)
	}
	return read(ctx, pool, settings)
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
