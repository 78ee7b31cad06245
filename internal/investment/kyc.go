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

// KYCStatus is the state of an account owner's identity check.
type KYCStatus string

// The states of KYC.
const (
	KYCNone      KYCStatus = "none"
	KYCSubmitted KYCStatus = "submitted"
	KYCApproved  KYCStatus = "approved"
	KYCRejected  KYCStatus = "rejected"
	KYCExpired   KYCStatus = "expired"
)

// KYCDecision is an administrator's decision about a submission: approve or reject.
type KYCDecision string

// OwnerCase is the identity check of a person who may own accounts: the state that counts for accounts, unless
// somebody is deciding on the case itself.
type OwnerCase struct {
	TenantID    uuid.UUID
	UserID      uuid.UUID
	Status      KYCStatus
	Reason      string // why it was rejected
	DecidedBy   uuid.UUID
	SubmittedAt time.Time
	DecidedAt   time.Time
}

// Cases is what this package needs of KYC: a person has one case, which all their accounts follow. Locking order: the
// case before any account. FollowCase is called in the transaction that changes the case.
type Cases interface {
	// HoldCase reads a person's case, creating it if necessary, and locks it until the transaction ends.
	HoldCase(ctx context.Context, tx *database.Tx, tenant, user uuid.UUID) (OwnerCase, error)
	// SubmitCase stores the caller's personal details. It fails with VALIDATION_ERROR and INVALID_TRANSITION.
	SubmitCase(ctx context.Context, tx *database.Tx, caller identity.Caller, details KYCDetails) error
	// DecideCase approves or rejects a person's submission. It fails with VALIDATION_ERROR, SELF_DECISION and
	// INVALID_TRANSITION.
	DecideCase(ctx context.Context, tx *database.Tx, caller identity.Caller, owner Owner, decision KYCDecision, reason string) error
	// VouchFor approves a person's case whatever its state, in the caller's name.
	VouchFor(ctx context.Context, tx *database.Tx, caller identity.Caller, owner Owner) error
	// ReadCase is a person's case itself, whatever counts meanwhile, and their submission, nil if there is none; that
	// the caller has read it is audited.
	ReadCase(ctx context.Context, tx *database.Tx, caller identity.Caller, owner Owner) (OwnerCase, *KYCDetails, error)
}

// Owner is the owner of an account.
type Owner struct{ TenantID, UserID uuid.UUID }

func (a *Account) owner() Owner { return Owner{a.TenantID, a.UserID} }

// KYCDetails are an owner's personal details. They are hidden when printed or logged.
type KYCDetails struct {
	FullName       string
	Country        string // ISO 3166-1 alpha-2
	DateOfBirth    time.Time
	DocumentType   string // empty if the owner did not say
	DocumentNumber string
}

const hiddenDetails = "[hidden KYC details]"

// Format hides the details from every verb of fmt.
func (KYCDetails) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hiddenDetails) }

// LogValue hides the details from logs.
func (KYCDetails) LogValue() slog.Value { return slog.StringValue(hiddenDetails) }

// follow copies the owner's case to an account.
func (a *Account) follow(c OwnerCase) {
	a.KYCStatus, a.KYCReason, a.KYCDecidedBy = c.Status, c.Reason, c.DecidedBy
	a.KYCSubmittedAt, a.KYCDecidedAt = c.SubmittedAt, c.DecidedAt
}
