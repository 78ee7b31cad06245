package identity

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/fault"
)

// tenancyClues are what can be known of the tenant that a request without a token means. Nil is nothing.
type tenancyClues struct {
	named    uuid.UUID   // the tenant that the request names
	ofPage   uuid.UUID   // the one whose domain the web page is from that sent the request
	ofHost   uuid.UUID   // the one under whose domain the platform was called
	knowing  []uuid.UUID // those in which the email is known
	standard uuid.UUID   // the default tenant
}

// told is the tenant that the request itself tells, whatever is known of the email; nil when it does not.
func (c tenancyClues) told() uuid.UUID { return cmp.Or(c.named, c.ofPage, c.ofHost) }

// meant is the one rule of which tenant a log-in, a registration or a forgotten password means: the tenant that is named;
// else the one whose domain the request comes from or to; else the only one in which the email is known; else the
// default one.
func (c tenancyClues) meant() uuid.UUID {
	if len(c.knowing) == 1 {
		return cmp.Or(c.told(), c.knowing[0])
	}
	return cmp.Or(c.told(), c.standard)
}

// visitor is somebody without a token who gives an email: in which tenant, and whose it is there.
type visitor struct {
	tenant uuid.UUID // as the rule finds it
	// stray is the slug that was named although no tenant has it. The visitor is then nobody, and like anybody of the default
	// tenant whose email is unknown.
	stray string
	email string
	user  *User // nil when nobody has the email in the tenant
}

// budget names what the visitor's attempts at something are counted by.
func (v visitor) budget(kind string) string { return kind + ":" + v.address() }

// address is the visitor's email in the tenant.
func (v visitor) address() string {
	if v.stray != "" {
		return fmt.Sprintf("%+q:%s", v.stray, v.email) // quoted: it may hold what no database stores
	}
	return v.tenant.String() + ":" + v.email
}

// visitorWith finds which tenant a request means, which may name one by its slug, and whose the email is there. Both
// cost the same whether or not somebody has the email. It fails when the database does.
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

// cluesOf gathers what a request tells. It fails with NOT_FOUND when the request names a tenant that there is not; the
// clues are then those of a request that names the default tenant.
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

// tenantAt is the tenant whose domain a host or the origin of a page is; nil when it is nobody's.
func (s *Service) tenantAt(ctx context.Context, place string) (uuid.UUID, error) {
	if place == "" {
		return uuid.Nil, nil
	}
	tenant, _, err := s.domains(ctx, s.db, place)
	return tenant, err
}
