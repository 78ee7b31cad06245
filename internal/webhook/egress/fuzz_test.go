package egress_test

import (
	"net"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/idna"

	"bourse/internal/webhook/egress"
)

// FuzzCheckURL compares the guard with other parsers: what it accepts must not be an internal address to the C library
// or to the standard library.
func FuzzCheckURL(f *testing.F) {
	for _, host := range disguises {
		f.Add("https://" + host + "/")
	}
	for _, c := range forbidden {
		f.Add("https://" + c.address)
		f.Add("https://[" + c.address + "]:8443/path?query")
	}
	for _, raw := range []string{"https://example.com/hook", "http://a.localhost.", `https://a\@127.1/`, "https://1.1.1.1", "https://①.example"} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if (egress.Policy{}).CheckURL(raw) != nil {
			return
		}
		target, err := url.Parse(raw)
		if err != nil || target.Scheme != "https" || target.User != nil || target.Fragment != "" || len(raw) > 2048 {
			t.Fatalf("accepted %q", raw)
		}
		host := target.Hostname()
		if folded, err := idna.Lookup.ToASCII(host); err == nil {
			host = folded // net/http dials the folded host
		}
		bare := strings.TrimRight(strings.ToLower(host), ".")
		if bare == "" || bare == "localhost" || strings.HasSuffix(bare, ".localhost") {
			t.Fatalf("accepted %q", raw)
		}
		if address := net.ParseIP(host); address != nil && isInside(address) {
			t.Fatalf("accepted %q, which is %s", raw, address)
		}
		if address, ok := inetAton(bare); ok && (isInside(address) || net.ParseIP(host) == nil) {
			t.Fatalf("accepted %q, which a C library dials as %s", raw, address)
		}
	})
}

// isInside is a second opinion, by the standard library's knowledge of networks.
func isInside(address net.IP) bool {
	return address.IsLoopback() || address.IsPrivate() || address.IsUnspecified() || address.IsMulticast() ||
		address.IsLinkLocalUnicast() || address.Equal(net.IPv4bcast) || address.To4() != nil && address.To4()[0] == 0
}

// inetAton parses an address like the C function: one to four decimal, octal or hexadecimal numbers, of which the last
// fills all remaining bytes.
func inetAton(text string) (net.IP, bool) {
	parts := strings.Split(text, ".")
	if len(parts) > 4 {
		return nil, false
	}
	var value uint64
	for i, part := range parts {
		number, err := strconv.ParseUint(strings.Replace(part, "0x", "0x0", 1), 0, 64)
		if err != nil || strings.ContainsAny(part, "_ob") && !strings.HasPrefix(part, "0x") || strings.Contains(part, "_") {
			return nil, false
		}
		limit, shift := uint64(255), uint(24-8*i)
		if i == len(parts)-1 {
			limit, shift = 1<<(32-8*i)-1, 0
		}
		if number > limit {
			return nil, false
		}
		value |= number << shift
	}
	return net.IPv4(byte(value>>24), byte(value>>16), byte(value>>8), byte(value)), true
}

func TestTheOracleReadsAddressesAsTheCLibraryDoes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2130706433": "127.0.0.1", "127.1": "127.0.0.1", "0177.0.0.1": "127.0.0.1", "0x7f.1": "127.0.0.1", "0": "0.0.0.0",
		"10.258": "10.0.1.2", "1.2.3.4": "1.2.3.4", "0xffffffff": "255.255.255.255",
	} {
		if got, ok := inetAton(text); !ok || got.String() != want {
			t.Errorf("%s: got %v, %v, want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"example.com", "1.2.3.4.5", "256.1.1.1", "08", "4294967296", ""} {
		if got, ok := inetAton(text); ok {
			t.Errorf("%q was read as %s", text, got)
		}
	}
}
