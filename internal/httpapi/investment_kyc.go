package httpapi

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/investment"
	"bourse/internal/oas"
)

// ListKycCases implements GET /investment/kyc-cases.
func (a *API) ListKycCases(ctx context.Context, params oas.ListKycCasesParams) (oas.ListKycCasesRes, error) {
	page := database.Page{Number: params.Page.Value, Limit: params.Limit.Value}
	cases, total, err := a.Investment.KYCCases(ctx, caller(ctx), investment.KYCFilter{
		State: investment.KYCStatus(params.State.Value), TenantID: params.TenantId.Value,
	}, page)
	if err != nil {
		return nil, err
	}
	return &oas.KycCaseListEnvelope{Success: true, Data: mapped(cases, kycCase), Meta: pagination(page, total)}, nil
}

// GetKycCase implements GET /investment/kyc-cases/{accountId}.
func (a *API) GetKycCase(ctx context.Context, params oas.GetKycCaseParams) (oas.GetKycCaseRes, error) {
	account, details, err := a.Investment.KYCCase(ctx, caller(ctx), params.AccountId)
	if err != nil {
		return nil, err
	}
	shown := kycCase(account)
	if details != nil {
		shown.Submission = oas.NewOptKycSubmission(oas.KycSubmission{
			FullName: details.FullName, Country: details.Country, DateOfBirth: details.DateOfBirth,
			DocumentType:   oas.OptKycDocumentType{Value: oas.KycDocumentType(details.DocumentType), Set: details.DocumentType != ""},
			DocumentNumber: details.DocumentNumber,
		})
	}
	return &oas.KycCaseEnvelope{Success: true, Data: shown}, nil
}

func kycCase(a *investment.Account) oas.KycCase {
	return oas.KycCase{
		AccountId: a.ID, UserId: a.UserID, TenantId: a.TenantID, State: oas.KycStatus(a.KYCStatus),
		AccountStatus: oas.InvestmentStatus(a.Status), OpenedAt: a.CreatedAt.UTC(),
		SubmittedAt: optTime(a.KYCSubmittedAt.UTC()), DecidedAt: optTime(a.KYCDecidedAt.UTC()),
		DecidedBy: oas.OptUUID{Value: a.KYCDecidedBy, Set: a.KYCDecidedBy != uuid.Nil},
		Reason:    oas.OptString{Value: a.KYCReason, Set: a.KYCReason != ""},
	}
}
