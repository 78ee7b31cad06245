package identity

import (
	"net/netip"
	"time"
)

const (
	attemptBudget = 5
	attemptWindow = 15 * time.Minute
)

// networkOf is what an address counts as: itself, or on IPv6 the /64 it lies in, all of which belongs to
// one customer, who could otherwise guess from a new address each time.
func networkOf(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if parsed = parsed.Unmap(); parsed.Is4() {
		return parsed.String()
	}
	return netip.PrefixFrom(parsed.WithZone(""), 64).Masked().String()
}
