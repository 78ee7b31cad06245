package egress

import "net/netip"

// RefusedError says that the policy does not let a call go to a host. It can be found with errors.As in
// what an HTTP client returns. Its text names the host and is fit for the tenant to see.
type RefusedError struct {
	// Host is the host as the URL has it, without userinfo, path and query.
	Host string
	// Reason completes a sentence that begins with the host.
	Reason string
	// Address is what the host stood for, where it is known. The text leaves it out: a tenant could
	// otherwise learn the layout of our network by saving names that only our resolver knows.
	Address netip.Addr
}

func (e *RefusedError) Error() string { return "host " + e.Host + " " + e.Reason }

// MalformedError says that a text is no URL that could be called at all.
type MalformedError struct {
	// Reason completes a sentence that begins with "url". It repeats nothing of the text but a scheme
	// or a port: a URL may hold a token.
	Reason string
}

func (e *MalformedError) Error() string { return "url " + e.Reason }
