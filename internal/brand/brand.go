// Package brand holds a tenant's appearance to its customers: its name, the address of its app, whom to ask for help,
// its own domains, its colours, and the wording of its mails.
//
// It knows no users and no rights: who may change a brand is up to identity. Features that write to a user use the
// brand of the user's tenant and never the installation's.
//
// Every mail needs a brand and every request of a page needs the domains, and both change once a year: they are cached
// in memory (cache.go) and invalidated in the transaction that changes them.
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

// standardSlug is the slug of the tenant that the installation's settings describe.
const standardSlug = "default"

// The colours of an installation that has not chosen any.
const (
	standardPrimary = "#14523d"
	standardAccent  = "#c8932e"
)

// Brand is one tenant's appearance.
type Brand struct {
	TenantID       uuid.UUID
	Slug           string // of the tenant
	ProductName    string // what mails, pages and authenticator apps call the platform
	AppURL         string // the front end, to which links in mails lead
	SupportAddress string // a mail address; empty when there is no support
	LogoURL        string // empty without one
	PrimaryColor   string // #rrggbb
	AccentColor    string // #rrggbb
	// Domains are the tenant's own hosts, with a port if it is not the default one.
	Domains []string
	// MailSender is the sender of mails; empty fields are the installation's.
	MailSender notify.Address

	words *words // the tenant's own wording of its mails; nil for none
}

// Options are what a Service needs.
type Options struct {
	Database *database.DB
	// Default is the brand of a tenant without settings of its own.
	Default Brand
	Now     func() time.Time // nil is the system clock
	// Logger receives unusable templates; nil logs nothing.
	Logger *slog.Logger
}

// Service provides the brands. It is safe for concurrent use.
type Service struct {
	db       *database.DB
	standard Brand
	now      func() time.Time
	logger   *slog.Logger
	cache    cache
}

// New creates the service, which listens for changes from then on.
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

// Default is the brand of a tenant without settings of its own.
func (s *Service) Default() Brand { return s.standard }

// Of returns a tenant's brand; an unknown tenant has the installation's. A transaction that changes a brand must not
// call it. It fails when the database does.
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

// isFresh reports whether a querier reads the current state, and not that of an earlier snapshot.
func isFresh(from database.Querier) bool {
	switch from.(type) {
	case *database.DB, *database.Tx:
		return true
	}
	return false
}

// read builds a brand from the database.
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

// face builds what customers see of a tenant: what it has not set is the installation's, except for its name.
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
