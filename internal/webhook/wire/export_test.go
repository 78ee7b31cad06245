package wire

// RetryAfter is how long a receiver asks to be left alone.
var RetryAfter = retryAfter

// LongestRetryAfter is the longest that one can ask for.
const LongestRetryAfter = maxRetryAfter
