package app

import (
	"context"
	"path"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/education"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/payments"
)

// seedPayments shows payments in every state: the trader has paid into an account, waits for a withdrawal that an
// administrator has to decide on, had a payment declined and one refunded, and has left one open. Nothing is paid where the
// sandbox is not in use.
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
		if err != nil || len(known) > 0 {
			return err
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
		if err := p.seedPurchases(ctx, owner, admin); err != nil {
			return err
		}
	}
	return nil
}

// moveMoney pays into a person's active account and asks for a part of it back.
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
	asked, err := p.payments.Withdraw(ctx, owner, accounts[at].ID, dollars(1_250), payments.Destination{
		Method: payments.BankTransfer, HolderName: person.fullName, IBAN: "NL91ABNA0417164300",
	})
	if err != nil {
		return uuid.Nil, err
	}
	return asked.ID, nil
}

// seedPurchases leaves a payment in each state that one can end in, and one open.
func (p *platform) seedPurchases(ctx context.Context, owner, admin identity.Caller) error {
	for _, wanted := range []struct {
		course string
		become payments.Status
	}{
		{"options-explained", payments.Refunded}, {"crypto-markets", payments.Failed}, {"portfolio-construction", payments.Pending},
	} {
		course, err := p.education.FindCourse(ctx, owner.TenantID, wanted.course)
		if err != nil {
			return err
		}
		payment, err := p.payments.Checkout(ctx, owner, course.ID, "")
		if err != nil {
			return err
		}
		if wanted.become == payments.Pending {
			continue
		}
		if err := p.decidePayment(ctx, payment, wanted.become == payments.Refunded); err != nil {
			return err
		}
		if wanted.become == payments.Refunded {
			if _, err := p.payments.Refund(ctx, admin, payment.ID, nil, "bought by mistake"); err != nil {
				return err
			}
		}
	}
	return nil
}

// buy pays for a course at the sandbox.
func (p *platform) buy(ctx context.Context, owner identity.Caller, course *education.Course) error {
	payment, err := p.payments.Checkout(ctx, owner, course.ID, "")
	if err != nil {
		return err
	}
	return p.decidePayment(ctx, payment, true)
}

// decidePayment pays or declines at the sandbox's page, whose address ends with the payment's token.
func (p *platform) decidePayment(ctx context.Context, payment *payments.Payment, isPaid bool) error {
	return p.payments.DecideSandbox(ctx, path.Base(payment.CheckoutURL), isPaid)
}
