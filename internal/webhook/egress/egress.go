// Package egress decides where webhook calls may go.
//
// The URL of an endpoint is chosen by a tenant, and the call is made from inside our network. Without a
// guard a tenant could read what only we can reach: the metadata service of the cloud, an
// administration page on loopback, a database of the neighbourhood. The guard stands in two places.
//
// CheckURL judges the text when an endpoint is saved, so that the tenant hears of a mistake at once; it knows every
// spelling under which an address can hide. It does not ask what a name resolves to: the answer can be another one a
// moment later, and would protect nobody. Therefore Control judges the very address that a socket is about to connect
// to, after resolution, for every connection, and the transport made here has no other way out: no proxy, no plain HTTP
// unless it is allowed.
package egress

import (
	"crypto/x509"
	"net"
	"net/netip"
)

// Policy says what is allowed beyond the public internet over https. Its zero value allows nothing more.
// A policy is a plain value: copies are equal, and it must not be changed while it is in use.
type Policy struct {
	// AllowHTTP permits URLs that begin with http://.
	AllowHTTP bool
	// AllowLoopback permits this machine: 127.0.0.0/8, ::1 and the name localhost.
	AllowLoopback bool
	// AllowPrivate permits the networks of a site: 10/8, 172.16/12, 192.168/16, 100.64/10 and fc00::/7,
	// except the metadata services that live in them.
	AllowPrivate bool
	// Allowed lists networks that are permitted whatever the other rules say.
	Allowed []netip.Prefix
	// Resolver answers for names; nil is the resolver of the system.
	Resolver *net.Resolver
	// RootCAs are the authorities that may vouch for a receiver; nil are those of the system.
	RootCAs *x509.CertPool
}

// CheckAddress returns a *RefusedError unless the policy lets a call go to the address.
func (p Policy) CheckAddress(address netip.Addr) error {
	if kind := p.judge(address); kind != public {
		return &RefusedError{Host: address.String(), Reason: "is " + string(kind), Address: address}
	}
	return nil
}

// judge names the kind of a forbidden address and answers public for an allowed one.
func (p Policy) judge(address netip.Addr) kind {
	if address.Zone() != "" {
		// Only addresses that mean something on one link have a zone.
		return linkLocal
	}
	// The kernel connects to ::ffff:a.b.c.d over IPv4, so it is judged as what it becomes.
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

// allowsThisMachine tells whether any address of loopback may be called.
func (p Policy) allowsThisMachine() bool {
	return p.judge(netip.AddrFrom4([4]byte{127, 0, 0, 1})) == public || p.judge(netip.IPv6Loopback()) == public
}
