package auth

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

const (
	maxHeaders     = 50
	maxHeaderName  = 128
	maxHeaderValue = 4096
	maxHeaderBytes = 16 << 10
)

// ownPrefix is the prefix of the Standard Webhooks headers.
const ownPrefix = "Webhook-"

// taken are the headers that an endpoint may not set: those that describe the body, those by which receivers recognise
// us, and those that belong to the connection rather than to the message.
var taken = map[string]string{
	"Content-Length":      "describes the body",
	"Content-Type":        "describes the body",
	"Content-Encoding":    "describes the body",
	"Accept-Encoding":     "is set by the sender",
	"User-Agent":          "is set by the sender",
	"Host":                "is taken from the URL",
	"Expect":              "belongs to the connection",
	"Connection":          "belongs to the connection",
	"Keep-Alive":          "belongs to the connection",
	"Proxy-Authenticate":  "belongs to the connection",
	"Proxy-Authorization": "belongs to the connection",
	"Proxy-Connection":    "belongs to the connection",
	"Te":                  "belongs to the connection",
	"Trailer":             "belongs to the connection",
	"Transfer-Encoding":   "belongs to the connection",
	"Upgrade":             "belongs to the connection",
	"Http2-Settings":      "belongs to the connection",
}

// nameFlaw says why a header with this canonical name cannot be set; empty when it can.
func nameFlaw(name string) string {
	switch {
	case !httpguts.ValidHeaderFieldName(name):
		return "is not the name of a header"
	case len(name) > maxHeaderName:
		return "is too long for the name of a header"
	case strings.HasPrefix(name, ownPrefix):
		return "cannot be set: it is for the signature of the sender"
	case taken[name] != "":
		return "cannot be set: it " + taken[name]
	}
	return ""
}

// CheckHeaders checks whether an endpoint may have these customHeaders with the method; a nil method sets no header. It
// fails with a *ConfigError about the first offending header by name.
func CheckHeaders(headers map[string]string, method Method) error {
	if len(headers) > maxHeaders {
		return &ConfigError{Field: "customHeaders", Reason: "must be 50 at most"}
	}
	size := 0
	seen := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		canonical := http.CanonicalHeaderKey(name)
		if reason := headerFlaw(canonical, headers[name], method); reason != "" {
			return &ConfigError{Field: headerField(name), Reason: reason}
		}
		if seen[canonical] {
			return &ConfigError{Field: headerField(name), Reason: "is there twice"}
		}
		seen[canonical] = true
		size += len(name) + len(headers[name])
	}
	if size > maxHeaderBytes {
		return &ConfigError{Field: "customHeaders", Reason: "are larger than 16 KiB together"}
	}
	return nil
}

func headerFlaw(canonical, value string, method Method) string {
	if reason := nameFlaw(canonical); reason != "" {
		return reason
	}
	switch {
	case method != nil && method.HeaderName() == canonical:
		return "cannot be set: authType " + method.Kind() + " sets it"
	case len(value) > maxHeaderValue:
		return "has a value longer than 4096 bytes"
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r >= 0x7f }):
		return "has a value with characters other than visible ASCII"
	}
	return ""
}

// headerField names the header in an error, unless it is not a valid name and could be anything.
func headerField(name string) string {
	if len(name) > maxHeaderName || !httpguts.ValidHeaderFieldName(name) {
		return "customHeaders"
	}
	return "customHeaders." + name
}
