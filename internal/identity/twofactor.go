package identity

import (
	"context"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"bourse/internal/database"
	"bourse/internal/fault"
)

const (
	totpPeriod = 30 * time.Second
	totpSkew   = 1 // steps that a clock may be off, either way
)

var base32NoPadding = base32.StdEncoding.WithPadding(base32.NoPadding)

// matchingStep finds the time step of a code, near now and after the last one used. Each step is accepted once, so a
// code seen over somebody's shoulder is worthless.
func matchingStep(secret []byte, code string, now time.Time, last int64) (step int64, ok bool) {
	present := now.Unix() / int64(totpPeriod/time.Second)
	encoded := base32NoPadding.EncodeToString(secret)
	for step := max(present-totpSkew, last+1); step <= present+totpSkew; step++ {
		want, err := hotp.GenerateCodeCustom(encoded, uint64(step), hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1})
		if err == nil && subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			return step, true
		}
	}
	return 0, false
}

// TwoFactorSetup is what an authenticator app needs.
type TwoFactorSetup struct {
	Secret     string // base32
	OTPAuthURL string
}

// SetupTwoFactor creates a new secret for the caller, which takes effect once VerifyTwoFactor has accepted a code for
// it. It requires a recent log-in (REAUTHENTICATION_REQUIRED) and fails with CONFLICT while the second factor is on.
func (s *Service) SetupTwoFactor(ctx context.Context, caller Caller) (TwoFactorSetup, error) {
	key := random(20)
	var email string
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := s.lockRecent(ctx, tx, caller)
		if err != nil {
			return err
		}
		if user.TwoFactorEnabled() {
			return fault.New(fault.Conflict, "the second factor is on already")
		}
		email = user.Email
		if user.totpSecret, err = s.ring.Seal(key, "totp:"+user.ID.String()); err != nil {
			return fmt.Errorf("seal a second factor: %w", err)
		}
		user.totpLastStep = 0
		if err := s.updateUser(ctx, tx, user); err != nil {
			return err
		}
		return s.audit(ctx, tx, caller, user, "two_factor.setup_started", nil)
	})
	if err != nil {
		return TwoFactorSetup{}, err
	}
	of, err := s.brands.Of(ctx, s.db, caller.TenantID)
	if err != nil {
		return TwoFactorSetup{}, err
	}
	encoded := base32NoPadding.EncodeToString(key)
	link := url.URL{
		Scheme: "otpauth", Host: "totp", Path: "/" + of.ProductName + ":" + email,
		RawQuery: url.Values{"secret": {encoded}, "issuer": {of.ProductName}}.Encode(),
	}
	return TwoFactorSetup{Secret: encoded, OTPAuthURL: link.String()}, nil
}

// VerifyTwoFactor turns the second factor on and returns the backup codes. A wrong code is INVALID_OTP. It fails with
// CONFLICT when no set-up was begun or the factor is already on.
func (s *Service) VerifyTwoFactor(ctx context.Context, caller Caller, code string) ([]string, error) {
	var (
		codes   []string
		refusal error
	)
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := s.lockRecent(ctx, tx, caller)
		if err != nil {
			return err
		}
		if user.TwoFactorEnabled() {
			return fault.New(fault.Conflict, "the second factor is on already")
		}
		if user.totpSecret == nil {
			return fault.New(fault.Conflict, "begin with POST /auth/2fa/setup")
		}
		if refusal, err = s.spendCode(ctx, tx, caller.Origin, user, code, errWrongCode); err != nil || refusal != nil {
			return err
		}
		user.TOTPEnabledAt = s.now()
		if err := resetAssurance(ctx, tx, caller); err != nil {
			return err
		}
		if err := s.updateUser(ctx, tx, user); err != nil {
			return err
		}
		if codes, err = s.replaceBackupCodes(ctx, tx, user.ID); err != nil {
			return err
		}
		if err := s.tellSecurityChange(ctx, tx, user, "two_factor_enabled"); err != nil {
			return err
		}
		if err := s.publishUser(ctx, tx, twoFactorEnabled, user); err != nil {
			return err
		}
		return s.audit(ctx, tx, caller, user, "two_factor.enabled", nil)
	})
	return codes, refused(err, refusal)
}

// DisableTwoFactor turns the second factor off for a caller who knows a code and has logged in recently. It fails with
// CONFLICT while the factor is off.
func (s *Service) DisableTwoFactor(ctx context.Context, caller Caller, code string) error {
	var refusal error
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := s.lockTwoFactorUser(ctx, tx, caller)
		if err != nil {
			return err
		}
		if refusal, err = s.spendCode(ctx, tx, caller.Origin, user, code, errWrongCode); err != nil || refusal != nil {
			return err
		}
		user.totpSecret, user.TOTPEnabledAt = nil, time.Time{}
		if err := s.updateUser(ctx, tx, user); err != nil {
			return err
		}
		if err := deleteBackupCodes(ctx, tx, user.ID); err != nil {
			return err
		}
		if err := dropChallenges(ctx, tx, user.ID); err != nil { // they ask for codes that no longer exist
			return err
		}
		if err := s.tellSecurityChange(ctx, tx, user, "two_factor_disabled"); err != nil {
			return err
		}
		if err := s.publishUser(ctx, tx, twoFactorDisabled, user); err != nil {
			return err
		}
		return s.audit(ctx, tx, caller, user, "two_factor.disabled", nil)
	})
	return refused(err, refusal)
}

func (s *Service) useTOTP(ctx context.Context, tx *database.Tx, user *User, code string) (bool, error) {
	key, err := s.ring.Open(user.totpSecret, "totp:"+user.ID.String())
	if err != nil {
		return false, fmt.Errorf("open a second factor: %w", err)
	}
	code = strings.ReplaceAll(code, " ", "") // apps show it in two groups
	step, ok := matchingStep(key, code, s.now(), user.totpLastStep)
	if !ok {
		return false, nil
	}
	user.totpLastStep = step
	err = userTable.Update(ctx, tx, user, "totp_last_step")
	return err == nil, err
}
