// Package payments moves money between people and the platform.
//
// Money comes in through a provider. A payment is stored as pending, the provider opens a checkout for it, and what
// the provider reports later (in a signed event, or when it is asked) decides the outcome. What the payment is for
// happens in the transaction that marks it as succeeded, together with the ledger: a course is bought or an account
// credited exactly when the money is there. A report that is repeated, late or out of order finds the payment settled
// and changes nothing.
//
// Money goes back by refunds, which never exceed what came in, and out by withdrawals, which are held on the account
// from the request on. An approved withdrawal first goes back to where the money came from, as refunds of deposits;
// the rest is a bank transfer that the back office makes and reports.
//
// Money may also be taken back without us: by a refund in the provider's dashboard, or by a dispute of the payer.
// Both are booked when the provider reports them. And a refund may come back to us (returned_refunds.go).
//
// No transaction is open while a provider is called. Before a call the intention is committed; its id is the
// provider's idempotency key, so after a crash the reconciler (reconciler.go) can finish by making the same call
// again.
//
// Money that arrives for a payment that has already ended (cancelled, expired or failed), or for something that no
// longer exists, is booked as owed to its payer and refunded automatically; the payment keeps its status.
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

// Courses is what a user can buy.
type Courses interface {
	// Offer returns what a course costs and for how many days; 0 is for ever. It fails with NOT_FOUND, and with
	// CONFLICT when it is not for sale.
	Offer(ctx context.Context, q database.Querier, tenant, courseID uuid.UUID) (title string, price money.Decimal, accessDays int, err error)
	// HasAccess reports whether a user has access to a course and need not buy it.
	HasAccess(ctx context.Context, q database.Querier, user, course uuid.UUID) (bool, error)
	// EnrollPaid grants a user what a payment has bought, for the days that were offered; nil if not recorded.
	EnrollPaid(ctx context.Context, tx *database.Tx, tenant, user, course, payment uuid.UUID, accessDays *int) error
	// RevokePaid takes it back, and RestorePaid undoes that.
	RevokePaid(ctx context.Context, tx *database.Tx, payment uuid.UUID) error
	RestorePaid(ctx context.Context, tx *database.Tx, payment uuid.UUID) error
}

// Accounts is where deposits go and withdrawals come from. All methods fail with NOT_FOUND and ACCOUNT_NOT_ACTIVE,
// and with INSUFFICIENT_FUNDS where money is taken.
type Accounts interface {
	// InvestmentAccountOpen fails unless the account is an investment account of the user and not closed.
	InvestmentAccountOpen(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error
	// Deposit credits an account, once per source.
	Deposit(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, sourceType string, source uuid.UUID) error
	// MayWithdraw fails unless the account is the user's and money may leave it. It locks the account.
	MayWithdraw(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error
	// Hold sets cash aside for something that goes out; Release gives it back and PayOut pays it out.
	Hold(ctx context.Context, tx *database.Tx, user, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error
	Release(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error
	PayOut(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, withdrawal uuid.UUID) error
	// HoldDisputed sets aside what is there of an amount, and books the rest as owed; RestoreDisputed gives both
	// back, and PayOutDisputed books that the held part is gone. An account that owes is suspended. A dispute takes
	// or gives back once per occasion; the first occasion has no name.
	HoldDisputed(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, dispute uuid.UUID, occasion string) (held, owed money.Decimal, err error)
	RestoreDisputed(ctx context.Context, tx *database.Tx, account uuid.UUID, held, owed money.Decimal, dispute uuid.UUID, occasion string) error
	PayOutDisputed(ctx context.Context, tx *database.Tx, account uuid.UUID, held money.Decimal, dispute uuid.UUID, occasion string) error
	// TakeBack books that money has gone back without us; what the account lacks is owed.
	TakeBack(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, refund uuid.UUID) error
	// BringBack credits what a refund had taken off an account and came back; debt is paid first. A closed account
	// accepts it as well.
	BringBack(ctx context.Context, tx *database.Tx, account uuid.UUID, amount money.Decimal, refund uuid.UUID) error
	// Owed is what the owner of an account owes on it.
	Owed(ctx context.Context, tx *database.Tx, account uuid.UUID) (money.Decimal, error)
	// OwedElsewhere is what a user owes on their other accounts.
	OwedElsewhere(ctx context.Context, tx *database.Tx, user, account uuid.UUID) (money.Decimal, error)
	// Wallet lists the investment accounts of a user, with their balances.
	Wallet(ctx context.Context, caller identity.Caller) ([]AccountBalance, error)
}

// People is the users who pay and are paid.
type People interface {
	// HoldEntering locks a user's row until the transaction ends. It fails with ACCOUNT_SUSPENDED when they are
	// suspended, as a deleted user is.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
	// IsLockedOut reports whether a user is suspended, as a deleted user is.
	IsLockedOut(ctx context.Context, from database.Querier, user uuid.UUID) (bool, error)
	// TellWithdrawal mails a user that money was requested in their name, and where it is to go, with only as much of
	// the destination as lets them recognise it.
	TellWithdrawal(ctx context.Context, tx *database.Tx, user uuid.UUID, amount money.Decimal, currency, destination string) error
}

// AccountBalance is the balance of an investment account.
type AccountBalance struct {
	AccountID    uuid.UUID
	Funding      string        // paper or deposit
	Cash         money.Decimal // free to trade with
	Held         money.Decimal // set aside to go out
	Owed         money.Decimal // to the house
	Withdrawable money.Decimal // how much of the cash may leave now
}

// Publisher tells other systems what happened, inside the transaction that makes it true.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// Options are the dependencies of the service.
type Options struct {
	Database *database.DB
	Ledger   *ledger.Ledger
	// Keyring encrypts the destinations of withdrawals.
	Keyring  *secret.Keyring
	People   People
	Courses  Courses
	Accounts Accounts
	// Providers are those that payments may belong to; new payments use the first. Without any, nothing can be paid.
	Providers []Provider
	Events    Publisher
	// Brands decide where users of a tenant may be sent after paying.
	Brands *brand.Service
	Now    func() time.Time
	Logger *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
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

// New creates the service.
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

// Uses reports whether payments may belong to a provider. A nil Service uses none.
func (s *Service) Uses(provider string) bool {
	if s == nil {
		return false
	}
	_, uses := s.providers[provider]
	return uses
}

// SharedWorkers are jobs that need only one process in the installation; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{&reconciler{s}} }

// Currency is the currency of all payments.
const Currency = "USD"

// checkAmount rejects amounts that cannot be paid: they must be positive and have whole cents.
func checkAmount(amount money.Decimal) error {
	switch {
	case !amount.IsPositive():
		return fault.Invalid("amount", "must be more than 0")
	case amount.Round(2) != amount:
		return fault.Invalid("amount", "must have at most 2 decimals")
	}
	return nil
}
