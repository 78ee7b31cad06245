package wire

// RetryAfter returns how long a receiver asks us to wait.
var RetryAfter = retryAfter

// LongestRetryAfter is the longest wait that it can ask for.
const LongestRetryAfter = maxRetryAfter
