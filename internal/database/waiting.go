package database

import (
	"context"
	"time"
)

// MostCounted is how far things that wait are counted: beyond it an exact number helps nobody, and finding it out
// would cost the more the worse things are.
const MostCounted = 10_000

// Waiting is how many things wait for somebody or something, up to MostCounted, and since when the first of them has.
// Without any it is the zero time.
type Waiting struct {
	Count  int64
	Oldest time.Time
}

// Since notes that one of them has waited since a moment.
func (w *Waiting) Since(at time.Time) {
	if w.Oldest.IsZero() || at.Before(w.Oldest) {
		w.Oldest = at
	}
}

// CountWaiting counts rows, given as what stands behind FROM, and reads the least of a column of theirs. A partial
// index over the rows that begins with the column keeps it cheap. It fails when the database does.
func CountWaiting(ctx context.Context, q Querier, since, rows string, args ...any) (waiting Waiting, err error) {
	err = q.QueryRow(ctx, `
		SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM `+rows+` LIMIT 10000) counted), (SELECT MIN(`+since+`) FROM `+rows+`)`, args...).
		Scan(&waiting.Count, Time(&waiting.Oldest))
	return waiting, err
}
