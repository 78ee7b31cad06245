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

// matchingStep finds the time step that a code belongs to, near now and after the last one used. A step is
// used once, so that a code seen over somebody's shoulder is worth nothing.
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

// TwoFactorSetup is what an authenticator app has to be told.
type TwoFactorSetup struct {
	Secret     string // base32
	OTPAuthURL string
}

// SetupTwoFactor makes a new secret for the caller; it counts once VerifyTwoFactor has seen a code of it.
// It wants a recent log-in (REAUTHENTICATION_REQUIRED) and is a CONFLICT while the second factor is on.
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

// VerifyTwoFactor turns the second factor on and returns the backup codes. A wrong code is INVALID_OTP; without a
// set-up that was begun, or when it is on already, it is a CONFLICT.
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

// DisableTwoFactor turns the second factor off for who knows a code and has logged in recently. It is a
// CONFLICT while it is off.
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
		if err := dropChallenges(ctx, tx, user.ID); err != nil { // they ask for codes that no longer are
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
