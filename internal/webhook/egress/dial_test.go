package egress_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/webhook/egress"
)

// receiver is a server on loopback that counts what reaches it.
func receiver(t *testing.T, handler http.HandlerFunc) (port string, reached *atomic.Int32) {
	t.Helper()
	reached = new(atomic.Int32)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		if handler != nil {
			handler(w, r)
		}
	}))
	t.Cleanup(server.Close)
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return address.Port(), reached
}

func get(t *testing.T, policy egress.Policy, target string) (*http.Response, error) {
	t.Helper()
	transport := policy.Transport()
	t.Cleanup(transport.CloseIdleConnections)
	response, err := (&http.Client{Transport: transport}).Get(target)
	if err == nil {
		response.Body.Close()
	}
	return response, err
}

func TestANameThatResolvesToAForbiddenAddressIsNotDialled(t *testing.T) {
	t.Parallel()
	port, reached := receiver(t, nil)
	_, resolver := newNameServer(t, map[string][][]netip.Addr{
		"loopback.test.": always("127.0.0.1"),
		"mapped.test.":   always("::ffff:127.0.0.1"),
		"private.test.":  always("10.0.0.1"),
		"metadata.test.": always("169.254.169.254"),
		"ula.test.":      always("fd00::1"),
		"nothing.test.":  always("0.0.0.0"),
	})
	for _, name := range []string{"loopback.test", "mapped.test", "private.test", "metadata.test", "ula.test", "nothing.test"} {
		policy := egress.Policy{AllowHTTP: true, Resolver: resolver}
		target := "http://" + name + ":" + port + "/s3cret?s3cret"
		if err := policy.CheckURL(target); err != nil {
			t.Errorf("%s: the text alone was refused: %v", name, err)
		}
		_, err := get(t, policy, target)
		var refused *egress.RefusedError
		if !errors.As(err, &refused) {
			t.Errorf("%s: got %v, want a RefusedError", name, err)
			continue
		}
		if refused.Host != name || strings.Contains(refused.Error(), "s3cret") || strings.Contains(refused.Error(), refused.Address.String()) {
			t.Errorf("%s: the refusal says %q", name, refused)
		}
	}
	if reached.Load() != 0 {
		t.Errorf("the receiver was reached %d times", reached.Load())
	}
}

func TestANameThatChangesItsAnswerAfterTheCheckIsNotDialled(t *testing.T) {
	t.Parallel()
	port, reached := receiver(t, nil)
	server, resolver := newNameServer(t, map[string][][]netip.Addr{
		"rebinding.test.": {parsed([]string{"8.8.8.8"}), parsed([]string{"127.0.0.1"})},
	})
	policy := egress.Policy{AllowHTTP: true, Resolver: resolver}
	target := "http://rebinding.test:" + port + "/"
	if first, err := resolver.LookupNetIP(t.Context(), "ip", "rebinding.test"); err != nil || policy.CheckAddress(first[0]) != nil {
		t.Fatalf("the first answer is %v, %v", first, err)
	}
	_, err := get(t, policy, target)
	var refused *egress.RefusedError
	if !errors.As(err, &refused) {
		t.Errorf("got %v, want a RefusedError", err)
	}
	if server.lookups("rebinding.test.") < 2 || reached.Load() != 0 {
		t.Errorf("%d look-ups, receiver reached %d times", server.lookups("rebinding.test."), reached.Load())
	}
}

func TestANameWithoutAnAnswerPassesTheCheckAndFailsTheCall(t *testing.T) {
	t.Parallel()
	_, resolver := newNameServer(t, nil)
	policy := egress.Policy{Resolver: resolver}
	if err := policy.CheckURL("https://unknown.test/"); err != nil {
		t.Errorf("CheckURL: %v", err)
	}
	_, err := get(t, policy, "https://unknown.test/")
	var missing *net.DNSError
	if !errors.As(err, &missing) {
		t.Errorf("got %v, want a DNSError", err)
	}
}

