package brand

import (
	"context"
	"net"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// TenantOf returns the tenant that owns the domain of a host, which may have a port, or of the origin of a page, in
// upper or lower case. A domain that was set without a port applies to every port. It fails when the database does.
func (s *Service) TenantOf(ctx context.Context, from database.Querier, host string) (uuid.UUID, bool, error) {
	exact := hostOf(host)
	if exact == "" {
		return uuid.Nil, false, nil
	}
	tenant, found, err := s.ownerOf(ctx, from, exact)
	if bare := withoutPort(exact); err == nil && !found && bare != exact {
		return s.ownerOf(ctx, from, bare)
	}
	return tenant, found, err
}

// ownerOf returns the owner of a domain in its stored form.
func (s *Service) ownerOf(ctx context.Context, from database.Querier, domain string) (uuid.UUID, bool, error) {
	if !s.db.Live() { // changes by other replicas might have been missed
		return readDomainOwner(ctx, from, domain)
	}
	known := s.cache.domains.Load()
	if known == nil || known.stale.Load() {
		before := s.cache.count()
		all, err := readAllDomains(ctx, from)
		if err != nil {
			return uuid.Nil, false, err
		}
		known = &domainSet{tenants: all}
		if isFresh(from) {
			s.cache.keepDomains(known, before)
		}
	}
	tenant, found := known.tenants[domain]
	return tenant, found, nil
}

// AllowsOrigin reports whether pages of an origin may call the API: those of the brands' domains, over https, or over
// http where there is no network in between. When this cannot be determined now, the last known answer applies: a page
// should learn that there is an outage.
func (s *Service) AllowsOrigin(ctx context.Context, origin string) bool {
	scheme, host, ok := strings.Cut(strings.ToLower(origin), "://")
	if !ok || hostOf(origin) != host || scheme != "https" && !(scheme == "http" && isThisMachine(host)) {
		return false
	}
	_, found, err := s.ownerOf(ctx, s.db, host)
	if known := s.cache.domains.Load(); err != nil && known != nil {
		_, found = known.tenants[host]
	}
	return found
}

// ReturnURL returns where a tenant's user goes after visiting another site: the wanted address, or else the app. It
// fails with URL_NOT_ALLOWED on the field returnUrl when the address is neither in the app nor in a domain of the
// tenant, and when the database does.
func (s *Service) ReturnURL(ctx context.Context, from database.Querier, tenant uuid.UUID, wanted string) (string, error) {
	of, err := s.Of(ctx, from, tenant)
	if err != nil || wanted == "" {
		return of.AppURL, err
	}
	if !of.owns(wanted) {
		return "", fault.New(fault.URLNotAllowed, "must lead into the app or a domain of %s", of.ProductName).About("returnUrl")
	}
	return wanted, nil
}

// owns reports whether an address leads to the brand's app or one of its domains.
func (b Brand) owns(address string) bool {
	parsed, ok := webAddress(address)
	if !ok {
		return false
	}
	if app, ok := webAddress(b.AppURL); ok && app.Scheme == parsed.Scheme && strings.EqualFold(app.Host, parsed.Host) {
		return true
	}
	if parsed.Scheme == "http" && !isThisMachine(parsed.Host) {
		return false
	}
	return isAmong(b.Domains, parsed.Scheme+"://"+parsed.Host)
}

// isAmong reports whether a host is one of the domains; one without a port matches only its default port.
func isAmong(domains []string, host string) bool {
	host = hostOf(host)
	for _, domain := range domains {
		if domain == host {
			return true
		}
	}
	return false
}

// webAddress parses an absolute web address without a user name or password.
func webAddress(text string) (*url.URL, bool) {
	parsed, err := url.Parse(text)
	ok := err == nil && parsed.Host != "" && parsed.User == nil && parsed.Opaque == "" && (parsed.Scheme == "https" || parsed.Scheme == "http") &&
		!strings.ContainsAny(text, " \\\t\r\n")
	return parsed, ok
}

// hostOf returns the host, with its port if it has one, of a Host header or the origin of a page, in the form in which
// domains are stored: in lower case, without a trailing dot and without the default port. It is empty for anything
// else.
func hostOf(text string) string {
	host := strings.ToLower(text)
	if scheme, rest, ok := strings.Cut(host, "://"); ok {
		usual := map[string]string{"http": ":80", "https": ":443"}[scheme]
		if usual == "" {
			return ""
		}
		host = strings.TrimSuffix(rest, usual)
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, ""
	}
	name = strings.TrimSuffix(name, ".")
	if !isDomainName(name) || port != "" && !isPort(port) {
		return ""
	}
	if port == "" {
		return name
	}
	return name + ":" + port
}

func withoutPort(host string) string {
	name, _, _ := strings.Cut(host, ":")
	return name
}

// isDomainName reports whether a text is a DNS name or an IPv4 address.
func isDomainName(name string) bool {
	if name == "" || len(name) > 253 {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, letter := range label {
			if !(letter >= 'a' && letter <= 'z' || letter >= '0' && letter <= '9' || letter == '-') {
				return false
			}
		}
	}
	return true
}

func isPort(text string) bool {
	number := 0
	for _, digit := range text {
		if digit < '0' || digit > '9' {
			return false
		}
		if number = number*10 + int(digit-'0'); number > 65535 {
			return false
		}
	}
	return number > 0 && text[0] != '0'
}

// isThisMachine reports whether traffic to a host never leaves the machine, so that nobody can listen in between.
func isThisMachine(host string) bool {
	name := withoutPort(host)
	return name == "localhost" || name == "127.0.0.1" || strings.HasSuffix(name, ".localhost")
}
