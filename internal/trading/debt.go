package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// Money that was paid into an account can be taken back by the payer's bank, or by a refund made at the provider, after it
// has been spent. The cash that is there is taken. The house pays the rest for the owner: it is booked as the account's
// debt against what the tenant has paid outside, so that cash never goes below zero and the account's own books still show
// deposits, profits and losses. Money that arrives on the account pays the debt first, as does its remaining cash when it
// is closed. Granted paper money pays no debt: a bank cannot be paid with it.

// HoldDisputed sets aside as much of a disputed amount as is there, books the rest as debt, and returns both parts. It is
// booked once for each occasion of a dispute; the first has no name. It fails with NOT_FOUND.
func (s *Service) HoldDisputed(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, dispute uuid.UUID, occasion string) (held, owed money.Decimal, err error) {
	return s.take(ctx, tx, id, taking{amount, ledger.Hold, cause{"dispute", dispute, "hold" + occasion}})
}

// RestoreDisputed gives back what HoldDisputed took, because the dispute was won or an occasion reduced its amount.
func (s *Service) RestoreDisputed(ctx context.Context, tx *database.Tx, id uuid.UUID, held, owed money.Decimal, dispute uuid.UUID, occasion string) error {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.bring(ctx, tx, account, cause{"dispute", dispute, "release" + occasion}, arrival{fromHold: held, fromOutside: owed})
}

// PayOutDisputed books that what was held for a dispute on an occasion is gone, because the dispute was lost.
func (s *Service) PayOutDisputed(ctx context.Context, tx *database.Tx, id uuid.UUID, held money.Decimal, dispute uuid.UUID, occasion string) error {
	if held.IsZero() {
		return nil // all of it is debt, and booked as such
	}
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	return s.bookMoney(ctx, tx, account, cause{"dispute", dispute, "payout" + occasion}, entry{ledger.Hold, held.Neg()}, entry{ledger.External, held})
}

// TakeBack books that the provider has paid money of an account back without asking us. What the account lacks becomes
// debt. It fails with NOT_FOUND.
func (s *Service) TakeBack(ctx context.Context, tx *database.Tx, id uuid.UUID, amount money.Decimal, refund uuid.UUID) (owed money.Decimal, err error) {
	_, owed, err = s.take(ctx, tx, id, taking{amount, ledger.External, cause{withdrawalSource, refund, "payout"}})
	return owed, err
}

// Owed is the debt of an account's owner on it. The account's row must be locked.
func (s *Service) Owed(ctx context.Context, tx *database.Tx, id uuid.UUID) (money.Decimal, error) {
	account, err := LockAccount(ctx, tx, id)
	if err != nil {
		return money.Zero, err
	}
	return debtOf(ctx, tx, account)
}

// OwedElsewhere is what a user owes on their accounts other than this one. It fails when the database does.
func (s *Service) OwedElsewhere(ctx context.Context, tx *database.Tx, user, account uuid.UUID) (money.Decimal, error) {
	return debtElsewhere(ctx, tx, user, account)
}

func debtOf(ctx context.Context, tx *database.Tx, account *Account) (money.Decimal, error) {
	debt := ledger.AccountID(account.ID, ledger.Debt, Currency)
	balances, err := ledger.BalancesOf(ctx, tx, debt)
	return balances[debt].Neg(), err
}

// ownCash is how much cash of a locked investment account is its owner's rather than granted: what could be withdrawn
// without debt.
func ownCash(ctx context.Context, tx *database.Tx, account *Account) (money.Decimal, error) {
	funds, err := readAccountMoney(ctx, tx, account.ID)
	funds.Owed = money.Zero
	return funds.Withdrawable(), err
}

// debtPaidKind is the ledger kind of a debt paid when its account was closed.
const debtPaidKind = "debt_paid"

// payDebt pays the debt on a locked account as far as the owner's own cash goes. It is for an account that is being closed
// and has no open positions, since no more money will arrive there by itself.
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

// taking is what to take from the cash of an account, where to and what for.
type taking struct {
	amount money.Decimal
	to     ledger.Code
	why    cause
}

// take moves as much of an amount as is there from the cash of an account to another place, and books the rest as debt.
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

// arrival is money that arrives on an account: from its hold, from outside or both.
type arrival struct{ fromHold, fromOutside money.Decimal }

// bring credits money to an account; its owner's debt is paid first. The part that pays the debt leaves the account, or
// never reaches it.
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

// openDebt opens the ledger accounts that taking money away may need.
func (s *Service) openDebt(ctx context.Context, tx *database.Tx, account *Account) error {
	return s.ledger.OpenMany(ctx, tx,
		ledger.Opening{TenantID: account.TenantID, OwnerID: account.ID, Currency: Currency, Codes: []ledger.Code{ledger.Hold, ledger.Debt}},
		ledger.Opening{TenantID: account.TenantID, OwnerID: account.TenantID, Currency: Currency, Codes: []ledger.Code{ledger.External}})
}

// housePayment is what the house pays outside for the owner of an account; negative when it gets money back.
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
		if !e.amount.IsZero() { // an account that gets no entry need not be open
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
