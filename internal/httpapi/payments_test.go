package httpapi_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/httpapi"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/payments/sandbox"
	"bourse/internal/payments/stripe"
	"bourse/internal/payments/stripe/stripetest"
	"bourse/internal/testkit/published"
	"bourse/internal/trading"
)

// anyCourse sells every course to everyone.
type anyCourse struct{}

func (anyCourse) Offer(context.Context, database.Querier, uuid.UUID, uuid.UUID) (string, money.Decimal, int, error) {
	return `<script>alert("course")</script>`, money.MustParse("49.90"), 0, nil
}

func (anyCourse) HasAccess(context.Context, database.Querier, uuid.UUID, uuid.UUID) (bool, error) {
	return false, nil
}

func (anyCourse) EnrollPaid(context.Context, *database.Tx, uuid.UUID, uuid.UUID, uuid.UUID, uuid.UUID, *int) error {
	return nil
}

func (anyCourse) RevokePaid(context.Context, *database.Tx, uuid.UUID) error { return nil }

func (anyCourse) RestorePaid(context.Context, *database.Tx, uuid.UUID) error { return nil }

// noWallets is a trading service whose wallets are not read here.
type noWallets struct{ *trading.Service }

func (noWallets) Wallet(context.Context, identity.Caller) ([]payments.AccountBalance, error) {
	return []payments.AccountBalance{}, nil
}

func (noWallets) MayWithdraw(context.Context, *database.Tx, uuid.UUID, uuid.UUID) error { return nil }

func (w noWallets) TakeBack(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, refund uuid.UUID) error {
	_, err := w.Service.TakeBack(ctx, tx, account, amount, refund)
	return err
}

// anyone may pay and learn.
type anyone struct{}

func (anyone) HoldEntering(context.Context, *database.Tx, uuid.UUID) error { return nil }

func (anyone) IsLockedOut(context.Context, database.Querier, uuid.UUID) (bool, error) {
	return false, nil
}

func (anyone) TellWithdrawal(context.Context, *database.Tx, uuid.UUID, money.Decimal, string, string) error {
	return nil
}

// cashDesk is the edge around a payments service. Alice is an admin, Bob a user of the same tenant.
type cashDesk struct{ *edgetest.Edge }

func newCashDesk(t *testing.T, db *database.DB, provider payments.Provider) *cashDesk {
	t.Helper()
	e := edgetest.New(t, db, &edgetest.Operations{})
	e.Alice.Role, e.Alice.AuthenticatedAt = identity.RoleAdmin, e.Clock.Now()
	e.Bob.TenantID = e.Alice.TenantID
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, 'home', 'Home', 0)`, e.Alice.TenantID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	logger := slog.New(slog.NewJSONHandler(e.Logs, nil))
	desk := &cashDesk{e}
	books := ledger.New(e.Clock.Now)
	service := payments.New(payments.Options{
		Database: db, Ledger: books, Keyring: e.Ring, People: anyone{}, Courses: anyCourse{}, Providers: []payments.Provider{provider}, Events: &published.Events{},
		Accounts: noWallets{trading.New(trading.Options{Database: db, Ledger: books, Events: &published.Events{}, Now: e.Clock.Now, Logger: logger})},
		Brands:   brand.New(brand.Options{Database: db, Default: brand.Brand{ProductName: "Acme", AppURL: "https://acme.test"}}),
		Now:      e.Clock.Now, Logger: logger,
	})
	e.Options.Authenticator, e.Options.Logger = edgetest.Door{"alice": e.Alice, "bob": e.Bob}, logger
	serve(t, e, httpapi.PageOptions{Payments: service}, &httpapi.API{Payments: service})
	return desk
}

func newSandbox(t *testing.T) *sandbox.Provider {
	t.Helper()
	provider, err := sandbox.New("https://bourse.test")
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

// form sends the form of a checkout page.
func (d *cashDesk) form(t *testing.T, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	return d.Send(t, edgetest.Request{Method: "POST", Path: path, Body: body, Header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"}})
}

// begun returns where a checkout is paid: its id and the path of its page.
func begun(t *testing.T, answer *httptest.ResponseRecorder) (id, page string) {
	t.Helper()
	edgetest.WantStatus(t, answer, http.StatusCreated)
	var envelope struct {
		Data struct{ PaymentID, Status, CheckoutURL string }
	}
	if err := json.Unmarshal(answer.Body.Bytes(), &envelope); err != nil || envelope.Data.Status != "pending" {
		t.Fatalf("got %s (%v)", answer.Body, err)
	}
	page, ok := strings.CutPrefix(envelope.Data.CheckoutURL, "https://bourse.test")
	if !ok || !strings.HasPrefix(page, "/sandbox/checkout/") {
		t.Fatalf("it is paid at %q", envelope.Data.CheckoutURL)
	}
	return envelope.Data.PaymentID, page
}

func TestMoneyMovesOnlyUnderAnIdempotencyKey(t *testing.T) {
	t.Parallel()
	d := newCashDesk(t, sqlite(t), newSandbox(t))
	id := uuid.NewString()
	for path, body := range map[string]string{
		"/payments/checkout":               `{"courseId":"` + id + `"}`,
		"/payments/deposits":               `{"accountId":"` + id + `","amount":10}`,
		"/payments/withdrawals":            `{"accountId":"` + id + `","amount":10}`,
		"/payments/" + id + "/refunds":     `{}`,
		"/payments/" + id + "/refunds?x=1": ``,
	} {
		answer := d.Send(t, edgetest.Request{Method: "POST", Path: "/api/v1" + path, Token: "alice", Body: body})
		failed := edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError)
		if failed.Error.Field != "Idempotency-Key" || failed.Error.Message != "is required" {
			t.Errorf("%s says %+v", path, failed.Error)
		}
	}
}

func TestAStripeEventIsCheckedByTheBytesOfItsBody(t *testing.T) {
	t.Parallel()
	const webhookSecret = "whsec_for_tests"
	provider, err := stripe.New(stripe.Options{Key: "sk_test", WebhookSecret: webhookSecret, ReturnURL: "https://app.test"})
	if err != nil {
		t.Fatal(err)
	}
	d := newCashDesk(t, sqlite(t), provider)
	body := "{ \"object\" : \"event\",\n\t\"type\":\"customer.created\", \"id\":\"evt_1\", \"data\":{\"object\":{\"name\":\"J\\u00fcrgen\"}} }\n"
	hear := func(body, signature string) *httptest.ResponseRecorder {
		return d.Send(t, edgetest.Request{
			Method: "POST", Path: "/api/v1/payments/webhooks/stripe", Body: body, Header: map[string]string{"Stripe-Signature": signature},
		})
	}
	signature := stripetest.Header(time.Now(), body, webhookSecret)
	for range 2 {
		edgetest.WantStatus(t, hear(body, signature), http.StatusOK)
	}
	for name, answer := range map[string]*httptest.ResponseRecorder{
		"another body": hear(strings.ReplaceAll(body, "\n", ""), signature),
		"no signature": hear(body, ""),
	} {
		if failed := edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError); failed.Error.Field != "Stripe-Signature" {
			t.Errorf("%s is refused with %+v", name, failed.Error)
		}
	}
	edgetest.WantFailure(t, d.Send(t, edgetest.Request{Method: "GET", Path: "/sandbox/checkout/" + "x"}), http.StatusNotFound, fault.NotFound)
}
