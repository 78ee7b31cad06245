package market

import (
	"fmt"
	"time"
)

// FeedTrouble says why the feed counts as dead: no instrument whose market has been open for a while has a price that
// may be traded on. It is empty while there is one, and while all markets are closed.
func (m *Market) FeedTrouble() string {
	now, patience := m.now(), m.options.StaleAfter
	started := m.startedAt
	if started.IsZero() || now.Sub(started) <= patience {
		return ""
	}
	var newest time.Time
	isOpen := false
	for _, entry := range m.listings.Load().bySymbol {
		if !entry.IsActive || !entry.Session.Open(now) || !entry.Session.Open(now.Add(-patience)) {
			continue
		}
		isOpen = true
		if quote := entry.live.Load(); quote != nil && quote.At.After(newest) {
			newest = quote.At
		}
	}
	switch {
	case !isOpen || now.Sub(newest) <= patience:
		return ""
	case newest.IsZero():
		return "there has been no price since the start"
	}
	return fmt.Sprintf("the newest price is %s old", now.Sub(newest).Truncate(time.Second))
}
