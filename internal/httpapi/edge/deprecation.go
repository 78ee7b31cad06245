package edge

import (
	"net/http"
	"strconv"
	"time"
)

// deprecation says that an operation will be removed: since when new programs should not use it, and from when on it
// may be gone. It comes from the contract (deprecated, x-deprecated-since, x-sunset).
type deprecation struct{ since, sunset string }

// deprecations maps operationIds to deprecations. The contract's table, contractDeprecations, is generated.
type deprecations map[string]deprecation

// announce tells the callers of an operation that it will be removed, in the headers of RFC 9745 and RFC 8594.
func (d deprecations) announce(e *exchange) {
	if len(d) == 0 || e.operation == nil {
		return
	}
	if found, isDeprecated := d[e.operation.id]; isDeprecated {
		found.announce(e.answer.Header())
	}
}

// announce sets the headers. The dates come from the contract, and its generator has already parsed them.
func (d deprecation) announce(header http.Header) {
	if since, err := time.Parse(time.DateOnly, d.since); err == nil {
		header.Set("Deprecation", "@"+strconv.FormatInt(since.Unix(), 10))
	}
	if sunset, err := time.Parse(time.DateOnly, d.sunset); err == nil {
		header.Set("Sunset", sunset.UTC().Format(http.TimeFormat))
	}
	header.Add("Link", `</docs>; rel="deprecation"; type="text/html"`)
}
