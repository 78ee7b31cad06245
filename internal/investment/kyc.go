package investment

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// KYCStatus says how far the platform knows an account's owner.
type KYCStatus string

// The states of KYC.
const (
	KYCNone      KYCStatus = "none"
	KYCSubmitted KYCStatus = "submitted"
	KYCApproved  KYCStatus = "approved"
	KYCRejected  KYCStatus = "rejected"
	KYCExpired   KYCStatus = "expired"
)

// KYCDecision is what an administrator makes of a submission: approve or reject.
type KYCDecision string

// OwnerCase is how far the platform knows a person, who may own accounts: what counts for these, unless somebody decides on
// the case itself.
type OwnerCase struct {
	TenantID    uuid.UUID
	UserID      uuid.UUID
	Status      KYCStatus
	Reason      string // why it was rejected
	DecidedBy   uuid.UUID
	SubmittedAt time.Time
	DecidedAt   time.Time
}

// Cases is what this package needs of KYC: a person has one case, which all their accounts follow. Whoever holds a case
// holds it before any account, and FollowCase is called in the transaction that changes it.
type Cases interface {
	// HoldCase reads a person's case and holds it until the transaction ends; who has none gets one.
	HoldCase(ctx context.Context, tx *database.Tx, tenant, user uuid.UUID) (OwnerCase, error)
	// SubmitCase takes in what the caller says about themselves. It fails with VALIDATION_ERROR and INVALID_TRANSITION.
	SubmitCase(ctx context.Context, tx *database.Tx, caller identity.Caller, details KYCDetails) error
	// DecideCase approves or rejects what a person has handed in. It fails with VALIDATION_ERROR, SELF_DECISION and
	// INVALID_TRANSITION.
	DecideCase(ctx context.Context, tx *database.Tx, caller identity.Caller, owner Owner, decision KYCDecision, reason string) error
	// VouchFor approves a person's case whatever it holds, in the caller's name.
	VouchFor(ctx context.Context, tx *database.Tx, caller identity.Caller, owner Owner) error
	// ReadCase is a person's case itself, whatever counts meanwhile, and what they have handed in, nil when that is nothing;
	// that the caller has read it is audited.
	ReadCase(ctx context.Context, tx *database.Tx, caller identity.Caller, owner Owner) (OwnerCase, *KYCDetails, error)
}

// Owner is whose an account is.
type Owner struct{ TenantID, UserID uuid.UUID }

func (a *Account) owner() Owner { return Owner{a.TenantID, a.UserID} }

// KYCDetails are what an owner says about themselves. They print and log as nothing.
type KYCDetails struct {
	FullName       string
	Country        string // ISO 3166-1 alpha-2
	DateOfBirth    time.Time
	DocumentType   string // empty when the owner did not say
	DocumentNumber string
}

const hiddenDetails = "[hidden KYC details]"

// Format keeps the details out of every verb of fmt.
func (KYCDetails) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hiddenDetails) }

// LogValue keeps the details out of logs.
func (KYCDetails) LogValue() slog.Value { return slog.StringValue(hiddenDetails) }

// follow makes an account show its owner's case.
func (a *Account) follow(c OwnerCase) {
	a.KYCStatus, a.KYCReason, a.KYCDecidedBy = c.Status, c.Reason, c.DecidedBy
	a.KYCSubmittedAt, a.KYCDecidedAt = c.SubmittedAt, c.DecidedAt
}
