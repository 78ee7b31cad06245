package identity_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// unlike returns another code of the same form.
func unlike(code string) string {
	if code == "000000" {
		return "000001"
	}
	return "000000"
}

func TestAPhoneIsVerifiedByTheCodeSentToIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		must(t, h.SendPhoneCode(t.Context(), ann.caller(), " +41 (44) 668-18-00"))
		sent := h.messages("phone_code")
		if len(sent) != 1 || sent[0].Recipient != phone {
			t.Fatalf("the messages are %v", sent)
		}
		code := h.texted()
		testkit.WantFault(t, h.VerifyPhone(t.Context(), ann.caller(), unlike(code)), fault.InvalidOTP)
		if h.Me(ann.caller()).Phone != "" {
			t.Error("the number counts before it is verified")
		}
		must(t, h.VerifyPhone(t.Context(), ann.caller(), code))
		if me := h.Me(ann.caller()); me.Phone != phone || !me.PhoneVerifiedAt.Equal(start) {
			t.Errorf("the user is %+v", me)
		}
		testkit.WantFault(t, h.VerifyPhone(t.Context(), ann.caller(), code), fault.OTPExpired)
	})
}

func TestANumberThatCannotExistIsRefused(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		caller := h.register("ann@example.com").caller()
		for _, number := range []string{"", "0446681800", "+1", "+999123456789", "phone", "+4144668180099999"} {
			if failure := testkit.WantFault(t, h.SendPhoneCode(t.Context(), caller, number), fault.InvalidPhoneNumber); failure.Field != "phoneNumber" {
				t.Errorf("the field is %q", failure.Field)
			}
		}
		if len(h.messages("phone_code")) != 0 {
			t.Error("a message was sent")
		}
	})
}

func TestCodesAskedForAtOnceAreSentOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		caller := h.register("ann@example.com").caller()
		counts := tally(t, h.inParallel(20, func(int) error { return h.SendPhoneCode(t.Context(), caller, phone) }))
		if counts[""] != 1 || counts[fault.OTPCooldown] != 19 {
			t.Errorf("twenty requests gave %v", counts)
		}
		if sent := len(h.messages("phone_code")); sent != 1 {
			t.Errorf("%d codes were sent", sent)
		}
		h.clock.Advance(time.Minute - time.Second)
		if failure := testkit.WantFault(t, h.SendPhoneCode(t.Context(), caller, phone), fault.OTPCooldown); failure.RetryAfter != time.Second {
			t.Errorf("to wait: %v", failure.RetryAfter)
		}
		h.clock.Advance(time.Second)
		must(t, h.SendPhoneCode(t.Context(), caller, phone))
	})
}

func TestOnlyTheNewestCodeCounts(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		caller := h.register("ann@example.com").caller()
		must(t, h.SendPhoneCode(t.Context(), caller, phone))
		older := h.texted()
		h.clock.Advance(time.Minute)
		must(t, h.SendPhoneCode(t.Context(), caller, "+442079460018"))
		newer := h.texted()
		if older == newer { // once in a million runs
			return
		}
		testkit.WantFault(t, h.VerifyPhone(t.Context(), caller, older), fault.InvalidOTP)
		must(t, h.VerifyPhone(t.Context(), caller, newer))
	})
}

func TestACodeLivesForFiveMinutes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		caller := h.register("ann@example.com").caller()
		testkit.WantFault(t, h.VerifyPhone(t.Context(), caller, "000000"), fault.OTPExpired)
		must(t, h.SendPhoneCode(t.Context(), caller, phone))
		code := h.texted()
		h.clock.Advance(5 * time.Minute)
		testkit.WantFault(t, h.VerifyPhone(t.Context(), caller, code), fault.OTPExpired)
		must(t, h.SendPhoneCode(t.Context(), caller, phone))
		code = h.texted()
		h.clock.Advance(5*time.Minute - time.Microsecond)
		must(t, h.VerifyPhone(t.Context(), caller, code))
	})
}

func TestABurstOfWrongCodesSpendsFiveTries(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		caller := h.register("ann@example.com").caller()
		must(t, h.SendPhoneCode(t.Context(), caller, phone))
		code := h.texted()
		counts := tally(t, h.inParallel(50, func(int) error { return h.VerifyPhone(t.Context(), caller, unlike(code)) }))
		if counts[fault.InvalidOTP] != 5 || counts[fault.OTPAttemptsExceeded] != 45 {
			t.Errorf("fifty wrong codes gave %v", counts)
		}
		if failure := testkit.WantFault(t, h.VerifyPhone(t.Context(), caller, code), fault.OTPAttemptsExceeded); failure.RetryAfter != time.Minute {
			t.Errorf("to wait: %v", failure.RetryAfter)
		}
		h.clock.Advance(time.Minute)
		must(t, h.SendPhoneCode(t.Context(), caller, phone))
		must(t, h.VerifyPhone(t.Context(), caller, h.texted()))
	})
}

func TestACodeIsOfUseToItsOwnerOnly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann, bob := h.register("ann@example.com"), h.register("bob@example.com")
		must(t, h.SendPhoneCode(t.Context(), ann.caller(), phone))
		code := h.texted()
		testkit.WantFault(t, h.VerifyPhone(t.Context(), bob.caller(), code), fault.OTPExpired)
		must(t, h.VerifyPhone(t.Context(), ann.caller(), code))
	})
}
