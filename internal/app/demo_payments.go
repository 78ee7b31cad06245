package app

import (
	"context"
	"path"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/ledger"
	"bourse/internal/payments"
)

// seedPayments shows today's money movements: the trader has paid into an account, waits for a withdrawal that an
// administrator has to decide on, and has left a purchase open. Nothing is paid where the sandbox is not in use.
// Accounts are not paid into on earlier days: their past values are already stored, and based on the payments until
// then.
func (p *platform) seedPayments(ctx context.Context) error {
	if !p.payments.Uses(payments.SandboxProvider) {
		return nil
	}
	admin, err := p.demoCaller(ctx, "admin@demo.test")
	if err != nil {
		return err
	}
	for _, person := range demoInvestors[:2] {
		owner, err := p.demoCaller(ctx, person.email)
		if err != nil {
			return err
		}
		known, _, err := p.payments.Withdrawals(ctx, owner, payments.Whose{Scope: payments.Own}, "", database.Page{Number: 1, Limit: 1})
		if err != nil {
			return err
		}
		if len(known) > 0 {
			continue
		}
		withdrawal, err := p.moveMoney(ctx, owner, person)
		if err != nil {
			return err
		}
		if owner.Role != identity.RoleTrader { // that one waits
			if _, err := p.payments.Decide(ctx, admin, withdrawal, payments.Decision{Approve: true}); err != nil {
				return err
			}
			continue
		}
		course, err := p.education.FindCourse(ctx, owner, "portfolio-construction")
		if err != nil {
			return err
		}
		if _, err := p.payments.Checkout(ctx, owner, course.ID, ""); err != nil {
			return err
		}
	}
	return nil
}

// moveMoney pays into a user's active account and asks for part of it back.
func (p *platform) moveMoney(ctx context.Context, owner identity.Caller, person demoInvestor) (withdrawal uuid.UUID, err error) {
	accounts, err := p.investment.Accounts(ctx, owner)
	if err != nil {
		return uuid.Nil, err
	}
	at := slices.IndexFunc(accounts, func(account *investment.Account) bool { return account.Agent == person.accounts[0].agent })
	deposit, err := p.payments.Deposit(ctx, owner, payments.NewDeposit{AccountID: accounts[at].ID, Amount: dollars(4_000), Key: "demo"})
	if err != nil {
		return uuid.Nil, err
	}
	if err := p.decidePayment(ctx, deposit, true); err != nil {
		return uuid.Nil, err
	}
	owner.AuthenticatedAt = clock() // a withdrawal requires a recent log-in
	asked, err := p.payments.Withdraw(ctx, owner, accounts[at].ID, dollars(1_250), payments.Destination{
		Method: payments.BankTransfer, HolderName: person.fullName, IBAN: "NL91ABNA0417164300",
	})
	if err != nil {
		return uuid.Nil, err
	}
	return asked.ID, nil
}

// demoPurchases are what the trader has bought and not kept, oldest first: lists are in the order in which payments
// were made.
var demoPurchases = []struct {
	course     string
	daysAgo    int
	isRefunded bool // otherwise declined
}{{"options-explained", 30, true}, {"crypto-markets", 18, false}}

// seedPurchases lets the trader have a payment refunded and one declined in the past, once each.
func (p *platform) seedPurchases(ctx context.Context, now time.Time) error {
	if !p.payments.Uses(payments.SandboxProvider) {
		return nil
	}
	owner, err := p.demoCaller(ctx, "trader@demo.test")
	if err != nil {
		return err
	}
	known, _, err := p.payments.Payments(ctx, owner, payments.Whose{}, "", database.Page{Number: 1, Limit: 100})
	if err != nil {
		return err
	}
	for _, wanted := range demoPurchases {
		course, err := p.education.FindCourse(ctx, owner, wanted.course)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(known, func(payment *payments.Payment) bool { return payment.CourseID == course.ID }) {
			continue
		}
		at := now.AddDate(0, 0, -wanted.daysAgo)
		payment, err := p.buy(ctx, owner, course, at, wanted.isRefunded)
		if err != nil {
			return err
		}
		if wanted.isRefunded {
			if err := p.giveBack(ctx, payment, at.AddDate(0, 0, 2)); err != nil {
				return err
			}
		}
	}
	return nil
}

// buy pays for a course at the sandbox at a past time, or has it declined there.
func (p *platform) buy(ctx context.Context, owner identity.Caller, course *education.Course, at time.Time, isPaid bool) (uuid.UUID, error) {
	till, err := p.paymentsAt(at)
	if err != nil {
		return uuid.Nil, err
	}
	payment, err := till.Checkout(ctx, owner, course.ID, "")
	if err != nil {
		return uuid.Nil, err
	}
	return payment.ID, till.DecideSandbox(ctx, path.Base(payment.CheckoutURL), isPaid)
}

// giveBack refunds a payment at a past time.
func (p *platform) giveBack(ctx context.Context, payment uuid.UUID, at time.Time) error {
	admin, err := p.demoCaller(ctx, "admin@demo.test")
	if err != nil {
		return err
	}
	till, err := p.paymentsAt(at)
	if err != nil {
		return err
	}
	_, err = till.Refund(ctx, admin, payment, nil, "bought by mistake")
	return err
}

// paymentsAt is the payments service with a clock at a past time.
func (p *platform) paymentsAt(at time.Time) (*payments.Service, error) {
	providers, err := newProviders(p.settings, nil) // the sandbox is not an outside part
	if err != nil {
		return nil, err
	}
	then := func() time.Time { return at }
	return payments.New(payments.Options{
		Database: p.db, Ledger: ledger.New(then), Keyring: p.ring, People: p.identity, Courses: p.schoolAt(then),
		Accounts: paymentAccounts{p.trading, p.investment}, Providers: providers, Events: p.webhooks, Brands: p.brands, Now: then, Logger: p.logger,
	}), nil
}

// decidePayment pays or declines at the sandbox's page, whose address ends with the payment's token.
func (p *platform) decidePayment(ctx context.Context, payment *payments.Payment, isPaid bool) error {
	return p.payments.DecideSandbox(ctx, path.Base(payment.CheckoutURL), isPaid)
}
