package egress

import "net/netip"

// RefusedError says that the policy forbids calls to a host. errors.As finds it in the error of an HTTP client. Its
// text names the host and is safe to show to the tenant.
type RefusedError struct {
	// Host is the host as written in the URL, without userinfo, path and query.
	Host string
	// Reason completes a sentence that begins with the host.
	Reason string
	// Address is the host's address, if known. The text omits it: otherwise a tenant could learn the layout of our
	// network by saving names that only our resolver knows.
	Address netip.Addr
}

func (e *RefusedError) Error() string { return "host " + e.Host + " " + e.Reason }

// MalformedError says that a text is not a URL that could be called.
type MalformedError struct {
	// Reason completes a sentence that begins with "url". It repeats nothing of the text but a scheme or a port: a URL
	// may contain a token.
	Reason string
}

func (e *MalformedError) Error() string { return "url " + e.Reason }
