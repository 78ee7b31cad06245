package market

import "time"

// FeedTrouble says why the feed counts as dead: no instrument whose market has been open for a while has a price young
// enough to be traded on. It is empty while there is one, even if the feed is about to reconnect, and while all markets are
// closed.
func (m *Market) FeedTrouble() string {
	now, patience := m.now(), m.options.StaleAfter
	started := m.startedAt
	if started.IsZero() || now.Sub(started) <= patience {
		return ""
	}
	var newest *Quote
	isOpen := false
	for _, entry := range m.listings.Load().bySymbol {
		if !entry.IsActive || !entry.Session.Open(now) || !entry.Session.Open(now.Add(-patience)) {
			continue
		}
		isOpen = true
		switch quote := entry.live.Load(); {
		case quote == nil:
		case !quote.isStale(now, patience):
			return ""
		case newest == nil || quote.At.After(newest.At):
			newest = quote
		}
	}
	switch {
	case !isOpen:
		return ""
	case newest == nil:
		return "there has been no price since the start"
	}
	return "the newest price is " + newest.age(now)
}

// firstPriceWait is how long a starting process waits for its first prices. A dead feed keeps no process from serving for
// longer than that.
const firstPriceWait = 5 * time.Second

// Starting says that the process has just started and lacks the price of an instrument that is traded now, whose orders it
// would all refuse as stale. It is empty once it has a price of each, and in any case a few seconds after the start.
func (m *Market) Starting() string {
	now := m.now()
	if m.startedAt.IsZero() || now.Sub(m.startedAt) >= firstPriceWait {
		return ""
	}
	for _, entry := range m.listings.Load().bySymbol {
		if entry.IsActive && entry.Session.Open(now) && entry.live.Load() == nil {
			return "the first prices have not come yet"
		}
	}
	return ""
}
