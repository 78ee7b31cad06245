package limiter

import "sort"

// window is one of the two rolling windows: its length, its limit, and where in the history it currently begins.
type window struct {
	length int64
	limit  int
	next   int // index of the oldest run inside the window
	left   int // ends that have left the window
}

// rewind puts the whole history back into the window.
func (w *window) rewind() { w.next, w.left = 0, 0 }

// moveTo drops the ends that are a whole window old at the given time.
func (w *window) moveTo(past *history, now int64) {
	for w.next < len(past.runs) && past.runs[w.next].end <= now-w.length {
		w.left = past.runs[w.next].total
		w.next++
	}
}

// opens returns the first time at which the window has room for one more request; it lies in the past when there is
// room already. It is unknown when the requests in flight alone fill the window. When one of those ends, it moves from
// one term of the sum to the other and is later than every other end, so a known time stays right.
func (w *window) opens(past *history, inFlight int) (at int64, known bool) {
	inside := past.total - w.left
	mustLeave := inFlight + inside - w.limit + 1
	switch {
	case mustLeave <= 0:
		return 0, true
	case mustLeave > inside:
		return 0, false
	}
	runs := past.runs[w.next:]
	last := sort.Search(len(runs), func(i int) bool { return runs[i].total >= w.left+mustLeave })
	return runs[last].end + w.length, true
}
