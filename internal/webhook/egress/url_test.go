package egress_test

import (
	"errors"
	"net/netip"
	"strings"
	"testing"

	"bourse/internal/webhook/egress"
)

// open allows everything that switches can allow.
var open = egress.Policy{AllowHTTP: true, AllowLoopback: true, AllowPrivate: true}

func TestOrdinaryURLsAreAccepted(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"https://example.com",
		"https://example.com/hooks/bourse?tenant=7&x=%20",
		"https://EXAMPLE.com:8443/",
		"https://example.com./hook",
		"https://bücher.example/hook",
		"https://xn--bcher-kva.example/hook",
		"https://my_service.example.com/",
		"https://1.1.1.1/hook",
		"https://172.15.255.255/", "https://172.32.0.0/", "https://11.0.0.0/", "https://100.128.0.1/",
		"https://[2606:4700:4700::1111]:443/hook",
		"https://[::ffff:1.1.1.1]/",
		"https://[64:ff9b::1.1.1.1]/",
		"https://3com.example", "https://0x.example",
		"https://localhost.example.com/", "https://notlocalhost/",
		"https://example.com/" + strings.Repeat("a", 2048-len("https://example.com/")),
	} {
		if err := (egress.Policy{}).CheckURL(raw); err != nil {
			t.Errorf("%s: %v", raw, err)
		}
	}
}

func TestMalformedURLsAreNamedAsSuch(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"", "example.com/hook", "/hook", "//example.com/hook", "https:example.com", "https://", "https:///hook",
		"ftp://example.com/", "file:///etc/passwd", "gopher://example.com/", "unix:///var/run/docker.sock", "javascript:alert(1)",
		"https://user@example.com/", "https://user:password@example.com/", "https://@example.com/",
		"https://example.com/#part", "https://example.com/#",
		"https://example.com:/", "https://example.com:0/", "https://example.com:65536/", "https://example.com:-1/", "https://example.com:http/",
		"https://exa mple.com/", " https://example.com/", "https://example.com/a b", "https://example.com/\r\nX: y", "https://example.com/\x00",
		`https://example.com\@127.0.0.1/`, `https:\\127.0.0.1/`, `https://example.com/\evil`,
		"https://exam%70le.com/", "https://%31%32%37.0.0.1/",
		"https://example..com/", "https://.example.com/", "https://example.com../", "https://./", "https://*.example.com/",
		"https://[::1", "https://[127.0.0.1]/", "https://[example.com]/", "https://::1/", "https://exa!mple.com/", "https://example.com,127.0.0.1/",
		"https://" + strings.Repeat("a", 64) + ".example/", "https://" + strings.Repeat("abc.", 64) + "example/",
		"https://example.com/\xff",
		"https://example.com/" + strings.Repeat("a", 2048),
	} {
		err := open.CheckURL(raw)
		var malformed *egress.MalformedError
		if !errors.As(err, &malformed) {
			t.Errorf("%q: got %v, want a MalformedError", raw, err)
		}
	}
}

// RFC 1035: a label has at most 63 octets, a name at most 253 written out.
func TestNamesMayBeAsLongAsTheDNSAllows(t *testing.T) {
	t.Parallel()
	label := strings.Repeat("z", 63)
	longest := strings.Repeat(label+".", 3) + strings.Repeat("z", 61)
	for _, name := range []string{"a.example", label + ".example", longest, longest + "."} {
		wantAllowed(t, egress.Policy{}, "https://"+name+"/")
	}
	for _, name := range []string{"z" + label + ".example", longest + "z", "a..example", ".example", "a{b.example", "a`b.example"} {
		var malformed *egress.MalformedError
		if err := (egress.Policy{}).CheckURL("https://" + name + "/"); !errors.As(err, &malformed) {
			t.Errorf("%q: got %v, want a MalformedError", name, err)
		}
	}
}

