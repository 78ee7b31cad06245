// Package brand is how a tenant looks to its customers: its name, where its app is, whom to ask for help, the domains
// that are its own, its colours, and the words of its mails.
//
// It knows no users and no rights: who may change a brand is identity's business. Features that write to a user ask for
// the brand of the user's tenant and never for the installation's.
//
// Brands are asked for by every mail and domains by every request of a page, and both change once a year: they are kept
// in memory (cache.go) and forgotten in the transaction that changes them.
package brand

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/notify"
)

// standardSlug is the tenant that the installation's settings describe.
const standardSlug = "default"

// The colours of an installation that has chosen none.
const (
	standardPrimary = "#14523d"
	standardAccent  = "#c8932e"
)

// Brand is one tenant's face.
type Brand struct {
	TenantID       uuid.UUID
	Slug           string // of the tenant
	ProductName    string // what mails, pages and authenticator apps call the platform
	AppURL         string // the front end, where the links of mails lead
	SupportAddress string // a mail address; empty when nobody helps
	LogoURL        string // empty without one
	PrimaryColor   string // #rrggbb
	AccentColor    string // #rrggbb
	// Domains are the hosts that are the tenant's own, with a port where it is not the usual one.
	Domains []string
	// MailSender is in whose name mails come; what is empty is the installation's.
	MailSender notify.Address

	words *words // the tenant's own for its mails; nil for none
}

// Options are what a Service needs.
type Options struct {
	Database *database.DB
	// Default is what a tenant has that has said nothing else.
	Default Brand
	Now     func() time.Time // nil is the system's clock
	// Logger hears of templates that cannot be used; nil tells nobody.
	Logger *slog.Logger
}

// Service knows the brands. It is safe for concurrent use.
type Service struct {
	db       *database.DB
	standard Brand
	now      func() time.Time
	logger   *slog.Logger
	cache    cache
}

// New makes the service, which hears of changes from then on.
func New(options Options) *Service {
	s := &Service{db: options.Database, standard: options.Default, now: options.Now, logger: options.Logger}
	s.standard.Slug = standardSlug
	s.standard.PrimaryColor = cmp.Or(s.standard.PrimaryColor, standardPrimary)
	s.standard.AccentColor = cmp.Or(s.standard.AccentColor, standardAccent)
	if s.now == nil {
		s.now = time.Now
	}
	if s.logger == nil {
		s.logger = slog.New(slog.DiscardHandler)
	}
	if s.db != nil {
		s.db.Subscribe(topic, s.cache.forget)
	}
	return s
}

// Default is the brand of a tenant that has said nothing of its own.
func (s *Service) Default() Brand { return s.standard }

// Of is the brand of a tenant; one that nobody knows has the installation's. A transaction that changes a brand does not
// ask for it. It fails when the database does.
func (s *Service) Of(ctx context.Context, from database.Querier, tenant uuid.UUID) (Brand, error) {
	if known, ok := s.cache.brand(tenant); ok && s.db.Live() {
		return known, nil
	}
	before := s.cache.count()
	read, isThere, err := s.read(ctx, from, tenant)
	if err != nil {
		return Brand{}, err
	}
	if isThere && isFresh(from) {
		s.cache.keepBrand(read, before)
	}
	return read, nil
}

// isFresh tells whether what is read by a querier is what is true now, and not what was when a snapshot was taken.
func isFresh(from database.Querier) bool {
	switch from.(type) {
	case *database.DB, *database.Tx:
		return true
	}
	return false
}

// read makes a brand of what the database holds.
func (s *Service) read(ctx context.Context, from database.Querier, tenant uuid.UUID) (found Brand, isThere bool, err error) {
	stored, isThere, err := readSettings(ctx, from, tenant)
	if err != nil || !isThere {
		found = s.standard
		found.TenantID = tenant
		return found, false, err
	}
	if stored.Domains, err = readDomains(ctx, from, tenant); err != nil {
		return found, false, err
	}
	overrides, err := readOverrides(ctx, from, tenant)
	if err != nil {
		return found, false, err
	}
	found = s.face(stored)
	found.words = s.parseWords(tenant, overrides)
	return found, true, nil
}

// face is what customers see of a tenant: what it has not said is the installation's, except for its name.
func (s *Service) face(stored storedSettings) Brand {
	face := Brand{
		TenantID: stored.tenantID, Slug: stored.slug, Domains: stored.Domains,
		ProductName:    cmp.Or(stored.ProductName, stored.name),
		AppURL:         cmp.Or(stored.AppURL, s.standard.AppURL),
		SupportAddress: cmp.Or(stored.SupportAddress, s.standard.SupportAddress),
		LogoURL:        cmp.Or(stored.LogoURL, s.standard.LogoURL),
		PrimaryColor:   cmp.Or(stored.PrimaryColor, s.standard.PrimaryColor),
		AccentColor:    cmp.Or(stored.AccentColor, s.standard.AccentColor),
	}
	if stored.slug == standardSlug {
		face.ProductName = cmp.Or(stored.ProductName, s.standard.ProductName)
	}
	face.MailSender = notify.Address{Name: stored.MailSenderName, Address: stored.MailSenderAddress}
	if face.MailSender.Name == "" && (stored.slug != standardSlug || stored.ProductName != "") {
		face.MailSender.Name = face.ProductName
	}
	return face
}
