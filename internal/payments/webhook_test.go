package payments_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/payments"
	"bourse/internal/payments/stripe"
	"bourse/internal/payments/stripe/stripetest"
	"bourse/internal/testkit"
)

const webhookSecret = "whsec_for_tests"

// stripeShop is a shop whose provider is Stripe, with just enough behind it for a checkout.
func stripeShop(t *testing.T, db *database.DB) *shop {
	t.Helper()
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get("Idempotency-Key")
		fmt.Fprintf(w, `{"id":"cs_%s","object":"checkout.session","url":"https://checkout.stripe.test/%s"}`, id, id)
	}))
	t.Cleanup(api.Close)
	provider, err := stripe.New(stripe.Options{
		Key: "sk_test", WebhookSecret: webhookSecret, URL: api.URL, ReturnURL: "https://app.test",
	})
	if err != nil {
		t.Fatal(err)
	}
	return newShopWith(t, db, nil, provider)
}

func signed(body string) string {
	return stripetest.Header(time.Now(), body, webhookSecret)
}

func TestTheSameEventThreeTimesAtOnceCountsOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := stripeShop(t, db)
		p := s.checkout()
		before := s.wantInOrder().Transactions
		body := fmt.Sprintf(`{"id":"evt_1","object":"event","type":"checkout.session.completed","data":{"object":{
			"id":"cs_%[1]s","object":"checkout.session","status":"complete","payment_status":"paid","amount_total":4990,"currency":"usd",
			"payment_intent":"pi_1","client_reference_id":"%[1]s","metadata":{"payment_id":"%[1]s"}}}}`, p.ID)
		results := testkit.InParallel(3, func(int) error {
			return s.service.Receive(t.Context(), "stripe", []byte(body), signed(body))
		})
		if testkit.Succeeded(results) != 3 {
			t.Fatalf("got %v: a repeated event is heard like the first", results)
		}
		s.wantStatus(p, payments.Succeeded)
		if s.courses.enrolled != 1 || s.events.Count("payment.succeeded") != 1 {
			t.Errorf("%d enrolments and %d events, want one each", s.courses.enrolled, s.events.Count("payment.succeeded"))
		}
		if after := s.wantInOrder().Transactions; after != before+1 {
			t.Errorf("%d transactions in the ledger, want 1", after-before)
		}
		s.wantBalance(s.user.TenantID, ledger.Revenue, "49.9")
	})
}

func TestAnEventThatIsNotSignedLeavesNoTrace(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := stripeShop(t, db)
		unknown := `{"id":"evt_2","object":"event","type":"customer.created","data":{"object":{}}}`
		err := s.service.Receive(t.Context(), "stripe", []byte(unknown), "t=1,v1=00")
		testkit.WantFault(s.t, err, fault.ValidationError)
		var heard int
		s.must(db.QueryRow(t.Context(), `SELECT COUNT(*) FROM payment_events`).Scan(&heard))
		if heard != 0 {
			t.Error("an unsigned event was written down")
		}
		s.must(s.service.Receive(t.Context(), "stripe", []byte(unknown), signed(unknown)))
		if got := s.outcome("evt_2"); got != "ignored" {
			t.Errorf("an unknown event is %s, want ignored", got)
		}
		testkit.WantFault(s.t, s.service.Receive(t.Context(), "sandbox", nil, ""), fault.NotFound)
		_, err = s.service.SandboxPayment(t.Context(), "cs_"+uuid.NewString())
		testkit.WantFault(s.t, err, fault.NotFound)
	})
}
