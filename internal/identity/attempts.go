package identity

import (
	"net/netip"
	"time"
)

const (
	attemptBudget = 5
	attemptWindow = 15 * time.Minute
)

// networkOf returns what an address is counted as: itself, or its /64 on IPv6, which belongs to a single customer, who
// could otherwise guess from a new address each time.
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
