package brand

import (
	"context"
	netmail "net/mail"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
)

// Settings are a tenant's own settings; what is empty follows the installation's brand.
type Settings struct {
	ProductName, AppURL, SupportAddress string
	MailSenderName, MailSenderAddress   string
	PrimaryColor, AccentColor, LogoURL  string
	Domains                             []string // sorted
}

// Change is a change to the settings; nil leaves a field as it is, and empty follows the installation.
type Change struct {
	ProductName, AppURL, SupportAddress *string
	MailSenderName, MailSenderAddress   *string
	PrimaryColor, AccentColor, LogoURL  *string
	Domains                             *[]string
}

const (
	mostDomains   = 20
	longestName   = 60
	longestApp    = 300
	longestLogo   = 500
	longestDomain = 259 // with a port
)

var colorForm = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// With returns the settings after a change. It fails with VALIDATION_ERROR on the first invalid field.
func (s Settings) With(change Change) (Settings, error) {
	for _, part := range []struct {
		field string
		from  *string
		to    *string
		check func(string) string // the reason why not; empty when valid
	}{
		{"productName", change.ProductName, &s.ProductName, checkName},
		{"appUrl", change.AppURL, &s.AppURL, checkApp},
		{"supportAddress", change.SupportAddress, &s.SupportAddress, checkMailAddress},
		{"mailSenderName", change.MailSenderName, &s.MailSenderName, checkName},
		{"mailSenderAddress", change.MailSenderAddress, &s.MailSenderAddress, checkMailAddress},
		{"primaryColor", change.PrimaryColor, &s.PrimaryColor, checkColor},
		{"accentColor", change.AccentColor, &s.AccentColor, checkColor},
		{"logoUrl", change.LogoURL, &s.LogoURL, checkLogo},
	} {
		if part.from == nil {
			continue
		}
		value := strings.TrimSpace(*part.from)
		if why := part.check(value); value != "" && why != "" {
			return s, fault.Invalid(part.field, "%s", why)
		}
		*part.to = value
	}
	if change.Domains == nil {
		return s, nil
	}
	domains, err := checkDomains(*change.Domains)
	s.Domains = domains
	return s, err
}

// OutsideDomains returns the first field that a change has set to something outside the tenant's own domains: the app,
// to which links lead that open accounts, or the sender address of mails. It is empty when there is none.
func (s Settings) OutsideDomains(change Change) (field string) {
	if change.AppURL != nil && s.AppURL != "" {
		if parsed, ok := webAddress(s.AppURL); !ok || !isAmong(s.Domains, parsed.Scheme+"://"+parsed.Host) {
			return "appUrl"
		}
	}
	if change.MailSenderAddress != nil && s.MailSenderAddress != "" {
		_, domain, _ := strings.Cut(s.MailSenderAddress, "@")
		if !slices.Contains(s.Domains, strings.ToLower(domain)) {
			return "mailSenderAddress"
		}
	}
	return ""
}

// Fields returns the settings as the audit log shows them.
func (s Settings) Fields() audit.Fields {
	return audit.Fields{
		"productName": s.ProductName, "appUrl": s.AppURL, "supportAddress": s.SupportAddress, "mailSenderName": s.MailSenderName,
		"mailSenderAddress": s.MailSenderAddress, "primaryColor": s.PrimaryColor, "accentColor": s.AccentColor, "logoUrl": s.LogoURL,
		"domains": strings.Join(s.Domains, " "),
	}
}

// Lock reads a tenant's settings and locks the tenant until the transaction ends. It fails with NOT_FOUND when there is
// no such tenant.
func (s *Service) Lock(ctx context.Context, tx *database.Tx, tenant uuid.UUID) (Settings, error) {
	if err := lockTenant(ctx, tx, tenant); err != nil {
		return Settings{}, err
	}
	return s.Settings(ctx, tx, tenant)
}

