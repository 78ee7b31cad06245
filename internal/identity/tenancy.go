package identity

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// tenancyClues are what a request without a token and the database reveal about the tenant that is meant. Nil ids are
// unknown.
type tenancyClues struct {
	named    uuid.UUID   // the tenant that the request names
	ofPage   uuid.UUID   // the one whose domain the sending web page is on
	ofHost   uuid.UUID   // the one under whose domain the platform was called
	knowing  []uuid.UUID // those with a user of this email
	standard uuid.UUID   // the default tenant
}

// told is the tenant that the request itself identifies, regardless of the email; nil when it identifies none.
func (c tenancyClues) told() uuid.UUID { return cmp.Or(c.named, c.ofPage, c.ofHost) }

// meant implements the one rule for which tenant a log-in, a registration or a forgotten password means: the named
// tenant; else the one whose domain the request comes from or to; else the only one with a user of this email; else the
// default one.
func (c tenancyClues) meant() uuid.UUID {
	if len(c.knowing) == 1 {
		return cmp.Or(c.told(), c.knowing[0])
	}
	return cmp.Or(c.told(), c.standard)
}

// visitor is a person without a token who gives an email, with the tenant meant and the user with that email there.
type visitor struct {
	tenant uuid.UUID // as the rule finds it
	// stray is the named slug if no tenant has it. The visitor then matches no user and is treated like an unknown
	// email of the default tenant.
	stray string
	email string
	user  *User // nil when nobody has the email in the tenant
}

// budget names the counter for the visitor's attempts at something.
func (v visitor) budget(kind string) string { return kind + ":" + v.address() }

// address is the visitor's email in the tenant.
func (v visitor) address() string {
	if v.stray != "" {
		return fmt.Sprintf("%+q:%s", v.stray, v.email) // quoted: it may hold characters that no database stores
	}
	return v.tenant.String() + ":" + v.email
}

// visitorWith finds the tenant that a request means, which may name one by its slug, and the user with the email there.
// The cost is the same whether or not that user exists. It fails when the database does.
func (s *Service) visitorWith(ctx context.Context, from Origin, slug, email string) (visitor, error) {
	found := visitor{email: email}
	clues, err := s.cluesOf(ctx, from, slug)
	if fault.Is(err, fault.NotFound) {
		found.stray, err = slug, nil
	}
	if err != nil {
		return found, err
	}
	users, err := findUsers(ctx, s.db, email, clues)
	if err != nil {
		return found, err
	}
	for _, user := range users {
		clues.knowing = append(clues.knowing, user.TenantID)
	}
	found.tenant = clues.meant()
	for _, user := range users {
		if user.TenantID == found.tenant && found.stray == "" {
			found.user = user
		}
	}
	return found, nil
}

// cluesOf gathers what a request reveals. It fails with NOT_FOUND when the request names an unknown tenant; the clues
// are then those of a request that names the default tenant.
func (s *Service) cluesOf(ctx context.Context, from Origin, slug string) (clues tenancyClues, err error) {
	if clues.standard, err = s.TenantNamed(ctx, DefaultTenant); err != nil {
		return clues, err
	}
	if slug != "" {
		if clues.named, err = s.TenantNamed(ctx, slug); fault.Is(err, fault.NotFound) {
			clues.named = clues.standard
		}
		return clues, err
	}
	if clues.ofPage, err = s.tenantAt(ctx, from.Page); err != nil {
		return clues, err
	}
	clues.ofHost, err = s.tenantAt(ctx, from.Host)
	return clues, err
}

// tenantAt returns the tenant that owns the domain of a host or of a page's origin; nil when nobody does.
func (s *Service) tenantAt(ctx context.Context, place string) (uuid.UUID, error) {
	if place == "" {
		return uuid.Nil, nil
	}
	tenant, _, err := s.domains(ctx, s.db, place)
	return tenant, err
}
