// Package payments moves money between people and the platform.
//
// Money comes in through a provider: a payment is written down as pending, the provider opens a checkout for
// it, and what the provider tells later (a signed event, or its answer when it is asked) decides what becomes
// of it. What a payment is for happens in the transaction that marks it as succeeded, together with the
// ledger, so that a course is bought or an account credited exactly when the money is there. Whatever is told
// twice, late or out of order finds the payment settled and changes nothing.
//
// Money goes back by refunds, which never exceed what came in, and out by withdrawals, which are held on the
// account from the request on. An approved withdrawal goes back to where the money came from first, as refunds of
// deposits; the rest is a bank transfer that the back office makes and reports.
//
// Money may also be taken back without us: by a refund in the provider's dashboard, or by a dispute of the payer.
// Both are booked when the provider tells. And what has gone back may come back to us (returned_refunds.go).
//
// No transaction is open while a provider is called. Before a call the intention is committed; its id is the
// provider's idempotency key, so a crash leaves something that the reconciler (reconciler.go) can finish by
// making the same call again.
//
// Money that comes for a payment that has ended already (cancelled, expired or failed), or for something that
// is no longer there, is booked as owed to its payer and refunded by itself; the payment keeps its status.
package payments

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/secret"
	"bourse/internal/webhook"
	"bourse/internal/worker"
)

// Courses is what can be bought.
type Courses interface {
	// Offer tells what a course costs and how many days that is for; 0 is for ever. It fails with NOT_FOUND, and with
	// CONFLICT when it is not for sale.
	Offer(ctx context.Context, q database.Querier, tenant, courseID uuid.UUID) (title string, price money.Decimal, accessDays int, err error)
	// HasAccess tells whether a user has no need to buy a course.
	HasAccess(ctx context.Context, q database.Querier, user, course uuid.UUID) (bool, error)
	// EnrollPaid gives a user what a payment has bought, for the days that were offered; nil where that is not known.
	EnrollPaid(ctx context.Context, tx *database.Tx, tenant, user, course, payment uuid.UUID, accessDays *int) error
	// RevokePaid takes it back, and RestorePaid undoes that.
	RevokePaid(ctx context.Context, tx *database.Tx, payment uuid.UUID) error
	RestorePaid(ctx context.Context, tx *database.Tx, payment uuid.UUID) error
}

// Accounts is where deposits go and withdrawals come from. All of it fails with NOT_FOUND and
// ACCOUNT_NOT_ACTIVE, and with INSUFFICIENT_FUNDS where money is taken.
type Accounts interface {
	// InvestmentAccountOpen fails unless the account is an investment account of the user and not closed.
	InvestmentAccountOpen(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error
	// Deposit credits an account, once for its source.
	Deposit(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, sourceType string, source uuid.UUID) error
	// MayWithdraw fails unless the account is the user's and money may leave it. It holds the account.
	MayWithdraw(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error
	// Hold sets cash aside for something that goes out; Release gives it back and PayOut pays it out.
	Hold(ctx context.Context, tx *database.Tx, user, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error
	Release(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error
	PayOut(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error
	// HoldDisputed sets aside what is there of an amount, and books the rest as owed; RestoreDisputed gives both
	// back, and PayOutDisputed books that what was held is gone. Whoever owes is suspended. A dispute takes once for each
	// occasion, and gives back; the first has no name.
	HoldDisputed(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, dispute uuid.UUID, occasion string) (held, owed money.Decimal, err error)
	RestoreDisputed(ctx context.Context, tx *database.Tx, account uuid.UUID, held, owed money.Decimal, dispute uuid.UUID, occasion string) error
	PayOutDisputed(ctx context.Context, tx *database.Tx, account uuid.UUID, held money.Decimal, dispute uuid.UUID, occasion string) error
	// TakeBack books that money has gone back without us; what is not there is owed.
	TakeBack(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, refund uuid.UUID) error
	// BringBack credits what a refund had taken off an account and came back; what is owed is paid first. A closed account
	// takes it as well.
	BringBack(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, refund uuid.UUID) error
	// Owed is what the owner of an account owes on it.
	Owed(ctx context.Context, tx *database.Tx, account uuid.UUID) (money.Decimal, error)
	// OwedElsewhere is what a user owes on other accounts than one of theirs.
	OwedElsewhere(ctx context.Context, tx *database.Tx, user, account uuid.UUID) (money.Decimal, error)
	// Wallet lists the investment accounts of a user, with what is on them.
	Wallet(ctx context.Context, caller identity.Caller) ([]AccountBalance, error)
}

// People are who pays, and is paid.
type People interface {
	// HoldEntering holds a person until the transaction ends. It fails with ACCOUNT_SUSPENDED when they are locked out, as
	// whoever has left is.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
	// IsLockedOut tells whether a person is locked out, as whoever has left is.
	IsLockedOut(ctx context.Context, from database.Querier, user uuid.UUID) (bool, error)
	// TellWithdrawal tells a person by mail that money was asked for in their name, and where it is to go, as far as they
	// recognise that by.
	TellWithdrawal(ctx context.Context, tx *database.Tx, user uuid.UUID, amount money.Decimal, currency, destination string) error
}

// AccountBalance is what is on an investment account.
type AccountBalance struct {
	AccountID    uuid.UUID
	Funding      string        // paper or deposit
	Cash         money.Decimal // free to trade with
	Held         money.Decimal // set aside for what goes out
	Owed         money.Decimal // to the house
	Withdrawable money.Decimal // how much of the cash may leave now
}

// Publisher tells other systems what happened, inside the transaction that makes it true.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// Options are what the service needs.
type Options struct {
	Database *database.DB
	Ledger   *ledger.Ledger
	// Keyring seals where withdrawals go.
	Keyring  *secret.Keyring
	People   People
	Courses  Courses
	Accounts Accounts
	// Providers are those that payments may belong to; new ones are made with the first. Without any, nothing can be
	// paid.
	Providers []Provider
	Events    Publisher
	// Brands say where people of a tenant may be sent when they have paid.
	Brands *brand.Service
	Now    func() time.Time
	Logger *slog.Logger
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	db        *database.DB
	ledger    *ledger.Ledger
	ring      *secret.Keyring
	people    People
	courses   Courses
	accounts  Accounts
	provider  Provider // nil when nothing can be paid
	providers map[string]Provider
	events    Publisher
	brands    *brand.Service
	now       func() time.Time
	logger    *slog.Logger
}

// New makes the service.
func New(options Options) *Service {
	s := &Service{
		db: options.Database, ledger: options.Ledger, ring: options.Keyring, people: options.People, courses: options.Courses,
		accounts: options.Accounts, providers: map[string]Provider{}, events: options.Events, brands: options.Brands, now: options.Now, logger: options.Logger,
	}
	if len(options.Providers) > 0 {
		s.provider = options.Providers[0]
	}
	for _, provider := range options.Providers {
		s.providers[provider.Name()] = provider
	}
	return s
}

// Uses tells whether payments may belong to a provider. A nil Service uses none.
func (s *Service) Uses(provider string) bool {
	if s == nil {
		return false
	}
	_, uses := s.providers[provider]
	return uses
}

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{&reconciler{s}} }

// Currency is what everything is paid in.
const Currency = "USD"

// checkAmount refuses what cannot be paid: it must be more than nothing and have whole cents.
func checkAmount(amount money.Decimal) error {
	switch {
	case !amount.IsPositive():
		return fault.Invalid("amount", "must be more than 0")
	case amount.Round(2) != amount:
		return fault.Invalid("amount", "must have at most 2 decimals")
	}
	return nil
}
