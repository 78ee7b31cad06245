package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
)

// mostRepeated is how many operations are repeated at the end.
const mostRepeated = 150

// repeatable are acknowledged operations, some of which are repeated at the end.
type repeatable struct {
	mutex sync.Mutex
	all   []repeatedDeed
}

type repeatedDeed struct {
	deed   deed
	intent line
	facts  []fact
}

// remember keeps an operation that may be repeated: one with a key, of somebody whose token is available, that has
// created something with an id.
func (r *repeatable) remember(d deed, intent line, facts []fact) {
	if intent.Key == "" || d.by == nil || d.makes == "" || d.makes == "endpoint" || len(facts) == 0 { // an endpoint's secret is shown once
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.all = append(r.all, repeatedDeed{d, intent, facts})
}

// repeat repeats some acknowledged operations, with the same key, long afterwards. Nothing may be done again: the
// answer must be the original one. If something is done nevertheless, the judge sees it too.
func (w *world) repeat(ctx context.Context) (repeated int, findings []finding) {
	all := w.repeatable.all
	random := w.random(0x4ea7)
	random.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	for _, one := range all[:min(len(all), mostRepeated)] {
		if text := w.repeatOnce(ctx, one); text != "" {
			findings = append(findings, finding{isTwice, fmt.Sprintf("operation %d (%s, key %s), asked for once more, %s", one.intent.Operation, one.intent.Name, one.intent.Key, text)})
		}
		repeated++
	}
	return repeated, findings
}

// repeatOnce returns what is wrong with the answer; empty if nothing.
func (w *world) repeatOnce(ctx context.Context, one repeatedDeed) string {
	for renewed := 0; ctx.Err() == nil; {
		token := one.deed.by.access()
		answer, err := w.send(ctx, w.replicas[rand.IntN(len(w.replicas))], one.intent, token)
		switch {
		case err == nil && answer.wantsToken() && renewed < mostRenewals:
			renewed++
			one.deed.by.renew(ctx, token, answer)
		case err != nil || answer.isUnclear():
		case answer.status >= http.StatusBadRequest:
			return fmt.Sprintf("is answered with %d %s %s", answer.status, answer.code, answer.message)
		case !answer.isReplay:
			return "was carried out again"
		default:
			if facts, _ := one.deed.learn(answer); !slices.EqualFunc(facts, one.facts, func(a, b fact) bool { return a.key() == b.key() }) {
				return fmt.Sprintf("made %v then and %v now", one.facts, facts)
			}
			return ""
		}
	}
	return "is not answered"
}
