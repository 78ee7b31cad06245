package egress

import "net/netip"

// kind is the purpose of an address; its text completes the sentence "the address is …".
type kind string

const (
	public        kind = ""
	loopback      kind = "a loopback address"
	private       kind = "an address of a private network"
	metadata      kind = "the address of a metadata service"
	linkLocal     kind = "a link-local address"
	unspecified   kind = "an address without a host"
	multicast     kind = "a multicast address"
	documentation kind = "an address reserved for documentation"
	transition    kind = "an address that tunnels to another one"
	reserved      kind = "a reserved address"
)

type network struct {
	prefix netip.Prefix
	kind   kind
}

func networkOf(prefix string, kind kind) network {
	return network{netip.MustParsePrefix(prefix), kind}
}

// special lists the networks that are not the public internet, following IANA's special-purpose registries. The first
// match counts, so individual metadata services come before the networks that contain them: allowing private networks
// must not open those.
var special = []network{
	networkOf("169.254.169.254/32", metadata),
	networkOf("169.254.170.2/32", metadata),   // credentials of container tasks
	networkOf("100.100.100.200/32", metadata), // inside the shared address space
	networkOf("192.0.0.192/32", metadata),
	networkOf("168.63.129.16/32", metadata), // a public address, answered only by the virtual machine's host
	networkOf("fd00:ec2::/32", metadata),
	networkOf("fd20:ce::/32", metadata),
	networkOf("fd00:42::42/128", metadata),

	networkOf("0.0.0.0/8", unspecified), // reaches this machine on many systems
	networkOf("10.0.0.0/8", private),
	networkOf("100.64.0.0/10", private), // shared by the customers of a carrier, or by the pods of a cluster
	networkOf("127.0.0.0/8", loopback),
	networkOf("169.254.0.0/16", linkLocal),
	networkOf("172.16.0.0/12", private),
	networkOf("192.0.0.0/24", reserved),
	networkOf("192.0.2.0/24", documentation),
	networkOf("192.88.99.0/24", transition), // relays of 6to4
	networkOf("192.168.0.0/16", private),
	networkOf("198.18.0.0/15", reserved), // benchmarks of network devices
	networkOf("198.51.100.0/24", documentation),
	networkOf("203.0.113.0/24", documentation),
	networkOf("224.0.0.0/4", multicast),
	networkOf("240.0.0.0/4", reserved), // including the broadcast address

	networkOf("::/128", unspecified),
	networkOf("::1/128", loopback),
	networkOf("fc00::/7", private),
	networkOf("fe80::/10", linkLocal),
	networkOf("ff00::/8", multicast),
	networkOf("2001::/23", reserved), // protocols, including Teredo
	networkOf("2001:db8::/32", documentation),
	networkOf("2002::/16", transition), // 6to4: the packet goes to the embedded IPv4 address
	networkOf("3fff::/20", documentation),
}

var (
	// globalUnicast is the only part of IPv6 that is assigned; everything outside it and not listed above, including
	// IPv4-compatible and IPv4-translated addresses, is reserved.
	globalUnicast = netip.MustParsePrefix("2000::/3")
	// translated is how an IPv6-only network reaches IPv4 (NAT64): the last four bytes are the real address.
	translated = netip.MustParsePrefix("64:ff9b::/96")
)

// kindOf classifies an address that is not IPv4-mapped.
func kindOf(address netip.Addr) kind {
	if translated.Contains(address) {
		bytes := address.As16()
		return kindOf(netip.AddrFrom4([4]byte(bytes[12:]))).beyondTranslation()
	}
	for _, network := range special {
		if network.prefix.Contains(address) {
			return network.kind
		}
	}
	if address.Is4() || globalUnicast.Contains(address) {
		return public
	}
	return reserved
}

// beyondTranslation keeps the permissions for loopback and private networks from applying behind a NAT64 translator:
// its 127.0.0.1 is not this machine, and its private network is not ours.
func (k kind) beyondTranslation() kind {
	if k == loopback || k == private {
		return transition
	}
	return k
}
