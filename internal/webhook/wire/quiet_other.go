//go:build !unix

package wire

import "time"

// isQuiet reports whether a kept connection can be used. This platform cannot tell, so only one used less than a second
// ago can.
func (c *connection) isQuiet() bool { return time.Since(c.idleSince) < time.Second }
