package edge

import (
	"net/http"
	"strconv"
	"time"
)

// deprecation is that an operation will be gone: since when it is not to be used in new programs, and from when on it may
// not be there any more. The contract says it (deprecated, x-deprecated-since, x-sunset).
type deprecation struct{ since, sunset string }

// deprecations are those of operations, by the operationId. The table of the contract, contractDeprecations, is generated.
type deprecations map[string]deprecation

// announce tells whoever calls an operation that it will be gone, in the headers of RFC 9745 and RFC 8594.
func (d deprecations) announce(e *exchange) {
	if len(d) == 0 || e.operation == nil {
		return
	}
	if found, isDeprecated := d[e.operation.id]; isDeprecated {
		found.announce(e.answer.Header())
	}
}

// announce sets the headers. The days are those of the contract, which its generator has read already.
func (d deprecation) announce(header http.Header) {
	if since, err := time.Parse(time.DateOnly, d.since); err == nil {
		header.Set("Deprecation", "@"+strconv.FormatInt(since.Unix(), 10))
	}
	if sunset, err := time.Parse(time.DateOnly, d.sunset); err == nil {
		header.Set("Sunset", sunset.UTC().Format(http.TimeFormat))
	}
	header.Add("Link", `</docs>; rel="deprecation"; type="text/html"`)
}
