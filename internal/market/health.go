package market

import "time"

// FeedTrouble says why the feed counts as dead: no instrument whose market has been open for a while has a price that is
// young enough to be traded on. It is empty while there is one, also when the feed is about to connect again, and while all
// markets are closed.
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

// firstPriceWait is how long a process that has just started is given to hear the first prices. A feed that is dead keeps
// no process from serving for longer.
const firstPriceWait = 5 * time.Second

// Starting says that the process has just begun and lacks the price of an instrument that is traded now, on which it would
// refuse every order as stale. It is empty as soon as there is one of each, and a few seconds after the start in any case.
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
