package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// Money that was paid into an account can be taken back by the payer's bank, or by whoever refunds it at the
// provider, after it has been spent. What is there is taken from the cash. The rest the house has paid for the
// owner: it is booked as the account's debt against what the tenant has paid outside, so that cash never goes below
// zero and the account's own books still say what its owner brought, won and lost. Whatever comes to the account
// pays the debt first, and what is on it when it is closed. Granted paper money pays nothing: none of it can be given
// to a bank.

// HoldDisputed sets aside what is there of an amount that is disputed, and books the rest as owed. It tells how
// much is which. A dispute takes once for each occasion; the first has no name. It fails with NOT_FOUND.
func (s *Service) HoldDisputed(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, dispute uuid.UUID, occasion string) (held, owed money.Decimal, err error) {
	return s.take(ctx, tx, id, taking{amount, ledger.Hold, cause{"dispute", dispute, "hold" + occasion}})
}

// RestoreDisputed gives back what HoldDisputed took, because the dispute was won, or on an occasion on which it takes less.
func (s *Service) RestoreDisputed(ctx context.Context, tx *database.Tx, id uuid.UUID, held, owed money.Decimal, dispute uuid.UUID, occasion string) error {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.bring(ctx, tx, account, cause{"dispute", dispute, "release" + occasion}, arrival{fromHold: held, fromOutside: owed})
}

// PayOutDisputed books that what was held for a dispute on an occasion is gone, because it was lost.
func (s *Service) PayOutDisputed(ctx context.Context, tx *database.Tx, id uuid.UUID, held money.Decimal, dispute uuid.UUID, occasion string) error {
	if held.IsZero() {
		return nil // all of it is owed, and booked so
	}
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.bookMoney(ctx, tx, account, cause{"dispute", dispute, "payout" + occasion}, entry{ledger.Hold, held.Neg()}, entry{ledger.External, held})
}

// TakeBack books that the provider has paid money of an account back without asking us. What is not there is owed.
// It fails with NOT_FOUND.
func (s *Service) TakeBack(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, refund uuid.UUID) (owed money.Decimal, err error) {
	_, owed, err = s.take(ctx, tx, id, taking{amount, ledger.External, cause{withdrawalSource, refund, "payout"}})
	return owed, err
}

// Owed is what the owner of an account owes on it. The account's row is held.
func (s *Service) Owed(ctx context.Context, tx *database.Tx, id uuid.UUID) (money.Decimal, error) {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return money.Zero, err
	}
	return debtOf(ctx, tx, account)
}

// OwedElsewhere is what a user owes on other accounts than one of theirs. It fails when the database does.
func (s *Service) OwedElsewhere(ctx context.Context, tx *database.Tx, user, account uuid.UUID) (money.Decimal, error) {
	return debtElsewhere(ctx, tx, user, account)
}

func debtOf(ctx context.Context, tx *database.Tx, account *Account) (money.Decimal, error) {
	debt := ledger.AccountID(account.ID, ledger.Debt, Currency)
	balances, err := ledger.BalancesOf(ctx, tx, debt)
	return balances[debt].Neg(), err
}

// ownCash is how much of the cash of an investment account that is held is its owner's, and not granted: what could be
// withdrawn if nothing were owed.
func ownCash(ctx context.Context, tx *database.Tx, account *Account) (money.Decimal, error) {
	funds, err := readAccountMoney(ctx, tx, account.ID)
	funds.Owed = money.Zero
	return funds.Withdrawable(), err
}

// debtPaidKind is what the ledger knows a debt by that was paid when its account was closed.
const debtPaidKind = "debt_paid"

