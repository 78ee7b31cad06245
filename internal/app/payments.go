package app

import (
	"cmp"
	"context"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/payments/sandbox"
	"bourse/internal/payments/stripe"
	"bourse/internal/trading"
)

// paymentsSettings configure the payment provider.
type paymentsSettings struct {
	Provider                    string `help:"none (nothing can be paid), sandbox (a page of our own that pays or declines) or stripe." enum:"none,sandbox,stripe" default:"${payments_provider}"`
	StripeKey                   string `help:"Stripe's secret key; better in the environment. A live key is refused with the simulated feed."`
	StripeWebhookSecret         string `help:"Secret that Stripe signs its events with; better in the environment."`
	StripePreviousWebhookSecret string `help:"The previous --payments-stripe-webhook-secret, while it is being replaced."`
	StripeURL                   string `name:"stripe-url" help:"Stripe's API; its own by default." placeholder:"URL"`
}

func (s paymentsSettings) check(feed string) error {
	if s.Provider != "stripe" {
		return nil
	}
	if s.StripeKey == "" {
		return badSetting("payments-stripe-key", "is needed by the provider stripe")
	}
	if feed == "sim" && isLiveKey(s.StripeKey) {
		return badSetting("payments-stripe-key",
			"is a live key, and --market-feed is sim: real money is not invested at simulated prices; take a test key or a real feed")
	}
	if s.StripeWebhookSecret == "" {
		return badSetting("payments-stripe-webhook-secret", "is needed by the provider stripe")
	}
	return nil
}

// isLiveKey reports whether a secret or restricted key of Stripe moves real money.
func isLiveKey(key string) bool {
	return strings.HasPrefix(key, "sk_live_") || strings.HasPrefix(key, "rk_live_")
}

// investmentSettings configure where the money of investment accounts comes from.
type investmentSettings struct {
	Funding string `help:"Where the capital of investment accounts comes from: paper (granted, never withdrawable) or deposit (paid in by the owner). The default is deposit with the provider stripe, which takes no other, and else paper." enum:",paper,deposit" default:""`
}

func (s investmentSettings) check(provider string) error {
	if provider == "stripe" && s.Funding == string(investment.PaperFunding) {
		return badSetting("investment-funding", "must be deposit with the provider stripe: granted money does not mix with real money")
	}
	return nil
}

// funding is the funding that the settings choose.
func (s serverSettings) funding() investment.Funding {
	if s.Payments.Provider == "stripe" {
		return investment.DepositFunding
	}
	return investment.Funding(cmp.Or(s.Investment.Funding, string(investment.PaperFunding)))
}

// newPayments creates the payments service with the provider that the settings name, if any.
func newPayments(p *platform, outside *outsideParts) (*payments.Service, error) {
	providers, err := newProviders(p.settings, outside)
	if err != nil {
		return nil, err
	}
	if len(providers) == 0 {
		p.logger.Warn("no payments provider is chosen: checkouts and deposits answer PAYMENTS_UNAVAILABLE", "setting", "--payments-provider")
	}
	return payments.New(payments.Options{
		Database: p.db, Ledger: ledger.New(clock), Keyring: p.ring, People: p.identity, Courses: p.education,
		Accounts: paymentAccounts{p.trading, p.investment}, Providers: providers, Events: p.webhooks, Brands: p.brands, Now: clock, Logger: p.logger,
	}), nil
}

// newProviders creates the provider that the settings name, if any.
func newProviders(settings serverSettings, outside *outsideParts) ([]payments.Provider, error) {
	s := settings.Payments
	switch s.Provider {
	case "none":
		return nil, nil
	case "sandbox":
		provider, err := sandbox.New(cmp.Or(settings.PublicURL, "http://"+settings.Listen))
		if err != nil {
			return nil, &settingError{"public-url", err}
		}
		return []payments.Provider{provider}, nil
	}
	provider, err := stripe.New(stripe.Options{
		Key: s.StripeKey, WebhookSecret: s.StripeWebhookSecret, PreviousWebhookSecret: s.StripePreviousWebhookSecret,
		URL: s.StripeURL, ReturnURL: settings.appURL(), Transport: outside.payments.Watch(nil), Now: clock,
	})
	if err != nil {
		return nil, &settingError{"payments-stripe-url", err}
	}
	return []payments.Provider{provider}, nil
}

