// Package egress decides where webhook calls may go.
//
// The URL of an endpoint is chosen by a tenant, and the call is made from inside our network. Without a guard a tenant
// could read what only we can reach: the cloud's metadata service, an administration page on loopback, a database
// nearby. There are two checks.
//
// CheckURL checks the text when an endpoint is saved, so that the tenant learns of a mistake at once; it knows every
// spelling that can disguise an address. It does not resolve names: the result may change a moment later, so it would
// protect nobody. Therefore Control checks the actual address that a socket is about to connect to, after resolution,
// for every connection, and the transport made here has no other way out: no proxy, and no plain HTTP unless allowed.
package egress

import (
	"crypto/x509"
	"net"
	"net/netip"
)

// Policy says what is allowed beyond the public internet over https. Its zero value allows nothing more. It is a plain
// value that may be copied, and must not be changed while in use.
type Policy struct {
	// AllowHTTP permits URLs that begin with http://.
	AllowHTTP bool
	// AllowLoopback permits this machine: 127.0.0.0/8, ::1 and the name localhost.
	AllowLoopback bool
	// AllowPrivate permits private networks: 10/8, 172.16/12, 192.168/16, 100.64/10 and fc00::/7, except the metadata
	// services that live in them.
	AllowPrivate bool
	// Allowed lists networks that are always permitted.
	Allowed []netip.Prefix
	// Resolver resolves names; nil means the system's resolver.
	Resolver *net.Resolver
	// RootCAs are the trusted certificate authorities; nil means the system's.
	RootCAs *x509.CertPool
}

// CheckAddress returns a *RefusedError unless the policy allows calls to the address.
func (p Policy) CheckAddress(address netip.Addr) error {
	if kind := p.judge(address); kind != public {
		return &RefusedError{Host: address.String(), Reason: "is " + string(kind), Address: address}
	}
	return nil
}

// judge returns the kind of a forbidden address, and public for an allowed one.
func (p Policy) judge(address netip.Addr) kind {
	if address.Zone() != "" {
		// Only link-local addresses have a zone.
		return linkLocal
	}
	// The kernel connects to ::ffff:a.b.c.d over IPv4, so it is judged as an IPv4 address.
	address = address.Unmap()
	for _, prefix := range p.Allowed {
		if prefix.Contains(address) {
			return public
		}
	}
	found := kindOf(address)
	if found == loopback && p.AllowLoopback || found == private && p.AllowPrivate {
		return public
	}
	return found
}

// allowsThisMachine reports whether any loopback address may be called.
func (p Policy) allowsThisMachine() bool {
	return p.judge(netip.AddrFrom4([4]byte{127, 0, 0, 1})) == public || p.judge(netip.IPv6Loopback()) == public
}
