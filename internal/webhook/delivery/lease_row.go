package delivery

import "time"

// leaseRow is the row of a lane as its next holder finds it.
type leaseRow struct {
	reserved int
	lost     []lostSends
	fence    int64
	expires  time.Time
}

// lostSends are sends that a holder may have made and did not record.
type lostSends struct {
	Count  int   `json:"count"`
	Latest int64 `json:"latest"` // when they were made at the latest, in microseconds
}

// unknown lists the sends of the last hour that nobody recorded: those of the holder before, and those that it
// had itself taken over. Each counts once more after every crash until its hour is over; else a process that
// crashes again and again would send a little too much each time.
func (r leaseRow) unknown(now time.Time) []lostSends {
	unknown := []lostSends{}
	for _, sends := range r.lost {
		if time.UnixMicro(sends.Latest).After(now.Add(-time.Hour)) {
			unknown = append(unknown, sends)
		}
	}
	if r.reserved > 0 && r.expires.After(now.Add(-time.Hour)) {
		unknown = append(unknown, lostSends{r.reserved, r.expires.UnixMicro()})
	}
	return unknown
}
