package identity_test

import (
	"fmt"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// from is the caller at another address.
func (p *person) from(address string) identity.Caller {
	caller := p.caller()
	caller.Origin.IPAddress = address
	return caller
}

// swiss returns a different number for each index.
func swiss(i int) string { return fmt.Sprintf("+41446681%03d", 800+i) }

func TestTextMessagesAreBoundedByNumberUserNetworkAndCountry(t *testing.T) {
	t.Parallel()
	limits := identity.TextLimits{PerNumber: 2, PerUser: 3, PerNetwork: 4, PerCountry: 5}
	for name, c := range map[string]struct {
		number  func(i int) string
		user    func(i int) int
		address func(i int) string
		allowed int
		other   func(ann, bob *person) (identity.Caller, string) // what is still allowed at the limit
	}{
		"a number": {
			number: func(int) string { return phone }, user: func(i int) int { return i },
			address: func(i int) string { return fmt.Sprintf("198.51.%d.1", i) }, allowed: 2,
			other: func(ann, _ *person) (identity.Caller, string) { return ann.from("198.51.100.1"), swiss(7) },
		},
		"a user": {
			number: swiss, user: func(int) int { return 0 },
			address: func(i int) string { return fmt.Sprintf("198.51.%d.1", i) }, allowed: 3,
			other: func(_, bob *person) (identity.Caller, string) { return bob.from("198.51.100.1"), swiss(7) },
		},
		"a network of IPv4": {
			number: swiss, user: func(i int) int { return i },
			address: func(i int) string { return fmt.Sprintf("198.51.100.%d", i+1) }, allowed: 4,
			other: func(_, bob *person) (identity.Caller, string) { return bob.from("198.51.101.1"), swiss(7) },
		},
		"a network of IPv6": {
			number: swiss, user: func(i int) int { return i },
			address: func(i int) string { return fmt.Sprintf("2001:db8:1:1::%d", i+1) }, allowed: 4,
			other: func(_, bob *person) (identity.Caller, string) { return bob.from("2001:db8:1:2::1"), swiss(7) },
		},
		"a country": {
			number: swiss, user: func(i int) int { return i },
			address: func(i int) string { return fmt.Sprintf("198.51.%d.1", i) }, allowed: 5,
			other: func(_, bob *person) (identity.Caller, string) { return bob.from("198.51.100.1"), "+493012345678" },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				h := newHouse(t, db)
				h.LimitTexts(limits)
				people := make([]*person, 8)
				for i := range people {
					people[i] = h.register(fmt.Sprintf("user%d@example.com", i))
				}
				for i := range 7 {
					caller := people[c.user(i)].from(c.address(i))
					err := h.SendPhoneCode(t.Context(), caller, c.number(i))
					if i < c.allowed {
						must(t, err)
					} else if failure := testkit.WantFault(t, err, fault.RateLimited); failure.RetryAfter != 24*time.Hour-time.Duration(i)*time.Minute {
						t.Errorf("to wait: %v", failure.RetryAfter)
					}
					h.clock.Advance(time.Minute)
				}
				if sent := h.number(`SELECT COUNT(*) FROM messages WHERE kind = 'phone_code'`); sent != c.allowed {
					t.Errorf("%d messages were sent, want %d", sent, c.allowed)
				}
				caller, number := c.other(people[6], people[7])
				must(t, h.SendPhoneCode(t.Context(), caller, number))
				h.clock.Set(start.Add(24 * time.Hour))
				people[c.user(0)].enter()
				must(t, h.SendPhoneCode(t.Context(), people[c.user(0)].from(c.address(0)), c.number(0)))
			})
		})
	}
}

func TestABurstOfTextMessagesFromTwoReplicasIsBounded(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		replicas := []*house{h, newReplica(t, db, h.ring, h.clock)}
		people := make([]*person, 20)
		for i := range people {
			people[i] = h.register(fmt.Sprintf("user%d@example.com", i))
		}
		for _, one := range replicas {
			one.LimitTexts(identity.TextLimits{PerNumber: 3, PerUser: 3, PerNetwork: 100, PerCountry: 100})
		}
		callers := make([]identity.Caller, len(people))
		for i, one := range people {
			callers[i] = one.caller()
		}
		counts := tally(t, h.inParallel(20, func(i int) error {
			return replicas[i%2].SendPhoneCode(t.Context(), callers[i], phone)
		}))
		if counts[""] != 3 || counts[fault.RateLimited] != 17 {
			t.Errorf("twenty messages to one number gave %v", counts)
		}
	})
}

func TestGuessesOfPhoneCodesAreCountedAcrossCodes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.LimitTexts(identity.TextLimits{})
		ann := h.register("ann@example.com")
		wrong := 0
		for range 4 {
			must(t, h.SendPhoneCode(t.Context(), ann.caller(), phone))
			code := h.texted()
			for range 4 {
				err := h.VerifyPhone(t.Context(), ann.caller(), unlike(code))
				if fault.Is(err, fault.InvalidOTP) {
					wrong++
				} else if failure := testkit.WantFault(t, err, fault.OTPAttemptsExceeded); failure.RetryAfter < 23*time.Hour {
					t.Errorf("to wait: %v", failure.RetryAfter)
				}
			}
			if wrong < 15 && wrong > 8 { // a correct one in between does not buy more guesses
				must(t, h.VerifyPhone(t.Context(), ann.caller(), code))
			}
			h.clock.Advance(time.Minute)
		}
		if wrong != 15 {
			t.Errorf("%d guesses were allowed, want 15", wrong)
		}
		must(t, h.SendPhoneCode(t.Context(), ann.caller(), phone))
		testkit.WantFault(t, h.VerifyPhone(t.Context(), ann.caller(), h.texted()), fault.OTPAttemptsExceeded)
		h.clock.Advance(24 * time.Hour)
		ann.enter()
		must(t, h.SendPhoneCode(t.Context(), ann.caller(), phone))
		must(t, h.VerifyPhone(t.Context(), ann.caller(), h.texted()))
	})
}