func TestAnAllowedNameIsReached(t *testing.T) {
	t.Parallel()
	port, reached := receiver(t, nil)
	_, resolver := newNameServer(t, map[string][][]netip.Addr{"loopback.test.": always("127.0.0.1")})
	for _, policy := range []egress.Policy{
		{AllowHTTP: true, Resolver: resolver, AllowLoopback: true},
		{AllowHTTP: true, Resolver: resolver, Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}},
	} {
		if _, err := get(t, policy, "http://loopback.test:"+port+"/"); err != nil {
			t.Error(err)
		}
	}
	if reached.Load() != 2 {
		t.Errorf("the receiver was reached %d times, want 2", reached.Load())
	}
}

func TestLiteralAddressesAreJudgedAtTheSocket(t *testing.T) {
	t.Parallel()
	port, reached := receiver(t, nil)
	for _, host := range []string{"127.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0", "[::1]"} {
		_, err := get(t, egress.Policy{AllowHTTP: true}, "http://"+host+":"+port+"/")
		var refused *egress.RefusedError
		if !errors.As(err, &refused) {
			t.Errorf("%s: got %v, want a RefusedError", host, err)
		}
	}
	if reached.Load() != 0 {
		t.Errorf("the receiver was reached %d times", reached.Load())
	}
}

func TestThePolicyOfTheMomentRefusesPlainHTTP(t *testing.T) {
	t.Parallel()
	port, reached := receiver(t, nil)
	_, err := get(t, egress.Policy{AllowLoopback: true}, "http://127.0.0.1:"+port+"/?s3cret")
	var refused *egress.RefusedError
	if !errors.As(err, &refused) || strings.Contains(refused.Error(), "s3cret") || reached.Load() != 0 {
		t.Errorf("got %v after %d calls, want a RefusedError and none", err, reached.Load())
	}
}

func TestEvenAClientThatFollowsRedirectsIsStopped(t *testing.T) {
	t.Parallel()
	inner, innerReached := receiver(t, nil)
	outer, _ := receiver(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://127.0.0.2:"+inner+"/", http.StatusFound)
	})
	policy := egress.Policy{AllowHTTP: true, Allowed: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}}
	_, err := get(t, policy, "http://127.0.0.1:"+outer+"/")
	var refused *egress.RefusedError
	if !errors.As(err, &refused) || refused.Host != "127.0.0.2" || innerReached.Load() != 0 {
		t.Errorf("got %v; the other receiver was reached %d times", err, innerReached.Load())
	}
}

func TestTheProxyOfTheEnvironmentIsNotUsed(t *testing.T) {
	proxy, reached := receiver(t, nil)
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:"+proxy)
	t.Setenv("HTTPS_PROXY", "http://127.0.0.1:"+proxy)
	if transport := (egress.Policy{}).Transport(); transport.Proxy != nil {
		t.Error("the transport asks for a proxy")
	}
	_, resolver := newNameServer(t, map[string][][]netip.Addr{"private.test.": always("10.0.0.1")})
	_, err := get(t, egress.Policy{AllowHTTP: true, AllowLoopback: true, Resolver: resolver}, "http://private.test/")
	var refused *egress.RefusedError
	if !errors.As(err, &refused) || reached.Load() != 0 {
		t.Errorf("got %v; the proxy was reached %d times", err, reached.Load())
	}
}

func TestOnlyTCPIsDialled(t *testing.T) {
	t.Parallel()
	for _, network := range []string{"udp", "unix", "ip4:icmp", ""} {
		if err := open.Control(network, "1.1.1.1:443", nil); err == nil {
			t.Errorf("%q was allowed", network)
		}
	}
	if err := open.Control("tcp", "example.com:443", nil); err == nil {
		t.Error("a name without an address was allowed")
	}
}

func TestNoReceiverIsWaitedForWithoutEnd(t *testing.T) {
	t.Parallel()
	transport := (egress.Policy{}).Transport()
	for name, limit := range map[string]time.Duration{"a handshake": transport.TLSHandshakeTimeout, "an idle connection": transport.IdleConnTimeout} {
		if limit < time.Second || limit > 5*time.Minute {
			t.Errorf("%s may take %v", name, limit)
		}
	}
}