// payDebt pays what the owner of an account that is held owes on it, as far as there is cash of theirs. It is for an
// account that is being closed, once nothing is open on it: nothing else comes to it by itself any more.
func (s *Service) payDebt(ctx context.Context, tx *database.Tx, account *Account) error {
	owed, err := debtOf(ctx, tx, account)
	if err != nil || !owed.IsPositive() {
		return err
	}
	own, err := ownCash(ctx, tx, account)
	if err != nil || own.IsZero() {
		return err
	}
	paid := money.Min(owed, own)
	return s.bookWithHouse(ctx, tx, housePayment{account, cause{"trading_account", account.ID, debtPaidKind}, paid.Neg()},
		entry{ledger.Cash, paid.Neg()}, entry{ledger.External, paid}, entry{ledger.Debt, paid})
}

// taking is what is taken from the cash of an account, where to and what for.
type taking struct {
	amount money.Decimal
	to     ledger.Code
	why    cause
}

// take moves what is there of an amount from the cash of an account to another place, and books the rest as owed.
func (s *Service) take(ctx context.Context, tx *database.Tx, id uuid.UUID, wanted taking) (taken, owed money.Decimal, err error) {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return money.Zero, money.Zero, err
	}
	own, err := ownCash(ctx, tx, account)
	if err != nil {
		return money.Zero, money.Zero, err
	}
	taken = money.Min(own, wanted.amount)
	owed = wanted.amount.Sub(taken)
	if err := s.openDebt(ctx, tx, account); err != nil {
		return money.Zero, money.Zero, err
	}
	err = s.bookWithHouse(ctx, tx, housePayment{account, wanted.why, owed},
		entry{ledger.Cash, taken.Neg()}, entry{wanted.to, taken}, entry{ledger.Debt, owed.Neg()})
	return taken, owed, err
}

// arrival is money that comes to an account: some that was held on it and some from outside.
type arrival struct{ fromHold, fromOutside money.Decimal }

// bring brings money to an account; what its owner owes is paid first. What pays the debt leaves the account, or never
// comes to it.
func (s *Service) bring(ctx context.Context, tx *database.Tx, account *Account, why cause, arrived arrival) error {
	owed, err := debtOf(ctx, tx, account)
	if err != nil {
		return err
	}
	total := arrived.fromHold.Add(arrived.fromOutside)
	repaid := money.Min(owed, total)
	return s.bookWithHouse(ctx, tx, housePayment{account, why, repaid.Neg()},
		entry{ledger.Hold, arrived.fromHold.Neg()}, entry{ledger.Cash, total.Sub(repaid)},
		entry{ledger.External, repaid.Sub(arrived.fromOutside)}, entry{ledger.Debt, repaid})
}

// openDebt opens the ledger accounts that something which is taken away may need.
func (s *Service) openDebt(ctx context.Context, tx *database.Tx, account *Account) error {
	return s.ledger.OpenMany(ctx, tx,
		ledger.Opening{TenantID: account.TenantID, OwnerID: account.ID, Currency: Currency, Codes: []ledger.Code{ledger.Hold, ledger.Debt}},
		ledger.Opening{TenantID: account.TenantID, OwnerID: account.TenantID, Currency: Currency, Codes: []ledger.Code{ledger.External}})
}

// housePayment is what the house pays outside for the owner of an account; what it gets back is negative.
type housePayment struct {
	account *Account
	why     cause
	amount  money.Decimal
}

// bookWithHouse books entries of an account together with what the house pays outside for its owner.
func (s *Service) bookWithHouse(ctx context.Context, tx *database.Tx, paid housePayment, entries ...entry) error {
	b := s.NewBook(s.now())
	moving := entries[:0]
	for _, e := range entries {
		if !e.amount.IsZero() { // an account that is not moved need not be open
			moving = append(moving, e)
		}
	}
	b.post(paid.account, paid.why.sourceType, paid.why.source, paid.why.kind, moving...)
	if !paid.amount.IsZero() {
		booked := &b.transactions[0]
		booked.Entries = append(booked.Entries, ledger.Entry{
			Account: ledger.AccountID(paid.account.TenantID, ledger.External, Currency), Amount: paid.amount,
		})
	}
	notifyMoney(tx, paid.account)
	_, err := s.ledger.Post(ctx, tx, b.transactions...)
	return err
}