func TestFailuresDoNotRepeatWhatAURLMayHide(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"https://user:s3cret@example.com/", "https://127.0.0.1/s3cret?token=s3cret", "http://example.com/?token=s3cret",
		"https://exa mple.com/?s3cret", "https://%zz.example/?s3cret", "https://example.com/s3cret#s3cret", "https://[fe80::1%25s3cret]/",
	} {
		err := (egress.Policy{}).CheckURL(raw)
		if err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", raw, err)
		}
	}
}

func TestPlainHTTPNeedsPermission(t *testing.T) {
	t.Parallel()
	wantRefused(t, egress.Policy{}, "http://example.com/")
	wantRefused(t, egress.Policy{AllowLoopback: true, AllowPrivate: true}, "http://127.0.0.1/")
	wantAllowed(t, egress.Policy{AllowHTTP: true}, "http://example.com/")
}

func TestPortsOfOtherServicesAreRefused(t *testing.T) {
	t.Parallel()
	for _, port := range []string{"22", "25", "53", "587", "0025"} {
		wantRefused(t, open, "https://example.com:"+port+"/")
	}
	for _, port := range []string{"1024", "80", "443", "3000", "8080", "65535"} {
		wantAllowed(t, open, "https://example.com:"+port+"/")
	}
}

// disguises are spellings that can hide an address of this machine, or any other.
var disguises = []string{
	"2130706433", "0x7f000001", "0X7F000001", "017700000001", "127.1", "127.0.1", "0177.0.0.1", "0177.1", "0x7f.1", "0x7f.0.0.0x1",
	"127.0.0.01", "127.00.0.1", "127.0.0.1.", "127.1.", "0", "0x", "0x0", "00", "256.256.256.256", "1.2.3.4.5", "example.1", "example.0x7f",
	"134744072", "0x08080808", // 8.8.8.8: public, but nobody needs this spelling
	"①②⑦.⓪.⓪.1.", "１２７.1", "127。1", "127．0．0．01", "١٢٧.1",
}

func TestDisguisedAddressesAreRefusedUnderEveryPolicy(t *testing.T) {
	t.Parallel()
	for _, host := range disguises {
		for _, policy := range []egress.Policy{{}, open} {
			if err := policy.CheckURL("https://" + host + "/"); err == nil {
				t.Errorf("%s was accepted", host)
			}
		}
	}
}

func TestAddressesWrittenInOtherScriptsAreRecognised(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"①②⑦.⓪.⓪.①", "１２７.０.０.１", "127。0。0。1", "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "ｌｏｃａｌｈｏｓｔ"} {
		wantRefused(t, egress.Policy{}, "https://"+host+"/")
		wantAllowed(t, egress.Policy{AllowLoopback: true}, "https://"+host+"/")
	}
}

func TestNamesOfThisMachineNeedPermission(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"localhost", "LOCALHOST", "localhost.", "a.localhost", "a.b.LocalHost.", "localhost.localdomain", "ip6-localhost", "ip6-loopback"} {
		wantRefused(t, egress.Policy{AllowPrivate: true}, "https://"+host+"/")
		wantAllowed(t, egress.Policy{AllowLoopback: true}, "https://"+host+":8080/")
		wantAllowed(t, egress.Policy{Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}, "https://"+host+"/")
	}
}

func TestAZoneIsRefusedUnderEveryPolicy(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"[fe80::1%25eth0]", "[::1%25lo]", "[2606:4700:4700::1111%25eth0]"} {
		wantRefused(t, open, "https://"+host+"/")
	}
}

func wantRefused(t *testing.T, policy egress.Policy, raw string) {
	t.Helper()
	var refused *egress.RefusedError
	if err := policy.CheckURL(raw); !errors.As(err, &refused) {
		t.Errorf("%s: got %v, want a RefusedError", raw, err)
	}
}

func wantAllowed(t *testing.T, policy egress.Policy, raw string) {
	t.Helper()
	if err := policy.CheckURL(raw); err != nil {
		t.Errorf("%s: %v", raw, err)
	}
}
