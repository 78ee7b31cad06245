package limiter

// Runs returns for how many moments the limiter has memory.
func Runs(l *Limiter) int { return cap(l.past.runs) }

// Moments returns how many moments the limiter keeps.
func Moments(l *Limiter) int { return len(l.past.runs) }
