package httpapi

import (
	"context"

	"bourse/internal/oas"
)

// SetupTwoFactor implements POST /auth/2fa/setup.
func (a *API) SetupTwoFactor(ctx context.Context) (oas.SetupTwoFactorRes, error) {
	setup, err := a.Identity.SetupTwoFactor(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return &oas.TwoFactorSetupEnvelope{Success: true, Data: oas.TwoFactorSetup{
		Secret: setup.Secret, OtpauthUrl: setup.OTPAuthURL,
	}}, nil
}

// VerifyTwoFactor implements POST /auth/2fa/verify.
func (a *API) VerifyTwoFactor(ctx context.Context, req *oas.CodeRequest) (oas.VerifyTwoFactorRes, error) {
	codes, err := a.Identity.VerifyTwoFactor(ctx, caller(ctx), string(req.Code))
	if err != nil {
		return nil, err
	}
	return backupCodes(codes), nil
}

// DisableTwoFactor implements POST /auth/2fa/disable.
func (a *API) DisableTwoFactor(ctx context.Context, req *oas.CodeRequest) (oas.DisableTwoFactorRes, error) {
	if err := a.Identity.DisableTwoFactor(ctx, caller(ctx), string(req.Code)); err != nil {
		return nil, err
	}
	return done("the second factor is off"), nil
}

// ListBackupCodes implements GET /auth/2fa/backup-codes.
func (a *API) ListBackupCodes(ctx context.Context) (oas.ListBackupCodesRes, error) {
	codes, err := a.Identity.BackupCodes(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return backupCodes(codes), nil
}

// ReplaceBackupCodes implements POST /auth/2fa/backup-codes.
func (a *API) ReplaceBackupCodes(ctx context.Context) (oas.ReplaceBackupCodesRes, error) {
	codes, err := a.Identity.ReplaceBackupCodes(ctx, caller(ctx))
	if err != nil {
		return nil, err
	}
	return backupCodes(codes), nil
}

// SendPhoneCode implements POST /auth/phone/send.
func (a *API) SendPhoneCode(ctx context.Context, req *oas.SendPhoneCodeRequest) (oas.SendPhoneCodeRes, error) {
	if err := a.Identity.SendPhoneCode(ctx, caller(ctx), req.PhoneNumber); err != nil {
		return nil, err
	}
	return done("the code is on its way"), nil
}

// VerifyPhone implements POST /auth/phone/verify.
func (a *API) VerifyPhone(ctx context.Context, req *oas.CodeRequest) (oas.VerifyPhoneRes, error) {
	if err := a.Identity.VerifyPhone(ctx, caller(ctx), string(req.Code)); err != nil {
		return nil, err
	}
	return done("the phone number is verified"), nil
}

func backupCodes(codes []string) *oas.BackupCodesEnvelope {
	return &oas.BackupCodesEnvelope{Success: true, Data: oas.BackupCodes{Codes: codes}}
}
