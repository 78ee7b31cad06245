package market

import "time"

// FeedName says which feed the prices come from.
func (m *Market) FeedName() string { return m.options.Feed.Name() }

// FeedAge tells for how long the feed has delivered no price; false before its first.
func (m *Market) FeedAge() (age time.Duration, known bool) {
	last := m.lastTick.Load()
	if last == 0 {
		return 0, false
	}
	return max(0, m.now().Sub(time.UnixMicro(last))), true
}
