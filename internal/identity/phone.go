package identity

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"fmt"
	"math/big"
	"time"

	"github.com/google/uuid"
	"github.com/nyaruka/phonenumbers"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/notify"
)

const (
	phoneCodeLifetime = 5 * time.Minute
	phoneCodeCooldown = 60 * time.Second
	phoneCodeAttempts = 5
)

// parsePhone parses a number. It fails with INVALID_PHONE_NUMBER when no such number can exist.
func parsePhone(number string) (*phonenumbers.PhoneNumber, error) {
	parsed, err := phonenumbers.Parse(number, "")
	if err != nil || !phonenumbers.IsValidNumber(parsed) {
		return nil, fault.New(fault.InvalidPhoneNumber, "must be a phone number in international format").About("phoneNumber")
	}
	return parsed, nil
}

// newPhoneCode generates six random digits.
func newPhoneCode() (string, error) {
	number, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%06d", number.Int64()), nil
}

func phoneCodeInput(user uuid.UUID, phone, code string) []byte {
	return []byte(user.String() + ":" + phone + ":" + code)
}

// SendPhoneCode sends a code to a number that the caller claims. Only the newest code is valid. It fails with
// INVALID_PHONE_NUMBER, with OTP_COOLDOWN within a minute of the last code, with RATE_LIMITED when the user, the
// number, the network or the country had too many messages, and with ACCOUNT_SUSPENDED when the user is suspended. To
// replace a verified number while the second factor is on, it requires a recent log-in (REAUTHENTICATION_REQUIRED).
func (s *Service) SendPhoneCode(ctx context.Context, caller Caller, number string) error {
	parsed, err := parsePhone(number)
	if err != nil {
		return err
	}
	phone := phonenumbers.Format(parsed, phonenumbers.E164)
	code, err := newPhoneCode()
	if err != nil {
		return err
	}
	return s.db.InLastTx(ctx, func(tx *database.Tx) error {
		user, err := lockEntering(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		if err := s.mayChangePhone(ctx, tx, caller, user, phone); err != nil {
			return err
		}
		now := s.now()
		pending, found, err := readPhoneCode(ctx, tx, user.ID)
		if err != nil {
			return err
		}
		if wait := pending.sentAt.Add(phoneCodeCooldown).Sub(now); found && wait > 0 {
			return fault.New(fault.OTPCooldown, "a code was sent a moment ago; wait before asking for another").After(wait)
		}
		if err := s.countText(ctx, tx, caller, parsed); err != nil {
			return err
		}
		expires := now.Add(phoneCodeLifetime)
		hash := s.ring.MAC("phone-code", phoneCodeInput(user.ID, phone, code))
		if err := storePhoneCode(ctx, tx, &phoneCode{user.ID, phone, hash, 0, now, expires}); err != nil {
			return err
		}
		of, err := s.brands.Of(ctx, tx, user.TenantID)
		if err != nil {
			return err
		}
		err = s.messages.Enqueue(ctx, tx, notify.Message{
			Channel: notify.SMS, Kind: "phone_code", TenantID: user.TenantID, UserID: user.ID, Recipient: phone, ExpiresAt: expires,
			Text: fmt.Sprintf("%s is your %s code. It is valid for 5 minutes. Never tell it to anyone.", code, of.ProductName),
		})
		if err != nil {
			return err
		}
		return s.audit(ctx, tx, caller, user, "phone.code_sent", nil)
	})
}

// VerifyPhone records that the caller owns the number to which the code was sent. A wrong code is INVALID_OTP and uses
// one of five tries for this code and one of fifteen a day for all codes together (then OTP_ATTEMPTS_EXCEEDED); without
// a valid code it is OTP_EXPIRED. To replace a verified number it requires what SendPhoneCode does.
func (s *Service) VerifyPhone(ctx context.Context, caller Caller, code string) error {
	var refusal error
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		refusal = nil
		user, err := lockUser(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		pending, found, err := readPhoneCode(ctx, tx, user.ID)
		if err != nil {
			return err
		}
		if !found || !s.now().Before(pending.expiresAt) {
			return fault.New(fault.OTPExpired, "there is no code to check; request a new one").About("code")
		}
		if err := s.mayChangePhone(ctx, tx, caller, user, pending.phone); err != nil {
			return err
		}
		if spent, wait, err := s.attemptsSpent(ctx, tx, guessesOf(user.ID), phoneGuesses, ""); err != nil || spent {
			return refused(err, fault.New(fault.OTPAttemptsExceeded, "too many wrong codes today; try again later").After(wait))
		}
		if pending.attempts >= phoneCodeAttempts {
			return fault.New(fault.OTPAttemptsExceeded, "too many wrong codes; request a new one").
				After(max(pending.sentAt.Add(phoneCodeCooldown).Sub(s.now()), time.Second))
		}
		if !s.fitsPhoneCode(user.ID, pending, code) {
			refusal = fault.New(fault.InvalidOTP, "the code is wrong").About("code")
			return s.countWrongPhoneCode(ctx, tx, caller, user)
		}
		return s.acceptPhone(ctx, tx, caller, user, pending.phone)
	})
	return refused(err, refusal)
}

// mayChangePhone requires a recent log-in when the user has already verified another number and the second factor is
// on: a stolen session would redirect our text messages to somebody else.
func (s *Service) mayChangePhone(ctx context.Context, tx *database.Tx, caller Caller, user *User, phone string) error {
	if !user.PhoneVerifiedAt.IsZero() && user.Phone != phone {
		return s.checkRecentWithFactor(ctx, tx, caller, user)
	}
	return nil
}

func (s *Service) fitsPhoneCode(user uuid.UUID, pending phoneCode, code string) bool {
	for _, hash := range s.ring.MACs("phone-code", phoneCodeInput(user, pending.phone, code)) {
		if hmac.Equal(hash, pending.hash) {
			return true
		}
	}
	return false
}

// guessesOf names the counter for a user's guesses. A correct code does not reset it: that may be for a number of the
// guesser's own.
func guessesOf(user uuid.UUID) string { return "phone-code:" + user.String() }

func (s *Service) countWrongPhoneCode(ctx context.Context, tx *database.Tx, caller Caller, user *User) error {
	if err := spendPhoneCode(ctx, tx, user.ID); err != nil {
		return err
	}
	if _, _, err := s.countAttempt(ctx, tx, guessesOf(user.ID), textWindow); err != nil {
		return err
	}
	return s.audit(ctx, tx, caller, user, "phone.wrong_code", nil)
}

func (s *Service) acceptPhone(ctx context.Context, tx *database.Tx, caller Caller, user *User, phone string) error {
	user.Phone, user.PhoneVerifiedAt = phone, s.now()
	if err := s.updateUser(ctx, tx, user); err != nil {
		return err
	}
	if err := deletePhoneCode(ctx, tx, user.ID); err != nil {
		return err
	}
	if err := s.tellSecurityChangeWith(ctx, tx, user, "phone_verified", brand.Values{"phone": hideNumber(phone)}); err != nil {
		return err
	}
	event := newPhoneEvent(user, phone)
	if err := s.publish(ctx, tx, user.TenantID, phoneVerified, event); err != nil {
		return err
	}
	return s.audit(ctx, tx, caller, user, "phone.verified", nil)
}
