package main

import (
	"fmt"
	"net/http"
	"strconv"
	"sync"
)

// tally counts what happened.
type tally struct {
	mutex        sync.Mutex
	acknowledged map[string]int // by area
	refused      map[string]int // by name and code
	unknown      int            // operations that lost an answer
	resolved     map[string]int // what became of those
	failures     map[string]int // answers of 500 that an outage does not excuse
	operations   int
	withdrawals  int // requested and acknowledged
	afterJump    int // of those, after the clock last jumped forward: they require a recent log-in
}

func newTally() *tally {
	return &tally{acknowledged: map[string]int{}, refused: map[string]int{}, resolved: map[string]int{}, failures: map[string]int{}}
}

// The outcomes of an operation that lost an answer.
const (
	hadBeenDone  = "had been done"
	doneByRepeat = "done by the repetition"
	wasRefused   = "refused"
	neverKnown   = "never answered"
)

// ended counts an operation, with the number of its unclear tries.
func (t *tally) ended(ended line, unclear int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.operations++
	became := doneByRepeat
	switch ended.Phase {
	case acknowledged, doneUnseen:
		t.acknowledged[ended.Area]++
		if ended.IsReplay || ended.Phase == doneUnseen {
			became = hadBeenDone
		}
		if ended.Makes == "withdrawal" {
			t.withdrawals++
			t.afterJump++
		}
	case refused:
		t.refused[ended.Name+" "+ended.Code]++
		became = wasRefused
	default:
		became = neverKnown
	}
	if unclear > 0 {
		t.unknown++
		t.resolved[became]++
	}
}

// clockWentForward starts counting what comes after a jump.
func (t *tally) clockWentForward() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.afterJump = 0
}

// unclear counts a try after which it is unknown what was done.
func (t *tally) unclear(intent line, answer reply, err error) {
	if err != nil || answer.status != http.StatusInternalServerError {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.failures[fmt.Sprintf("%s answered 500", intent.Name)]++
}

func sum(counts map[string]int) (total int) {
	for _, count := range counts {
		total += count
	}
	return total
}

// text is a number as text.
func text(number int64) string { return strconv.FormatInt(number, 10) }
