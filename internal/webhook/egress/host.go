package egress

import (
	"net/netip"
	"strings"

	"golang.org/x/net/idna"
)

const (
	maxName  = 253
	maxLabel = 63
)

// checkHost checks the host of a URL and returns it in the form that will be dialled.
func (p Policy) checkHost(host string) (string, error) {
	if strings.Contains(host, ":") {
		return host, p.checkIPv6(host)
	}
	// The HTTP client folds hosts like this before it dials, and folding turns ①②⑦.⓪.⓪.① into digits, so the check must
	// come after it.
	host, err := fold(host)
	if err != nil {
		return "", &MalformedError{"has a host that is not a name"}
	}
	name := strings.TrimSuffix(host, ".") // a trailing dot only marks a fully qualified name
	if !isName(name) {
		return "", &MalformedError{"has a host that is neither a name nor an address"}
	}
	if endsInNumber(name) {
		return host, p.checkIPv4(host)
	}
	if isThisMachine(name) && !p.allowsThisMachine() {
		return "", &RefusedError{Host: host, Reason: "is a name of this machine"}
	}
	return host, nil
}

func (p Policy) checkIPv6(host string) error {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return &MalformedError{"has a host that is neither a name nor an address"}
	}
	if address.Zone() != "" {
		return &RefusedError{Host: address.WithZone("").String(), Reason: "must not have a zone", Address: address}
	}
	return p.CheckAddress(address)
}

// checkIPv4 accepts four decimal numbers and nothing else. C library resolvers also read 127.1, 0177.0.0.1, 0x7f.1 and
// 2130706433 as addresses; they are only written to disguise an address, so they are refused whatever they stand for.
func (p Policy) checkIPv4(host string) error {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return &RefusedError{Host: host, Reason: "is a number or an address in an unusual spelling"}
	}
	return p.CheckAddress(address)
}

func fold(host string) (string, error) {
	for i := range len(host) {
		if host[i] >= 0x80 {
			return idna.Lookup.ToASCII(host)
		}
	}
	return strings.ToLower(host), nil
}

// isName reports whether the text could be a host name. Underscores are not standard but in use.
func isName(name string) bool {
	if len(name) > maxName {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > maxLabel || strings.ContainsFunc(label, isForeignToNames) {
			return false
		}
	}
	return true
}

func isForeignToNames(r rune) bool {
	isLetter := r >= 'a' && r <= 'z'
	isDigit := r >= '0' && r <= '9'
	return !isLetter && !isDigit && r != '-' && r != '_'
}

// endsInNumber reports whether URL parsers take the host for an IPv4 address: they do when its last label is a decimal,
// octal or hexadecimal number. No top-level domain is one.
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if digits, isHexadecimal := strings.CutPrefix(last, "0x"); isHexadecimal {
		return strings.Trim(digits, "0123456789abcdef") == ""
	}
	return strings.Trim(last, "0123456789") == ""
}

// isThisMachine reports whether systems resolve the name to loopback without a look-up.
func isThisMachine(name string) bool {
	switch name {
	case "localhost", "localhost.localdomain", "localhost4", "localhost6", "ip6-localhost", "ip6-loopback":
		return true
	}
	return strings.HasSuffix(name, ".localhost")
}
