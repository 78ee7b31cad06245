package kyc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// caseTable maps cases to their table.
var caseTable = database.NewTable("kyc_cases", func(c *Case, column database.Define) {
	column("id", &c.ID)
	column("tenant_id", database.Fixed(&c.TenantID))
	column("user_id", database.Fixed(&c.UserID))
	column("state", &c.State)
	column("submission", database.Optional(&c.submission))
	column("submission_id", database.Optional(&c.SubmissionID))
	column("reason", &c.Reason)
	column("provider", &c.Provider)
	column("provider_reference", &c.ProviderReference)
	column("attempts", &c.attempts)
	column("next_attempt_at", database.Optional(&c.nextAttemptAt))
	column("submitted_at", database.Optional(&c.SubmittedAt))
	column("decided_at", database.Optional(&c.DecidedAt))
	column("decided_by", database.Optional(&c.DecidedBy))
	column("expires_at", database.Optional(&c.ExpiresAt))
	column("noticed_at", database.Optional(&c.noticedAt))
	column("created_at", database.Fixed(&c.CreatedAt))
	column("updated_at", &c.updatedAt)
})

var (
	caseColumns = caseTable.Columns()
	errNoCase   = fault.New(fault.NotFound, "there is no such case")
)

func scanCase(row database.Row) (*Case, error) {
	found, err := caseTable.Scan(row)
	return found, database.Missing(err, errNoCase)
}

// holdCase reads a person's case and locks it until the transaction ends. It creates the case if there is none.
func holdCase(ctx context.Context, tx *database.Tx, tenant, user uuid.UUID, now time.Time) (*Case, error) {
	held, err := scanCase(tx.QueryRow(ctx, `
		INSERT INTO kyc_cases (id, tenant_id, user_id, state, created_at, updated_at) VALUES ($1, $2, $3, 'none', $4, $4)
		ON CONFLICT (user_id) DO UPDATE SET tenant_id = EXCLUDED.tenant_id
		RETURNING `+caseColumns, database.NewID(), tenant, user, database.Micros(now)))
	if err != nil {
		return nil, fmt.Errorf("hold a KYC case: %w", err)
	}
	return held, nil
}

// updateCase writes every mutable field of a case.
func updateCase(ctx context.Context, tx *database.Tx, c *Case, now time.Time) error {
	c.updatedAt = now
	if err := caseTable.Update(ctx, tx, c); err != nil {
		return fmt.Errorf("update a KYC case: %w", err)
	}
	return nil
}

// lockCase reads a case and locks it until the transaction ends. It fails with NOT_FOUND when there is none.
func lockCase(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Case, error) {
	return scanCase(tx.QueryRow(ctx, `SELECT `+caseColumns+` FROM kyc_cases WHERE id = $1`+tx.ForUpdate(), id))
}

// lockSubmission is lockCase by the id of the current submission.
func lockSubmission(ctx context.Context, tx *database.Tx, submission uuid.UUID) (*Case, error) {
	return scanCase(tx.QueryRow(ctx, `SELECT `+caseColumns+` FROM kyc_cases WHERE submission_id = $1`+tx.ForUpdate(), submission))
}

// readCase reads a case. It fails with NOT_FOUND when there is none.
func readCase(ctx context.Context, from database.Querier, id uuid.UUID) (*Case, error) {
	return scanCase(from.QueryRow(ctx, `SELECT `+caseColumns+` FROM kyc_cases WHERE id = $1`, id))
}

// readCaseOf reads a person's case. It fails with NOT_FOUND when there is none.
func readCaseOf(ctx context.Context, from database.Querier, tenant, user uuid.UUID) (*Case, error) {
	return scanCase(from.QueryRow(ctx, `
		SELECT `+caseColumns+` FROM kyc_cases WHERE user_id = $1 AND tenant_id = $2`, user, tenant))
}

// readCases reads a page of a tenant's cases in one state, or of one user, oldest first, and counts them all.
func readCases(ctx context.Context, from *database.DB, filter Filter, page database.Page) ([]*Case, int, error) {
	var where database.Where
	where.Equal(`tenant_id`, filter.TenantID)
	where.EqualIf(filter.UserID != uuid.Nil, `user_id`, filter.UserID) // who has at most one case
	where.EqualIf(filter.State != "", `state`, filter.State)
	total, err := from.CountList(ctx, `SELECT COUNT(*) FROM kyc_cases`+where.String(), where.Arguments...)
	if err != nil {
		return nil, 0, fmt.Errorf("count KYC cases: %w", err)
	}
	query := `SELECT ` + caseColumns + ` FROM kyc_cases` + where.String() + ` ORDER BY COALESCE(submitted_at, created_at), id` + where.Page(page)
	cases, err := caseTable.All(from.Query(ctx, query, where.Arguments...))
	return cases, total, err
}

// Waiting counts undecided submissions in all tenants. It fails when the database does.
func (s *Service) Waiting(ctx context.Context) (database.Waiting, error) {
	return database.CountWaiting(ctx, s.db, "submitted_at", "kyc_cases WHERE state = 'submitted'")
}
