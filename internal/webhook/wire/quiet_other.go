//go:build !unix

package wire

import "time"

// isQuiet reports whether a kept connection can be used: here it cannot be told, so only one that was used a
// moment ago is.
func (c *connection) isQuiet() bool { return time.Since(c.idleSince) < time.Second }
