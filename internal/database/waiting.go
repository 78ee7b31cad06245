package database

import (
	"context"
	"time"
)

// MostCounted is how far waiting things are counted: beyond it an exact number helps nobody, and counting would cost
// more the worse things are.
const MostCounted = 10_000

// Waiting is how many things wait, up to MostCounted, and since when the first of them has; the zero time without any.
type Waiting struct {
	Count  int64
	Oldest time.Time
}

// Since records that one of them has waited since the given time.
func (w *Waiting) Since(at time.Time) {
	if w.Oldest.IsZero() || at.Before(w.Oldest) {
		w.Oldest = at
	}
}

// CountWaiting counts rows, given as the part of a query after FROM, and reads the minimum of one of their columns. A
// partial index on the rows that begins with this column makes it cheap. It fails when the database does.
func CountWaiting(ctx context.Context, q Querier, since, rows string, args ...any) (waiting Waiting, err error) {
	err = q.QueryRow(ctx, `
		SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM `+rows+` LIMIT 10000) counted), (SELECT MIN(`+since+`) FROM `+rows+`)`, args...).
		Scan(&waiting.Count, Time(&waiting.Oldest))
	return waiting, err
}
