package alerts

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// mostWorking is how many alerts of a user may be working at the same time.
const mostWorking = 100

// alertsTopic announces which alerts were created, fired or cancelled: identifiers, comma-separated.
const alertsTopic = "trading.alerts"

// CreateAlert creates an alert. It fails with NOT_FOUND for a symbol that is not listed, with VALIDATION_ERROR for numbers
// that do not fit its kind and for a symbol that is no longer traded, with MARKET_DATA_STALE for a move of an unknown
// price, and with CONFLICT when the caller has the maximum number of working alerts.
func (s *Service) CreateAlert(ctx context.Context, caller identity.Caller, wanted NewAlert) (alert *Alert, err error) {
	defer money.Catch(&err)
	if err := wanted.check(); err != nil {
		return nil, err
	}
	symbol := symbolOf(wanted.Symbol)
	if err := s.listed(symbol, "symbol"); err != nil {
		return nil, err
	}
	if instrument, _ := s.market.Instrument(symbol); !instrument.IsActive {
		return nil, fault.Invalid("symbol", "%s is no longer traded", symbol)
	}
	quote, isKnown := s.market.LastQuote(symbol)
	if wanted.Kind == PercentMove && !isKnown {
		return nil, fault.New(fault.MarketDataStale, "there is no price of %s yet", symbol)
	}
	alert = &Alert{
		ID: database.NewID(), TenantID: caller.TenantID, UserID: caller.UserID, Symbol: symbol, Kind: wanted.Kind,
		Price: or(wanted.Price), Percent: or(wanted.Percent), ReferencePrice: quote.Mark, Note: wanted.Note,
		Status: AlertWorking, CreatedAt: s.now(),
	}
	alert.levels() // refused here, because the monitor could not handle it
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if _, err := holdPreferences(ctx, tx, caller, s.now()); err != nil {
			return err
		}
		working, err := countWorking(ctx, tx, caller.UserID)
		if err != nil {
			return err
		}
		if working >= mostWorking {
			return fault.New(fault.Conflict, "there are %d working alerts already: cancel one first", working)
		}
		tx.Notify(alertsTopic, alert.ID.String())
		return alertTable.Insert(ctx, tx, alert)
	})
	return alert, err
}

func or(number *money.Decimal) money.Decimal {
	if number == nil {
		return money.Zero
	}
	return *number
}

// AlertFilter narrows a list of alerts; zero values match all.
type AlertFilter struct {
	Status AlertStatus
	Symbol string
}

// Alerts lists the caller's alerts, newest first.
func (s *Service) Alerts(ctx context.Context, caller identity.Caller, filter AlertFilter, cursor database.Cursor) ([]*Alert, error) {
	filter.Symbol = symbolOf(filter.Symbol)
	return listAlerts(ctx, s.db, caller.UserID, filter, cursor)
}

// Alert reads one of the caller's alerts. It fails with NOT_FOUND.
func (s *Service) Alert(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Alert, error) {
	return readAlert(ctx, s.db, caller.UserID, id)
}

// CancelAlert cancels a working alert of the caller, so that it does not fire. It fails with NOT_FOUND, and with
// INVALID_TRANSITION when it has fired or was cancelled.
func (s *Service) CancelAlert(ctx context.Context, caller identity.Caller, id uuid.UUID) (alert *Alert, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if alert, err = lockAlert(ctx, tx, caller.UserID, id); err != nil {
			return err
		}
		if alert.Status != AlertWorking {
			return fault.New(fault.InvalidTransition, "the alert is %s", alert.Status)
		}
		alert.Status, alert.EndedAt = AlertCancelled, s.now()
		tx.Notify(alertsTopic, id.String())
		return alertTable.Update(ctx, tx, alert)
	})
	return alert, err
}