// Settings returns a tenant's settings. It fails with NOT_FOUND when there is no such tenant.
func (s *Service) Settings(ctx context.Context, from database.Querier, tenant uuid.UUID) (Settings, error) {
	stored, isThere, err := readSettings(ctx, from, tenant)
	if err != nil {
		return Settings{}, err
	}
	if !isThere {
		return Settings{}, errNoTenant
	}
	stored.Domains, err = readDomains(ctx, from, tenant)
	return stored.Settings, err
}

// Save stores the settings of a tenant, which is held. They take effect with the commit, on every replica. It fails
// with CONFLICT on the field domains when a domain is another tenant's.
func (s *Service) Save(ctx context.Context, tx *database.Tx, tenant uuid.UUID, settings Settings) error {
	if err := writeSettings(ctx, tx, tenant, settings, s.now()); err != nil {
		return err
	}
	taken, err := writeDomains(ctx, tx, tenant, settings.Domains)
	if err != nil {
		return err
	}
	if taken {
		return fault.New(fault.Conflict, "one of the domains is another tenant's").About("domains")
	}
	tx.NotifyAtCommit(topic, tenant.String())
	return nil
}

// Face returns what customers see of a tenant with these settings.
func (s *Service) Face(ctx context.Context, from database.Querier, tenant uuid.UUID) (Brand, error) {
	face, isThere, err := s.read(ctx, from, tenant)
	if err == nil && !isThere {
		err = errNoTenant
	}
	return face, err
}

func checkName(name string) string {
	if utf8.RuneCountInString(name) > longestName || strings.ContainsFunc(name, unicode.IsControl) || !utf8.ValidString(name) {
		return "must have at most 60 characters and be one line"
	}
	return ""
}

func checkApp(address string) string {
	parsed, ok := webAddress(address)
	if !ok || len(address) > longestApp || parsed.RawQuery != "" || parsed.Fragment != "" || !isSafe(address) || hostOf(parsed.Host) == "" {
		return "must be an https address without a query, or http on this machine"
	}
	return ""
}

func checkLogo(address string) string {
	if _, ok := webAddress(address); !ok || len(address) > longestLogo || !isSafe(address) {
		return "must be an https address, or http on this machine"
	}
	return ""
}

// isSafe reports whether nobody in between can change what an address shows.
func isSafe(address string) bool {
	parsed, ok := webAddress(address)
	return ok && (parsed.Scheme == "https" || isThisMachine(strings.ToLower(parsed.Host)))
}

func checkColor(color string) string {
	if !colorForm.MatchString(color) {
		return "must be # and six hexadecimal digits"
	}
	return ""
}

func checkMailAddress(address string) string {
	parsed, err := netmail.ParseAddress(address)
	if err != nil || parsed.Address != address || len(address) > 254 || strings.Count(address, "@") != 1 {
		return "must be a mail address without a name"
	}
	return ""
}

// checkDomains normalises domains for storage, sorted and without duplicates.
func checkDomains(texts []string) ([]string, error) {
	if len(texts) > mostDomains {
		return nil, fault.Invalid("domains", "must be at most %d", mostDomains)
	}
	domains := make([]string, 0, len(texts))
	for _, text := range texts {
		domain := strings.ToLower(strings.TrimSpace(text))
		if domain == "" || len(domain) > longestDomain || strings.Contains(domain, "://") || hostOf(domain) != strings.TrimSuffix(domain, ".") {
			return nil, fault.Invalid("domains", "%q is not a host such as app.example.com or localhost:5173", clipped(text))
		}
		// The default port is not part of an origin: with it a domain would match no page, or duplicate another
		// tenant's.
		domains = append(domains, strings.TrimSuffix(hostOf(domain), ":443"))
	}
	slices.Sort(domains)
	return slices.Compact(domains), nil
}

// clipped returns as much of a client's text as an answer repeats.
func clipped(text string) string { return shorten(text, 80) }

func shorten(text string, most int) string {
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "")
	}
	return text
}
