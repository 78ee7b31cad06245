package app

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/kyc"
	"bourse/internal/webhook/signing"
)

// kycSettings configure how long KYC lasts and which provider is asked.
type kycSettings struct {
	Valid          time.Duration `help:"How long an approval lasts. It ends earlier when a document that was handed in expires. 0 is for ever." default:"17520h"`
	URL            string        `name:"url" help:"Where --kyc http asks: gets a signed POST for each submission and calls back. As webhooks are, it is called over https at public addresses unless --webhook-allow-… says otherwise." placeholder:"URL"`
	Secret         string        `help:"Secret that both sides sign with, whsec_… or a text of 16 characters or more; better in the environment."`
	PreviousSecret string        `help:"The previous --kyc-secret: callbacks may still be signed with it while it is being replaced."`
	PerUser        int           `help:"Submissions of one user that --kyc http asks about within a day, at most." default:"5"`
	PerNetwork     int           `help:"Submissions from one network (an IPv4 address, a /64 of IPv6) that --kyc http asks about within a day, at most." default:"50"`
}

// leastSecret is the minimum length of a secret for signatures.
const leastSecret = 16

// kycProvider is the provider of --kyc http, without the transport, and otherwise none. It fails when a setting
// cannot be used.
func (s *serverSettings) kycProvider() (provider kyc.Provider, err error) {
	if s.KYCCases.Valid < 0 || s.KYCCases.Valid > 0 && s.KYCCases.Valid < time.Second {
		return provider, badSetting("kyc-valid", "must be 0 or at least one second")
	}
	if s.KYC != string(kyc.HTTP) {
		return provider, nil
	}
	for _, limit := range []struct {
		flag  string
		value int
	}{{"kyc-per-user", s.KYCCases.PerUser}, {"kyc-per-network", s.KYCCases.PerNetwork}} {
		if limit.value < 1 {
			return provider, badSetting(limit.flag, "must be at least 1")
		}
	}
	provider.Most = identity.DailyBounds{PerUser: s.KYCCases.PerUser, PerNetwork: s.KYCCases.PerNetwork}
	policy, err := s.Webhook.policy()
	if err != nil {
		return provider, err
	}
	if s.KYCCases.URL == "" {
		return provider, badSetting("kyc-url", "is needed by --kyc http")
	}
	if err := policy.CheckURL(s.KYCCases.URL); err != nil {
		return provider, &settingError{"kyc-url", err}
	}
	provider.URL = s.KYCCases.URL
	if s.PublicURL != "" {
		provider.CallbackURL = s.PublicURL + "/api/v1/kyc/callbacks"
	}
	for _, secret := range []struct{ flag, value string }{
		{"kyc-secret", s.KYCCases.Secret}, {"kyc-previous-secret", s.KYCCases.PreviousSecret},
	} {
		if secret.value == "" && secret.flag != "kyc-secret" {
			continue
		}
		if len(secret.value) < leastSecret {
			return provider, badSetting(secret.flag, "must have at least %d characters with --kyc http", leastSecret)
		}
		key, err := signing.ParseKey(secret.value)
		if err != nil {
			return provider, &settingError{secret.flag, err}
		}
		provider.Keys = append(provider.Keys, key)
	}
	return provider, nil
}

// newKYC creates the service of KYC cases.
func newKYC(p *platform, outside *outsideParts) (*kyc.Service, error) {
	provider, err := p.settings.kycProvider()
	if err != nil {
		return nil, err
	}
	policy, err := p.settings.Webhook.policy()
	if err != nil {
		return nil, err
	}
	transport := policy.Transport()
	p.onClose("KYC provider's connections", func() error { transport.CloseIdleConnections(); return nil })
	provider.Transport = outside.kyc.Watch(transport)
	return kyc.New(kyc.Options{
		Database: p.db, Keyring: p.ring, Events: p.webhooks, People: kycPeople{p.identity}, Messages: p.messages,
		Brands: p.brands,
		Mode:   kyc.Mode(p.settings.KYC), Valid: p.settings.KYCCases.Valid, Provider: provider, Now: clock, Logger: p.logger,
	}), nil
}

