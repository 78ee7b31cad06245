package edge

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// clientAddress returns where the request comes from: the peer of the connection or, if that is a trusted proxy, the
// last address in X-Forwarded-For that is not. Everything to the left of that one was sent by the client and may be
// forged. The address is invalid when the peer has none, as on a Unix socket.
func clientAddress(r *http.Request, proxies []netip.Prefix) netip.Addr {
	address := peerAddress(r.RemoteAddr)
	if len(proxies) == 0 || !isProxy(address, proxies) {
		return address
	}
	for _, header := range slices.Backward(r.Header["X-Forwarded-For"]) {
		for rest := header; rest != ""; {
			var last string
			if comma := strings.LastIndexByte(rest, ','); comma >= 0 {
				rest, last = rest[:comma], rest[comma+1:]
			} else {
				rest, last = "", rest
			}
			next := peerAddress(strings.TrimSpace(last))
			if !next.IsValid() {
				return address // A trusted proxy wrote no address: only the proxy itself is known.
			}
			address = next
			if !isProxy(address, proxies) {
				return address
			}
		}
	}
	return address
}

func isProxy(address netip.Addr, proxies []netip.Prefix) bool {
	return slices.ContainsFunc(proxies, func(proxy netip.Prefix) bool { return proxy.Contains(address) })
}

// peerAddress parses an address with or without a port. An IPv4-mapped IPv6 address becomes an IPv4 address.
func peerAddress(text string) netip.Addr {
	if withPort, err := netip.ParseAddrPort(text); err == nil {
		return withPort.Addr().Unmap().WithZone("")
	}
	address, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	if err != nil {
		return netip.Addr{}
	}
	return address.Unmap().WithZone("")
}

// network is what a client is counted as: its address, or on IPv6 its /64, which belongs to a single customer.
func network(address netip.Addr) netip.Addr {
	if !address.Is6() {
		return address
	}
	prefix, err := address.Prefix(64)
	if err != nil {
		return address // cannot happen: 64 is a valid prefix length of every IPv6 address
	}
	return prefix.Addr()
}