// paymentAccounts adapts investment accounts to payments: investment decides what may happen to them, and trading
// keeps their money. Code that needs both locks the investment account first.
type paymentAccounts struct {
	*trading.Service
	investment *investment.Service
}

// MayWithdraw implements payments.Accounts.
func (a paymentAccounts) MayWithdraw(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error {
	return a.investment.MayWithdraw(ctx, tx, user, account)
}

// InvestmentAccountOpen implements payments.Accounts.
func (a paymentAccounts) InvestmentAccountOpen(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error {
	if err := a.investment.MayDeposit(ctx, tx, user, account); err != nil {
		return err
	}
	return a.Service.InvestmentAccountOpen(ctx, tx, user, account)
}

// HoldDisputed implements payments.Accounts.
func (a paymentAccounts) HoldDisputed(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, dispute uuid.UUID, occasion string) (held, owed money.Decimal, err error) {
	if err := a.investment.Hold(ctx, tx, account); err != nil {
		return held, owed, err
	}
	if held, owed, err = a.Service.HoldDisputed(ctx, tx, account, amount, dispute, occasion); err == nil && owed.IsPositive() {
		err = a.investment.SuspendOwing(ctx, tx, account)
	}
	return held, owed, err
}

// RestoreDisputed implements payments.Accounts. It locks the row first as well: a refund may take what a dispute
// gives back.
func (a paymentAccounts) RestoreDisputed(ctx context.Context, tx *database.Tx, account uuid.UUID, held, owed money.Decimal, dispute uuid.UUID, occasion string) error {
	if err := a.investment.Hold(ctx, tx, account); err != nil {
		return err
	}
	return a.Service.RestoreDisputed(ctx, tx, account, held, owed, dispute, occasion)
}

// Release implements payments.Accounts. It locks the row first as well: a dispute takes what was held for a failed
// refund.
func (a paymentAccounts) Release(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error {
	if err := a.investment.Hold(ctx, tx, account); err != nil {
		return err
	}
	return a.Service.Release(ctx, tx, account, amount, withdrawal)
}

// BringBack implements payments.Accounts. It locks the investment account first, as everywhere: a dispute may take
// some of what came back, and locks both rows.
func (a paymentAccounts) BringBack(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, refund uuid.UUID) error {
	if err := a.investment.Hold(ctx, tx, account); err != nil {
		return err
	}
	return a.Service.BringBack(ctx, tx, account, amount, refund)
}

// TakeBack implements payments.Accounts.
func (a paymentAccounts) TakeBack(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, refund uuid.UUID) error {
	if err := a.investment.Hold(ctx, tx, account); err != nil {
		return err
	}
	owed, err := a.Service.TakeBack(ctx, tx, account, amount, refund)
	if err == nil && owed.IsPositive() {
		err = a.investment.SuspendOwing(ctx, tx, account)
	}
	return err
}

// Wallet implements payments.Accounts.
func (a paymentAccounts) Wallet(ctx context.Context, caller identity.Caller) ([]payments.AccountBalance, error) {
	paying, err := a.investment.PayingOut(ctx, caller)
	if err != nil {
		return nil, err
	}
	funds, err := a.InvestmentMoney(ctx, caller.UserID)
	balances := make([]payments.AccountBalance, len(funds))
	var owed money.Decimal
	for _, of := range funds {
		owed = owed.Add(of.Owed)
	}
	for i, of := range funds {
		balances[i] = payments.AccountBalance{
			AccountID: of.AccountID, Funding: string(of.Funding), Cash: of.Cash, Held: of.Held, Owed: of.Owed,
		}
		if paying[of.AccountID] && owed == of.Owed { // a user who owes on one account cannot withdraw from any other
			balances[i].Withdrawable = of.Withdrawable()
		}
	}
	return balances, err
}
