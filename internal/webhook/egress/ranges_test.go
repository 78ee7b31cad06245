package egress_test

import (
	"errors"
	"net/netip"
	"testing"

	"bourse/internal/webhook/egress"
)

// forbidden lists the first and last address of every network that the zero policy refuses, and which switch allows it:
// loopback, private, or none.
var forbidden = []struct{ address, switched string }{
	{"0.0.0.0", ""}, {"0.255.255.255", ""},
	{"10.0.0.0", "private"}, {"10.255.255.255", "private"},
	{"100.64.0.0", "private"}, {"100.127.255.255", "private"},
	{"100.100.100.200", ""},
	{"127.0.0.0", "loopback"}, {"127.0.0.1", "loopback"}, {"127.255.255.255", "loopback"},
	{"168.63.129.16", ""},
	{"169.254.0.0", ""}, {"169.254.169.254", ""}, {"169.254.170.2", ""}, {"169.254.255.255", ""},
	{"172.16.0.0", "private"}, {"172.31.255.255", "private"},
	{"192.0.0.0", ""}, {"192.0.0.192", ""}, {"192.0.0.255", ""},
	{"192.0.2.0", ""}, {"192.0.2.255", ""},
	{"192.88.99.0", ""}, {"192.88.99.255", ""},
	{"192.168.0.0", "private"}, {"192.168.255.255", "private"},
	{"198.18.0.0", ""}, {"198.19.255.255", ""},
	{"198.51.100.0", ""}, {"198.51.100.255", ""},
	{"203.0.113.0", ""}, {"203.0.113.255", ""},
	{"224.0.0.0", ""}, {"239.255.255.255", ""},
	{"240.0.0.0", ""}, {"255.255.255.254", ""}, {"255.255.255.255", ""},

	{"::", ""}, {"::1", "loopback"},
	{"::ffff:127.0.0.1", "loopback"}, {"::ffff:7f00:1", "loopback"}, {"::ffff:10.0.0.1", "private"},
	{"::ffff:169.254.169.254", ""}, {"::ffff:0.0.0.0", ""},
	{"::127.0.0.1", ""}, {"::10.0.0.1", ""}, {"::8.8.8.8", ""}, // IPv4-compatible
	{"::ffff:0:127.0.0.1", ""}, {"::ffff:0:8.8.8.8", ""}, // IPv4-translated
	{"64:ff9b::127.0.0.1", ""}, {"64:ff9b::10.0.0.1", ""}, {"64:ff9b::169.254.169.254", ""}, {"64:ff9b::", ""},
	{"64:ff9b:1::10.0.0.1", ""}, {"64:ff9b:1::8.8.8.8", ""},
	{"100::", ""}, {"100::ffff:ffff:ffff:ffff", ""},
	{"2001::", ""}, {"2001:0:a00:1::1", ""}, {"2001:0:808:808::f5ff:fffe", ""}, // Teredo, server or client inside
	{"2001:10::1", ""}, {"2001:20::1", ""}, {"2001:1ff:ffff::", ""},
	{"2001:db8::", ""}, {"2001:db8:ffff::1", ""},
	{"2002:7f00:1::", ""}, {"2002:a00:1::1", ""}, {"2002:a9fe:a9fe::", ""}, {"2002:c0a8:1::", ""},
	{"3fff::1", ""}, {"3fff:fff::", ""},
	{"4000::", ""}, {"5f00::1", ""},
	{"fc00::", "private"}, {"fdff:ffff::1", "private"},
	{"fd00:ec2::254", ""}, {"fd20:ce::254", ""}, {"fd00:42::42", ""},
	{"fe80::", ""}, {"fe80::1", ""}, {"febf:ffff::1", ""}, {"fec0::1", ""}, {"feff::1", ""},
	{"ff00::", ""}, {"ff02::1", ""}, {"ffff:ffff::", ""},
}

func TestForbiddenNetworksAreRefusedUnlessTheirOwnSwitchIsOn(t *testing.T) {
	t.Parallel()
	policies := map[string]egress.Policy{
		"none":     {},
		"http":     {AllowHTTP: true},
		"loopback": {AllowLoopback: true},
		"private":  {AllowPrivate: true},
	}
	for _, c := range forbidden {
		for name, policy := range policies {
			wantVerdict(t, policy, name, c.address, name == c.switched)
		}
	}
}

func TestANetworkThatIsListedIsAllowedWhateverItIs(t *testing.T) {
	t.Parallel()
	for _, c := range forbidden {
		address := netip.MustParseAddr(c.address).Unmap()
		listed := egress.Policy{Allowed: []netip.Prefix{netip.PrefixFrom(address, address.BitLen())}}
		wantVerdict(t, listed, "listed", c.address, true)
		other := egress.Policy{Allowed: []netip.Prefix{netip.MustParsePrefix("1.2.3.4/32")}}
		wantVerdict(t, other, "listed another", c.address, false)
	}
}

func TestNeighboursOfForbiddenNetworksArePublic(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
		"168.63.129.15", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0",
		"192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
		"2001:200::", "2001:db7:ffff::1", "2001:db9::", "2001:ffff::", "2003::", "2606:4700:4700::1111", "2a00:1450:4001::1", "3fff:1000::", "3ffe::",
		"64:ff9b::808:808", "::ffff:8.8.8.8",
	} {
		wantVerdict(t, egress.Policy{}, "none", address, true)
	}
}

// wantVerdict checks that the three checks agree: of the URL's text, of the address, and of the socket.
func wantVerdict(t *testing.T, policy egress.Policy, name, text string, allowed bool) {
	t.Helper()
	address := netip.MustParseAddr(text)
	host := text
	if address.Is6() {
		host = "[" + text + "]"
	}
	for door, err := range map[string]error{
		"CheckAddress": policy.CheckAddress(address),
		"CheckURL":     policy.CheckURL("https://" + host + "/"),
		"Control":      policy.Control("tcp", netip.AddrPortFrom(address, 443).String(), nil),
	} {
		var refused *egress.RefusedError
		switch {
		case allowed && err != nil:
			t.Errorf("%s with %s on: %s refused it: %v", text, name, door, err)
		case !allowed && !errors.As(err, &refused):
			t.Errorf("%s with %s on: %s answered %v, want a RefusedError", text, name, door, err)
		}
	}
}
