package httpapi

import (
	"net/http"
	"time"
)

// SetKeepAlive makes a handler look at the sessions of its streams more often.
func SetKeepAlive(made http.Handler, interval time.Duration) { made.(*handler).keepAlive = interval }

// LimitStreams makes a handler hold so many streams at most.
func LimitStreams(made http.Handler, most int64) { made.(*handler).streams.most = most }
