package app

import "time"

// clock is the one clock of the platform: every service is given it, and what is dated, expires or falls due does so by
// it. What only measures how long something took asks time itself.
//
// It is a file of its own so that a test can build a server whose clock jumps (test/chaos).
//
// Answers show its moments before the database has, so they must not be of the machine's time zone.
func clock() time.Time { return time.Now().UTC() }
