package app

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/ledger"
	"bourse/internal/payments"
	"bourse/internal/payments/sandbox"
	"bourse/internal/payments/stripe"
	"bourse/internal/trading"
)

// paymentsSettings say who takes the money.
type paymentsSettings struct {
	Provider                    string `help:"sandbox (a page of our own that pays or declines) or stripe." enum:"sandbox,stripe" default:"sandbox"`
	StripeKey                   string `help:"Stripe's secret key; better in the environment."`
	StripeWebhookSecret         string `help:"Secret that Stripe signs its events with; better in the environment."`
	StripePreviousWebhookSecret string `help:"The secret before it, while it is being replaced."`
	StripeURL                   string `name:"stripe-url" help:"Stripe's API; its own by default." placeholder:"URL"`
}

func (s paymentsSettings) check() error {
	if s.Provider != "stripe" {
		return nil
	}
	if s.StripeKey == "" {
		return badSetting("payments-stripe-key", "is needed by the provider stripe")
	}
	if s.StripeWebhookSecret == "" {
		return badSetting("payments-stripe-webhook-secret", "is needed by the provider stripe")
	}
	return nil
}

// startPayments makes payments with the provider that the settings name.
func (p *platform) startPayments(context.Context) error {
	provider, err := p.newProvider()
	if err != nil {
		return err
	}
	p.payments = payments.New(payments.Options{
		Database: p.db, Ledger: ledger.New(time.Now), Courses: p.education, Accounts: paymentAccounts{p.trading},
		Providers: []payments.Provider{provider}, Events: p.webhooks, Now: time.Now, Logger: p.logger,
	})
	return nil
}

func (p *platform) newProvider() (payments.Provider, error) {
	s := p.settings.Payments
	if s.Provider == "sandbox" {
		provider, err := sandbox.New(cmp.Or(p.settings.PublicURL, "http://"+p.settings.Listen))
		if err != nil {
			return nil, &settingError{"public-url", err}
		}
		return provider, nil
	}
	provider, err := stripe.New(stripe.Options{
		Key: s.StripeKey, WebhookSecret: s.StripeWebhookSecret, PreviousWebhookSecret: s.StripePreviousWebhookSecret,
		URL: s.StripeURL, ReturnURL: p.settings.AppURL,
	})
	if err != nil {
		return nil, &settingError{"payments-stripe-url", err}
	}
	return provider, nil
}

// paymentAccounts is the trading desk as payments knows it.
type paymentAccounts struct{ *trading.Service }

// Wallet implements payments.Accounts.
func (a paymentAccounts) Wallet(ctx context.Context, user uuid.UUID) ([]payments.AccountBalance, error) {
	standings, err := a.InvestmentMoney(ctx, user)
	balances := make([]payments.AccountBalance, len(standings))
	for i, standing := range standings {
		balances[i] = payments.AccountBalance{AccountID: standing.AccountID, Cash: standing.Cash, Held: standing.Held}
	}
	return balances, err
}
