package limiter

import "sort"

// window is one of the two rolling windows: how long it is, how much it holds, and where in the history
// it begins at the present moment.
type window struct {
	length int64
	limit  int
	next   int // index of the oldest run inside the window
	left   int // number of ends that have left the window
}

// rewind puts the whole history back into the window.
func (w *window) rewind() { w.next, w.left = 0, 0 }

// moveTo lets the ends leave that are, at the given moment, a whole window old.
func (w *window) moveTo(past *history, now int64) {
	for w.next < len(past.runs) && past.runs[w.next].end <= now-w.length {
		w.left = past.runs[w.next].total
		w.next++
	}
}

// opens returns the first moment at which the window holds one request more; it lies in the past when it
// does so already. The moment is not known when the requests in flight alone fill the window. When one of
// them ends it moves from one side of the sum to the other and is younger than every other end, so a
// moment once known stays right.
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
