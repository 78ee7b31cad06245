package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Scope selects whose items are listed.
type Scope string

// The scopes.
const (
	Own    Scope = "own"
	Tenant Scope = "tenant" // for admins
)

// Whose selects whose items are listed: the caller's own when it is empty; of a tenant's, those of one user, or all
// when no user is given.
type Whose struct {
	Scope  Scope
	UserID uuid.UUID // only with scope tenant
}

// filterOf limits a list to what the caller may see. It fails with FORBIDDEN, and with VALIDATION_ERROR on userId
// when a user is given without the tenant scope.
func filterOf(caller identity.Caller, whose Whose, status string) (filter, error) {
	if whose.Scope == Tenant {
		return filter{tenant: caller.TenantID, user: whose.UserID, status: status}, caller.Require(identity.RoleAdmin)
	}
	if whose.UserID != uuid.Nil {
		return filter{}, fault.Invalid("userId", "goes with scope=tenant only")
	}
	return filter{user: caller.UserID, status: status}, nil
}

// Payment reads a payment of the caller, or of the tenant for an admin. It fails with NOT_FOUND.
func (s *Service) Payment(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Payment, error) {
	payment, err := readPayment(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	isAdmin := payment.TenantID == caller.TenantID && caller.Role.AtLeast(identity.RoleAdmin)
	if payment.UserID != caller.UserID && !isAdmin {
		return nil, errNoPayment
	}
	return payment, addRefunds(ctx, s.db, payment)
}

// Payments lists payments, newest first, and counts them. An empty status matches any. It fails with FORBIDDEN when
// the caller may not use the scope, and with VALIDATION_ERROR on userId outside of the tenant scope.
func (s *Service) Payments(ctx context.Context, caller identity.Caller, whose Whose, status Status, page database.Page) ([]*Payment, int, error) {
	allowed, err := filterOf(caller, whose, string(status))
	if err != nil {
		return nil, 0, err
	}
	found, total, err := listOf(ctx, s.db, paymentTable, allowed, page)
	if err != nil {
		return nil, 0, err
	}
	return found, total, addRefunds(ctx, s.db, found...)
}

// Withdrawals lists withdrawals as Payments does payments.
func (s *Service) Withdrawals(ctx context.Context, caller identity.Caller, whose Whose, status WithdrawalStatus, page database.Page) ([]*Withdrawal, int, error) {
	allowed, err := filterOf(caller, whose, string(status))
	if err != nil {
		return nil, 0, err
	}
	return listOf(ctx, s.db, withdrawalTable, allowed, page)
}

// Wallet is what a user has, and has paid.
type Wallet struct {
	Currency     string
	Cash, Held   money.Decimal // of all accounts
	Withdrawable money.Decimal // of the cash
	Owed         money.Decimal // on all accounts
	Deposited    money.Decimal // through payments, less refunds that were not for withdrawals, and disputes
	Withdrawn    money.Decimal // by refunds of deposits and by transfers
	Spent        money.Decimal // on courses, less refunds and disputes
	Accounts     []AccountBalance
}

// Wallet reads the caller's wallet.
func (s *Service) Wallet(ctx context.Context, caller identity.Caller) (wallet Wallet, err error) {
	defer money.Catch(&err)
	wallet.Currency = Currency
	if wallet.Accounts, err = s.accounts.Wallet(ctx, caller); err != nil {
		return wallet, err
	}
	for i := range wallet.Accounts {
		account := &wallet.Accounts[i]
		if isPlay, err := s.isPlayMoney(ctx, s.db, account.AccountID); err != nil {
			return wallet, err
		} else if isPlay {
			account.Withdrawable = money.Zero
		}
		wallet.Cash, wallet.Held = wallet.Cash.Add(account.Cash), wallet.Held.Add(account.Held)
		wallet.Withdrawable, wallet.Owed = wallet.Withdrawable.Add(account.Withdrawable), wallet.Owed.Add(account.Owed)
	}
	var refunded, transferred money.Decimal
	wallet.Deposited, wallet.Spent, refunded, transferred, err = readPaid(ctx, s.db, caller.UserID)
	wallet.Deposited, wallet.Withdrawn = wallet.Deposited.Add(refunded), refunded.Add(transferred)
	return wallet, err
}

// BrandOf is the brand in whose name a payment is requested. It fails when the database does.
func (s *Service) BrandOf(ctx context.Context, payment *Payment) (brand.Brand, error) {
	return s.brands.Of(ctx, s.db, payment.TenantID)
}
