package trading

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

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

// barePage is the metadata of a numbered list, bareCursor of one that is read from the newest on.
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

// platformOwner owns what every tenant sees.
const platformOwner = "00000000-0000-0000-0000-000000000000"

// newestOf selects the newest rows, in full and with computed columns, that the platform and a tenant own, as
// trading.Service.Bots and Signals do: without the owner, one brand would see another's rows.
func newestOf(table string, computed ...string) string {
	columns := strings.Join(append([]string{table + ".*"}, computed...), ", ")
	newest := func(owner string) string {
		return `SELECT * FROM (SELECT ` + columns + ` FROM ` + table + ` WHERE tenant_id = ` + owner + ` ORDER BY id DESC LIMIT $3) AS newest`
	}
	return newest(`$1`) + ` UNION ALL ` + newest(`$2`) + ` ORDER BY id DESC LIMIT $3`
}

// scope is the owner of the bench's bots and signals.
const scope = "platform"
