package limiter

// Runs is how many moments the limiter has room for in memory.
func Runs(l *Limiter) int { return cap(l.past.runs) }

// Moments is how many of them the limiter keeps.
func Moments(l *Limiter) int { return len(l.past.runs) }