// kycPeople adapts the users to KYC.
type kycPeople struct{ *identity.Service }

// Addresses implements kyc.People.
func (p kycPeople) Addresses(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error) {
	known, err := p.Recipients(ctx, from, users)
	addresses := make(map[uuid.UUID]string, len(known))
	for user, recipient := range known {
		if recipient.IsVerified {
			addresses[user] = recipient.Email
		}
	}
	return addresses, err
}

// accountsOf makes investment accounts follow the cases of their owners.
func accountsOf(accounts *investment.Service, now func() time.Time) kyc.Follower {
	return func(ctx context.Context, tx *database.Tx, changed *kyc.Case, by audit.Actor) error {
		return accounts.FollowCase(ctx, tx, ownerCase(changed, now()), by)
	}
}

// ownerCase is a case as accounts follow it: by what counts now. Who decided on a renewal, and when, says nothing
// about the approval that counts meanwhile.
func ownerCase(c *kyc.Case, now time.Time) investment.OwnerCase {
	shown := reviewedCase(c)
	if counting := c.CountsAs(now); counting != c.State {
		shown.Status, shown.Reason, shown.DecidedBy, shown.DecidedAt = investment.KYCStatus(counting), "", uuid.Nil, time.Time{}
	}
	return shown
}

// reviewedCase is a case as its reviewers see it.
func reviewedCase(c *kyc.Case) investment.OwnerCase {
	return investment.OwnerCase{
		TenantID: c.TenantID, UserID: c.UserID, Status: investment.KYCStatus(c.State), Reason: c.Reason, DecidedBy: c.DecidedBy,
		SubmittedAt: c.SubmittedAt, DecidedAt: c.DecidedAt,
	}
}

// ownerCases adapts KYC to investment.
type ownerCases struct{ *kyc.Service }

// HoldCase implements investment.Cases.
func (c ownerCases) HoldCase(ctx context.Context, tx *database.Tx, tenant, user uuid.UUID) (investment.OwnerCase, error) {
	held, err := c.Hold(ctx, tx, tenant, user)
	if err != nil {
		return investment.OwnerCase{}, err
	}
	return ownerCase(held, c.Now()), nil
}

// SubmitCase implements investment.Cases.
func (c ownerCases) SubmitCase(ctx context.Context, tx *database.Tx, caller identity.Caller, details investment.KYCDetails) error {
	_, err := c.SubmitIn(ctx, tx, caller, kyc.Submission{
		FullName: details.FullName, Country: details.Country, DateOfBirth: details.DateOfBirth,
		DocumentType: kyc.DocumentType(details.DocumentType), DocumentNumber: details.DocumentNumber,
	})
	return err
}

// DecideCase implements investment.Cases.
func (c ownerCases) DecideCase(ctx context.Context, tx *database.Tx, caller identity.Caller, owner investment.Owner, decision investment.KYCDecision, reason string) error {
	return c.DecideIn(ctx, tx, caller, kyc.Person(owner), kyc.Decision(decision), reason)
}

// VouchFor implements investment.Cases.
func (c ownerCases) VouchFor(ctx context.Context, tx *database.Tx, caller identity.Caller, owner investment.Owner) error {
	return c.VouchIn(ctx, tx, caller, kyc.Person(owner))
}

// ReadCase implements investment.Cases.
func (c ownerCases) ReadCase(ctx context.Context, tx *database.Tx, caller identity.Caller, owner investment.Owner) (investment.OwnerCase, *investment.KYCDetails, error) {
	found, submission, err := c.ReadIn(ctx, tx, caller, kyc.Person(owner))
	if err != nil {
		return investment.OwnerCase{}, nil, err
	}
	if submission == nil {
		return reviewedCase(found), nil, nil
	}
	return reviewedCase(found), &investment.KYCDetails{
		FullName: submission.FullName, Country: submission.Country, DateOfBirth: submission.DateOfBirth,
		DocumentType: string(submission.DocumentType), DocumentNumber: submission.DocumentNumber,
	}, nil
}

var _ investment.Cases = ownerCases{}
