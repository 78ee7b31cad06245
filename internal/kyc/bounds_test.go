package kyc_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/kyc"
	"bourse/internal/testkit"
)

// submitFrom submits for the person from an address.
func (o *office) submitFrom(address string) error {
	o.person.Origin.IPAddress = address
	_, err := o.Submit(o.t.Context(), o.person, submission())
	return err
}

// rejected submits from an address, has the provider asked, and rejects the submission, so that it can be repeated.
func (o *office) rejected(address string) {
	o.t.Helper()
	must(o.t, o.submitFrom(address))
	o.tell(1)
	o.decided(o.mine().ID, kyc.Reject, "blurred")
}

func TestTheProviderIsAskedFiveTimesADayForOnePerson(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		for i := range 5 {
			o.rejected(fmt.Sprintf("203.0.113.%d", i)) // from any network
			o.clock.Advance(time.Hour)
		}
		events, before := len(o.events.All()), o.mine()
		if failure := testkit.WantFault(t, o.submitFrom("203.0.113.9"), fault.RateLimited); failure.RetryAfter != 19*time.Hour {
			t.Errorf("to wait: %v", failure.RetryAfter)
		}
		o.tell(0)
		after := o.wantState(kyc.Rejected)
		if after.SubmissionID != before.SubmissionID || !after.SubmittedAt.Equal(before.SubmittedAt) || len(o.events.All()) != events {
			t.Errorf("the refusal made %+v of %+v", after, before)
		}
		o.clock.Advance(19 * time.Hour)
		o.rejected("203.0.113.9")
		wantEqual(t, "questions", len(o.provider.all()), 6)
	})
}

func TestTheProviderIsAskedFiftyTimesADayForOneNetwork(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.HTTP)
		replicas := []*kyc.Service{o.Service, o.replica(kyc.HTTP)}
		refused := 0
		for _, err := range testkit.InParallel(55, func(i int) error {
			newcomer := o.person
			newcomer.UserID = uuid.New()
			newcomer.Origin.IPAddress = fmt.Sprintf("2001:db8:1:2::%x", i+1) // one customer's
			_, err := replicas[i%2].Submit(t.Context(), newcomer, submission())
			return err
		}) {
			if err != nil {
				testkit.WantFault(t, err, fault.RateLimited)
				refused++
			}
		}
		wantEqual(t, "refusals", refused, 5)
		wantEqual(t, "cases", o.number(`SELECT COUNT(*) FROM kyc_cases`), 50)
		must(t, o.submitFrom("2001:db8:1:3::1"))
	})
}

func TestWhatCostsNothingIsNotCounted(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		o := newOffice(t, db, kyc.Manual)
		for range 8 {
			must(t, o.submitFrom("203.0.113.9"))
			o.decided(o.mine().ID, kyc.Reject, "blurred")
		}
	})
}
