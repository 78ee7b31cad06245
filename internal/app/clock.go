package app

import "time"

// clock is the one clock of the platform: every service is given it, and what is dated, expires or falls due does so by
// it. What only measures how long something took asks time itself.
//
// Its moments have the reading of the machine's own clock, which nobody sets, and so are not changed, not even to UTC: what
// compares two of them is right after the clock on the wall was set. That they are in UTC is main's doing.
//
// It is a file of its own so that a test can build a server whose clock jumps (test/chaos).
func clock() time.Time { return time.Now() }
