package trading

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Preview is what placing an order, or executing a signal, would do at this moment. A refusal is reported with its code,
// and with everything that could be calculated.
type Preview struct {
	Code         fault.Code // why not; empty when it is allowed
	Reason       string
	AccountID    uuid.UUID
	Side         Side // of the market order
	Quantity     money.Decimal
	Price        money.Decimal // at which it fills, or is expected to
	Notional     money.Decimal
	Margin       money.Decimal // set aside; negative when an exit frees it
	Fee          money.Decimal
	Total        money.Decimal // what leaves the cash; negative when an exit adds to it
	LossAtStop   money.Decimal // with both fees, if the position closes at its stop; 0 without one
	GainAtTarget money.Decimal // with both fees; 0 without a target
	CashAfter    money.Decimal
	Positions    []uuid.UUID // what an exit closes
}

// Allowed reports whether it could be done.
func (p *Preview) Allowed() bool { return p.Code == "" }

// errRehearsed rolls back a transaction that was only a rehearsal.
var errRehearsed = errors.New("this was only tried")

// rehearse runs work in a transaction as if for real, and rolls it back. It fails as work does.
func (s *Service) rehearse(ctx context.Context, work func(tx *database.Tx) error) error {
	err := s.db.InTx(database.Beforehand(ctx), func(tx *database.Tx) error {
		if err := work(tx); err != nil {
			return err
		}
		return errRehearsed
	})
	if errors.Is(err, errRehearsed) {
		return nil
	}
	return err
}

// refuse notes why something is refused. An invalid request, or one for something that does not exist, stays an error.
func (p *Preview) refuse(err error) error {
	refusal, is := errors.AsType[*fault.Error](err)
	if !is || refusal.Code == fault.NotFound || refusal.Code == fault.ValidationError {
		return err
	}
	p.Code, p.Reason = refusal.Code, refusal.Message
	return nil
}

// PreviewOrder reports what PlaceOrder would do at this moment, by doing it in a transaction that is rolled back. It fails
// with NOT_FOUND and VALIDATION_ERROR as PlaceOrder does, and reports any other refusal in the preview.
func (s *Service) PreviewOrder(ctx context.Context, caller identity.Caller, wanted NewOrder) (preview Preview, err error) {
	defer func() { err = preview.refuse(err) }() // runs after catchCost, which catches costs beyond the range of numbers
	defer catchCost(&err)
	trader := Trader{UserID: caller.UserID, TenantID: caller.TenantID}
	if err := s.ensurePaperAccount(ctx, trader); err != nil {
		return Preview{}, err
	}
	err = s.rehearse(ctx, func(tx *database.Tx) error {
		preview = Preview{Side: wanted.Side}
		account, err := s.LockTradersAccount(ctx, tx, trader, wanted.AccountID)
		if err != nil {
			return err
		}
		preview.AccountID, preview.CashAfter = account.ID, account.Cash
		p := placement{service: s, tx: tx, book: s.NewBook(s.now()), account: account, wanted: wanted}
		if err := preview.refuse(p.place(ctx)); err != nil {
			return err
		}
		if p.order != nil {
			preview.show(account, p.order.entry(p.order.Quantity, p.exit(), p.instrument.TickSize), p.price, p.book.terms)
		}
		preview.CashAfter = account.Cash
		return nil
	})
	return preview, err
}

// PreviewSignal reports what Execute would do at this moment. It fails with NOT_FOUND and VALIDATION_ERROR as Execute does,
// and reports any other refusal in the preview.
func (s *Service) PreviewSignal(ctx context.Context, caller identity.Caller, signal uuid.UUID, options ExecuteOptions) (preview Preview, err error) {
	defer func() { err = preview.refuse(err) }() // runs after catchCost, which catches costs beyond the range of numbers
	defer catchCost(&err)
	if err := s.ensurePaperAccount(ctx, Trader{UserID: caller.UserID, TenantID: caller.TenantID}); err != nil {
		return Preview{}, err
	}
	err = s.rehearse(ctx, func(tx *database.Tx) error {
		preview = Preview{}
		e, err := s.beginExecution(ctx, tx, caller, signal, options)
		if e.account != nil {
			preview.AccountID, preview.CashAfter = e.account.ID, e.account.Cash
			preview.Side = e.side()
		}
		if err == nil {
			err = e.carryOut(ctx)
		}
		if err := preview.refuse(err); err != nil {
			return err
		}
		e.preview(&preview)
		return nil
	})
	return preview, err
}

// show fills in the cost of an entry, and its possible loss and gain.
func (p *Preview) show(account *Account, e Entry, price money.Decimal, terms Terms) {
	p.Side, p.Quantity, p.Price, p.Notional = e.Side, e.Quantity, price, price.Mul(e.Quantity)
	p.Margin, p.Fee = p.Notional, terms.feeOf(p.Notional)
	p.Total = p.Margin.Add(p.Fee)
	if !price.IsPositive() || !e.Quantity.IsPositive() {
		return
	}
	position := open(account, e, price, p.Fee, ExampleTime)
	if stop := position.StopLoss; !stop.IsZero() {
		p.LossAtStop = position.resultAt(stop, terms).Neg()
	}
	if target := position.TargetPrice; !target.IsZero() {
		p.GainAtTarget = position.resultAt(target, terms)
	}
}

// resultAt is what closing the whole position at a price would bring, after both fees. It does not change the position.
func (p Position) resultAt(price money.Decimal, terms Terms) money.Decimal {
	settled, err := p.close(closing{price, p.Quantity, ExitManual, terms.feeOf}, p.OpenedAt)
	if err != nil {
		return money.Zero
	}
	return settled.trade.RealizedPnL
}
