package kyc

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// callback is the body of the provider's callback.
type callback struct {
	SubmissionID uuid.UUID `json:"submissionId"`
	Decision     Decision  `json:"decision"`
	Reason       string    `json:"reason"`
	Reference    string    `json:"reference"`
}

// Receive processes a callback of the provider and reports whether it has decided a case. First of all it checks the
// signature over the bytes of the body: it fails with NOT_FOUND where no provider is asked, and with VALIDATION_ERROR
// about the header or the field that is wrong. A repeated callback gets the same answer as the first time. One about a
// submission that is no longer waiting changes nothing: somebody has decided, or it was replaced. An approval that
// arrives after a document has expired rejects the case.
func (s *Service) Receive(ctx context.Context, signature Signature, body []byte) (applied bool, err error) {
	if !s.Takes() {
		return false, errNoCase
	}
	if err := signature.verify(body, s.provider.Keys, s.now()); err != nil {
		return false, err
	}
	told, err := parseCallback(body)
	if err != nil {
		return false, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		isNew, before, err := insertCallback(ctx, tx, signature.ID, told.SubmissionID, s.now())
		if err != nil || !isNew {
			applied = before
			return err
		}
		if applied, err = s.apply(ctx, tx, told); err != nil || !applied {
			return err
		}
		return markApplied(ctx, tx, signature.ID)
	})
	if err != nil {
		return false, err
	}
	s.logger.LogAttrs(ctx, slog.LevelInfo, "KYC provider called back", slog.String("callbackId", signature.ID),
		slog.String("submissionId", told.SubmissionID.String()), slog.Bool("applied", applied))
	return applied, nil
}

func parseCallback(body []byte) (told callback, err error) {
	if err := json.Unmarshal(body, &told); err != nil {
		return told, fault.Invalid("submissionId", "must be that of the request, in an object with decision and reason")
	}
	if told.SubmissionID == uuid.Nil {
		return told, fault.Invalid("submissionId", "is required")
	}
	if told.Reference != "" {
		if err := checkText("reference", told.Reference, 200); err != nil {
			return told, err
		}
	}
	return told, checkDecision(told.Decision, told.Reason)
}

// apply decides the callback's case if it is still waiting.
func (s *Service) apply(ctx context.Context, tx *database.Tx, told callback) (bool, error) {
	c, err := lockSubmission(ctx, tx, told.SubmissionID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if c.mayDecide() != nil { // somebody was quicker
		return false, nil
	}
	if told.Reference != "" {
		c.ProviderReference = told.Reference
	}
	decision, reason, err := s.tenable(c, told)
	if err != nil {
		return false, err
	}
	err = s.decide(ctx, tx, c, decider{provider: string(HTTP)}, decision, reason)
	return err == nil, err
}

// tenable returns the provider's decision as it can be carried out. An approval that arrives after a document has
// expired becomes a rejection: nobody else would tell the person, whose case would wait for a decision that has already
// been made.
func (s *Service) tenable(c *Case, told callback) (Decision, string, error) {
	if told.Decision != Approve {
		return told.Decision, told.Reason, nil
	}
	documents, err := s.documentsOf(c)
	if err != nil {
		return "", "", err
	}
	if until := validUntil(s.valid, documents, s.now()); isOver(until, s.now()) {
		return Reject, fmt.Sprintf("A document has expired on %s: hand in one that is valid.", lastDayBefore(until)), nil
	}
	return Approve, "", nil
}
