package edge

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"bourse/internal/database"
)

// Every process counts calls in buckets of its own, without asking anybody, and tells the others what was taken from
// them, who take as much from theirs. So a caller who goes to many processes has one quota and not one of each, and a
// request costs no query. Who has plenty left is told of seldom, whoever is near the end with every call: what several
// processes can let through together beyond the quota is what they are let through in the few milliseconds that telling
// takes. While processes cannot hear each other, each has its own count, and one that has just started knows nothing
// of what was spent before.

// spentTopic is what processes tell each other of spending with.
const spentTopic = "limits-spent"

// untoldShare is the part of what is left in a bucket that may be taken before others are told: an eighth.
const untoldShare = 8

// share has this process and those on the same database count together.
func (l *limits) share(db *database.DB) {
	named := allLimits()
	var told atomic.Int64
	l.tell = func(key limiterKey, calls int64) {
		// Messages that are equal are told once, so each has a number.
		db.TellOthers(spentTopic, spending{key, calls}.encode(told.Add(1)))
	}
	db.Subscribe(spentTopic, func(payload string) {
		if heard, err := parseSpending(payload, named); err == nil { // an empty one is that some were missed: nothing can be done
			l.spentElsewhere(heard)
		}
	})
}

// spent tells others of what was taken here as soon as it is much of what is left.
func (l *limits) spent(key limiterKey, from *limiter, left float64) {
	untold := from.untold.Add(1)
	if float64(untold*untoldShare) < left || !from.untold.CompareAndSwap(untold, 0) {
		return // whoever counts the next call tells of this one too
	}
	l.tell(key, untold)
}

// spentElsewhere takes from the bucket here what was taken in another process, into debt when it has to.
func (l *limits) spentElsewhere(heard spending) {
	calls := min(heard.calls, int64(heard.key.limit.quota))
	l.limiter(heard.key).bucket.ReserveN(l.now(), int(calls))
}

// spending is that somebody was let through so many times.
type spending struct {
	key   limiterKey
	calls int64
}

// encode writes it in one line, with a number that makes the line different from others.
func (s spending) encode(number int64) string {
	counted := "network"
	if s.key.isUser {
		counted = "user"
	}
	return fmt.Sprintf("%s %s %s %d %d", s.key.limit.name, counted, hex.EncodeToString(s.key.subject[:]), s.calls, number)
}

// parseSpending reads what encode wrote. It fails for everything else, such as a limit that only a newer version knows.
func parseSpending(line string, named map[string]*limit) (spending, error) {
	words := strings.Split(line, " ")
	if len(words) != 5 || named[words[0]] == nil || (words[1] != "user" && words[1] != "network") {
		return spending{}, fmt.Errorf("spending %q is not understood", line)
	}
	heard := spending{key: limiterKey{limit: named[words[0]], isUser: words[1] == "user"}}
	subject, err := hex.DecodeString(words[2])
	if err != nil || len(subject) != len(heard.key.subject) {
		return spending{}, fmt.Errorf("spending %q names nobody", line)
	}
	copy(heard.key.subject[:], subject)
	if heard.calls, err = strconv.ParseInt(words[3], 10, 64); err != nil || heard.calls < 1 {
		return spending{}, fmt.Errorf("spending %q has no number of calls", line)
	}
	return heard, nil
}

// allLimits are the limits there are, by name.
func allLimits() map[string]*limit {
	named := map[string]*limit{}
	for _, each := range []*limit{userLimit, anonymousLimit, pageLimit} {
		named[each.name] = each
	}
	for _, each := range anonymousLimits {
		named[each.name] = each
	}
	for _, some := range operationLimits {
		for _, each := range some {
			named[each.name] = each
		}
	}
	return named
}
