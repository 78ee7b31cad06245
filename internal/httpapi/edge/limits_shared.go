package edge

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"bourse/internal/database"
)

// Each process counts calls in its own buckets, without asking anyone, and announces what was taken from them to the
// others, which deduct the same from theirs. So a caller who uses many processes has one quota and not one for each,
// and a request costs no query. Spending is announced seldom while plenty is left, and with every call near the limit:
// several processes together can exceed the quota only by what they let through in the few milliseconds that an
// announcement takes. While processes cannot reach each other, each counts alone, and one that has just started knows
// nothing of earlier spending.

// spentTopic is the topic on which processes announce spending.
const spentTopic = "limits-spent"

// untoldShare is the part of a bucket's remaining calls that may be taken before others are told: an eighth.
const untoldShare = 8

// share makes this process and the others on the same database count together.
func (l *limits) share(db *database.DB) {
	named := allLimits()
	var told atomic.Int64
	l.tell = func(key limiterKey, calls int64) {
		// Equal messages are delivered only once, so each has a number.
		db.TellOthers(spentTopic, spending{key, calls}.encode(told.Add(1)))
	}
	db.Subscribe(spentTopic, func(payload string) {
		if heard, err := parseSpending(payload, named); err == nil { // empty if some were missed: nothing can be done
			l.spentElsewhere(heard)
		}
	})
}

// spent announces what was taken here once it is a significant part of what is left.
func (l *limits) spent(key limiterKey, from *limiter, left float64) {
	untold := from.untold.Add(1)
	if float64(untold*untoldShare) < left || !from.untold.CompareAndSwap(untold, 0) {
		return // the call that changed the count will announce this one too
	}
	l.tell(key, untold)
}

// spentElsewhere deducts from the local bucket what was taken in another process, if necessary into debt.
func (l *limits) spentElsewhere(heard spending) {
	calls := min(heard.calls, int64(heard.key.limit.quota))
	l.limiter(heard.key).bucket.ReserveN(l.now(), int(calls))
}

// spending says how many calls of a caller were let through.
type spending struct {
	key   limiterKey
	calls int64
}

// encode formats it as one line, with a number that makes the line unique.
func (s spending) encode(number int64) string {
	counted := "network"
	if s.key.isUser {
		counted = "user"
	}
	return fmt.Sprintf("%s %s %s %d %d", s.key.limit.name, counted, hex.EncodeToString(s.key.subject[:]), s.calls, number)
}

// parseSpending parses what encode wrote. It fails for anything else, such as a limit that only a newer version knows.
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

// allLimits are all limits, by name.
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
