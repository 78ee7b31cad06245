package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
)

// LevelChanges are the changes to a position's levels: nil keeps a level, 0 removes it.
type LevelChanges struct {
	StopLoss        *money.Decimal
	TargetPrice     *money.Decimal
	TrailingPercent *money.Decimal
}

// ChangeLevels changes the stop, the target and the trailing percentage of the caller's position. A trailing stop follows
// the price at once. Whoever locks the account first decides: if the old stop closes the position first, it is closed.
//
// Another user's position is NOT_FOUND, one that is not open POSITION_NOT_OPEN; a level that the price has already reached,
// or that the instrument cannot have, is VALIDATION_ERROR.
func (s *Service) ChangeLevels(ctx context.Context, caller identity.Caller, id uuid.UUID, changes LevelChanges) (position *Position, err error) {
	defer money.Catch(&err)
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if _, position, err = lockPosition(ctx, tx, caller.UserID, id); err != nil {
			return err
		}
		if position.Status != Open {
			return fault.New(fault.PositionNotOpen, "the position is %s", position.Status)
		}
		instrument, err := s.market.Instrument(position.Symbol)
		if err != nil {
			return err
		}
		quote, _ := s.market.LastQuote(position.Symbol)
		if err := position.changeLevels(changes, instrument, quote); err != nil {
			return err
		}
		b := s.NewBook(s.now())
		b.Amend(position)
		return s.Write(ctx, tx, b)
	})
	return position, err
}

// changeLevels fails with VALIDATION_ERROR, and then leaves the position unchanged.
func (p *Position) changeLevels(changes LevelChanges, instrument market.Instrument, quote market.Quote) error {
	for _, field := range []struct {
		name  string
		level *money.Decimal
	}{{"stopLoss", changes.StopLoss}, {"targetPrice", changes.TargetPrice}} {
		if err := checkLevel(field.name, field.level, instrument); err != nil {
			return err
		}
	}
	if err := checkTrailing(changes.TrailingPercent); err != nil {
		return err
	}
	long := p.Side == Buy
	exit := quoted(quote, p.Side.Opposite())
	if changes.StopLoss != nil && exit.IsPositive() && StopReached(long, exit, *changes.StopLoss) {
		return fault.Invalid("stopLoss", "must be %s the price, which is %s", sideWord(long, "below", "above"), exit)
	}
	if changes.TargetPrice != nil && exit.IsPositive() && TargetReached(long, exit, *changes.TargetPrice) {
		return fault.Invalid("targetPrice", "must be %s the price, which is %s", sideWord(long, "above", "below"), exit)
	}
	if changes.StopLoss != nil {
		p.StopLoss, p.StopTrails = *changes.StopLoss, false
	}
	if changes.TargetPrice != nil {
		p.TargetPrice = *changes.TargetPrice
	}
	if changes.TrailingPercent != nil {
		p.TrailingPercent = *changes.TrailingPercent
		p.StopTrails = p.StopTrails && p.TrailingPercent.IsPositive()
	}
	if exit.IsPositive() {
		p.trail(exit, instrument.TickSize)
	}
	return nil
}
