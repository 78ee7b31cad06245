package app

import "time"

// clock is the platform's only clock: every service gets it, and timestamps, expiry and due times use it. Code that
// only measures durations uses package time itself.
//
// Its times keep their monotonic reading and so are not changed, not even to UTC: comparing two of them stays right
// after the wall clock was set. Main makes UTC the local zone.
//
// It has a file of its own so that a test can build a server whose clock jumps (test/chaos).
func clock() time.Time { return time.Now() }
