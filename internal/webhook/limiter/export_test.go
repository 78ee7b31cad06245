package limiter

// Runs is how many moments the limiter has room for in memory.
func Runs(l *Limiter) int { return cap(l.past.runs) }
