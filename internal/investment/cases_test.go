package investment_test

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/kyc"
)

const (
	manualKYC, autoKYC = kyc.Manual, kyc.Auto

	approveKYC, rejectKYC investment.KYCDecision = "approve", "reject"

	approvedFor = 2 * 365 * 24 * time.Hour
)

// cases is KYC as investment sees it, connected as in the application.
type cases struct{ *kyc.Service }

func ownerCase(c *kyc.Case, now time.Time) investment.OwnerCase {
	shown := reviewedCase(c)
	if counting := c.CountsAs(now); counting != c.State {
		shown.Status, shown.Reason, shown.DecidedBy, shown.DecidedAt = investment.KYCStatus(counting), "", uuid.Nil, time.Time{}
	}
	return shown
}

func reviewedCase(c *kyc.Case) investment.OwnerCase {
	return investment.OwnerCase{
		TenantID: c.TenantID, UserID: c.UserID, Status: investment.KYCStatus(c.State), Reason: c.Reason, DecidedBy: c.DecidedBy,
		SubmittedAt: c.SubmittedAt, DecidedAt: c.DecidedAt,
	}
}

func (c cases) HoldCase(ctx context.Context, tx *database.Tx, tenant, user uuid.UUID) (investment.OwnerCase, error) {
	held, err := c.Hold(ctx, tx, tenant, user)
	if err != nil {
		return investment.OwnerCase{}, err
	}
	return ownerCase(held, c.Now()), nil
}

func (c cases) SubmitCase(ctx context.Context, tx *database.Tx, caller identity.Caller, details investment.KYCDetails) error {
	_, err := c.SubmitIn(ctx, tx, caller, kyc.Submission{
		FullName: details.FullName, Country: details.Country, DateOfBirth: details.DateOfBirth,
		DocumentType: kyc.DocumentType(details.DocumentType), DocumentNumber: details.DocumentNumber,
	})
	return err
}

func (c cases) DecideCase(ctx context.Context, tx *database.Tx, caller identity.Caller, owner investment.Owner, decision investment.KYCDecision, reason string) error {
	return c.DecideIn(ctx, tx, caller, kyc.Person(owner), kyc.Decision(decision), reason)
}

func (c cases) VouchFor(ctx context.Context, tx *database.Tx, caller identity.Caller, owner investment.Owner) error {
	return c.VouchIn(ctx, tx, caller, kyc.Person(owner))
}

func (c cases) ReadCase(ctx context.Context, tx *database.Tx, caller identity.Caller, owner investment.Owner) (investment.OwnerCase, *investment.KYCDetails, error) {
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
