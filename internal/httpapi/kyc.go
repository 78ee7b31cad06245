package httpapi

import (
	"context"
	"net/http"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/kyc"
	"bourse/internal/oas"
)

// GetMyKyc implements GET /kyc.
func (a *API) GetMyKyc(ctx context.Context) (oas.GetMyKycRes, error) {
	own, err := a.KYC.Mine(ctx, caller(ctx))
	return ownKYC(own, err)
}

// SubmitMyKyc implements POST /kyc.
func (a *API) SubmitMyKyc(ctx context.Context, req *oas.PersonKycSubmission) (oas.SubmitMyKycRes, error) {
	own, err := a.KYC.Submit(ctx, caller(ctx), kyc.Submission{
		FullName: req.FullName, Country: req.Country, DateOfBirth: req.DateOfBirth,
		DocumentType: kyc.DocumentType(req.DocumentType.Value), DocumentNumber: req.DocumentNumber,
		Documents: mapped(req.Documents, func(d oas.KycDocumentReference) kyc.Document {
			return kyc.Document{Type: kyc.DocumentType(d.Type), Reference: d.Reference, IssuedBy: d.IssuedBy.Value, ExpiresOn: d.ExpiresOn.Value}
		}),
	})
	return ownKYC(own, err)
}

// ListKycPersons implements GET /kyc/cases.
func (a *API) ListKycPersons(ctx context.Context, params oas.ListKycPersonsParams) (oas.ListKycPersonsRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	cases, total, err := a.KYC.Cases(ctx, caller(ctx), kyc.Filter{
		State: kyc.State(params.State.Value), UserID: params.UserId.Value, TenantID: params.TenantId.Value,
	}, page)
	if err != nil {
		return nil, err
	}
	return &oas.PersonKycListEnvelope{Success: true, Data: mapped(cases, personKYC), Meta: pagination(page, total)}, nil
}

// GetKycPerson implements GET /kyc/cases/{caseId}.
func (a *API) GetKycPerson(ctx context.Context, params oas.GetKycPersonParams) (oas.GetKycPersonRes, error) {
	found, submission, err := a.KYC.Case(ctx, caller(ctx), params.CaseId)
	if err != nil {
		return nil, err
	}
	shown := personKYC(found)
	if submission != nil {
		shown.Submission = oas.NewOptPersonKycSubmission(personSubmission(submission))
	}
	return &oas.PersonKycEnvelope{Success: true, Data: shown}, nil
}

// DecideKycPerson implements POST /kyc/cases/{caseId}/decision.
func (a *API) DecideKycPerson(ctx context.Context, req *oas.KycDecisionRequest, params oas.DecideKycPersonParams) (oas.DecideKycPersonRes, error) {
	decided, err := a.KYC.Decide(ctx, caller(ctx), params.CaseId, kyc.Decision(req.Decision), req.Reason.Value)
	if err != nil {
		return nil, err
	}
	return &oas.PersonKycEnvelope{Success: true, Data: personKYC(decided)}, nil
}

// admitKYCProvider refuses, by its headers, a call that cannot be from the provider. It fails with NOT_FOUND when no
// provider is in use.
func (a *API) admitKYCProvider(header http.Header, at time.Time) *fault.Error {
	if !a.KYC.Takes() {
		return edge.ErrNoOperation
	}
	return kyc.SignatureOf(header).Check(at)
}

// ReceiveKycCallback implements POST /kyc/callbacks. The signature covers the raw body, so the decoded one is not
// used.
func (a *API) ReceiveKycCallback(ctx context.Context, _ oas.JSONObject, params oas.ReceiveKycCallbackParams) (oas.ReceiveKycCallbackRes, error) {
	applied, err := a.KYC.Receive(ctx, kyc.Signature{
		ID: params.WebhookID.Value, Timestamp: params.WebhookTimestamp.Value, Signatures: params.WebhookSignature.Value,
	}, edge.Body(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.KycCallbackEnvelope{Success: true, Data: oas.KycCallbackEnvelopeData{Applied: applied}}, nil
}

// ownKYC is a case as its person sees it: who decided, and who was asked, stays internal.
func ownKYC(own *kyc.Case, err error) (*oas.PersonKycEnvelope, error) {
	if err != nil {
		return nil, err
	}
	shown := personKYC(own)
	shown.DecidedBy, shown.Provider, shown.ProviderReference = oas.OptUUID{}, oas.OptString{}, oas.OptString{}
	return &oas.PersonKycEnvelope{Success: true, Data: shown}, nil
}

func personKYC(c *kyc.Case) oas.PersonKyc {
	return oas.PersonKyc{
		ID: c.ID, UserId: c.UserID, TenantId: c.TenantID, State: oas.KycStatus(c.State), Reason: optText(c.Reason),
		SubmittedAt: optTime(c.SubmittedAt.UTC()), DecidedAt: optTime(c.DecidedAt.UTC()), DecidedBy: optID(c.DecidedBy), ExpiresAt: optTime(c.ExpiresAt.UTC()),
		Provider: optText(c.Provider), ProviderReference: optText(c.ProviderReference),
	}
}

func personSubmission(s *kyc.Submission) oas.PersonKycSubmission {
	return oas.PersonKycSubmission{
		FullName: s.FullName, Country: s.Country, DateOfBirth: s.DateOfBirth,
		DocumentType:   oas.OptKycDocumentType{Value: oas.KycDocumentType(s.DocumentType), Set: s.DocumentType != ""},
		DocumentNumber: s.DocumentNumber,
		Documents: mapped(s.Documents, func(d kyc.Document) oas.KycDocumentReference {
			return oas.KycDocumentReference{
				Type: oas.KycDocumentReferenceType(d.Type), Reference: d.Reference, IssuedBy: optText(d.IssuedBy),
				ExpiresOn: oas.OptDate{Value: d.ExpiresOn, Set: !d.ExpiresOn.IsZero()},
			}
		}),
	}
}
