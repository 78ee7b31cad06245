package ml

import (
	"context"
	"database/sql"
	"errors"
	"strconv"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/ml/trial"
)

// Models lists the versions of models, newest first, with their total number.
func (s *Service) Models(ctx context.Context, filter ModelFilter, page database.Page) ([]*Model, int, error) {
	return listModels(ctx, s.db, filter, page)
}

// Model returns a version with the result of its trial. It fails with NOT_FOUND.
func (s *Service) Model(ctx context.Context, id uuid.UUID) (*ModelDetail, error) {
	model, err := readModel(ctx, s.db, id)
	if err != nil {
		return nil, err
	}
	detail := &ModelDetail{Model: *model}
	if model.isTrained() {
		detail.Result, err = readResult(ctx, s.db, id)
	}
	return detail, err
}

// NewTraining describes a training.
type NewTraining struct {
	Symbol  string
	Horizon Horizon
	Promote bool // put it into service once it is trained
}

// Train queues a training of the next version of a model. It is for super admins (FORBIDDEN), because every version
// tried makes it harder to prove an edge for the models, which all tenants share. It fails with NOT_FOUND for an
// unknown symbol, VALIDATION_ERROR on horizon, CONFLICT while another version is in training, and INSUFFICIENT_HISTORY
// when it is already known that there are too few candles.
func (s *Service) Train(ctx context.Context, caller identity.Caller, wanted NewTraining) (*Model, error) {
	if err := caller.Require(identity.RoleSuperAdmin); err != nil {
		return nil, err
	}
	if err := s.checkTrainable(ctx, wanted); err != nil {
		return nil, err
	}
	model := s.newVersion(wanted)
	model.RequestedBy = caller.UserID
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := insertModel(ctx, tx, model); err != nil {
			return err
		}
		tx.Notify(trainingTopic, model.ID.String())
		return audit.Record(ctx, tx, audit.Entry{
			TenantID: caller.TenantID, Actor: caller.Actor(), Action: "ml.model.training_requested",
			Subject: audit.Subject{Kind: "model", ID: model.ID.String()}, CreatedAt: s.now(),
			Details: audit.Fields{
				"symbol": model.Symbol, "horizon": string(model.Horizon), "promote": strconv.FormatBool(model.WantsPromotion),
			},
		})
	})
	if errors.Is(err, database.ErrUnique) {
		return nil, fault.New(fault.Conflict, "a model of %s for %s is in training already", wanted.Symbol, wanted.Horizon)
	}
	if err != nil {
		return nil, err
	}
	return model, nil
}

func (s *Service) newVersion(wanted NewTraining) *Model {
	return &Model{
		ID: database.NewID(), Symbol: wanted.Symbol, Horizon: wanted.Horizon, Status: Queued, Stage: Waiting,
		WantsPromotion: wanted.Promote, CreatedAt: s.now(),
	}
}

// checkTrainable fails for problems that are visible before a training begins. How much history a feed has is only
// known by asking it, but for an instrument without a feed the stored candles are all there is.
func (s *Service) checkTrainable(ctx context.Context, wanted NewTraining) error {
	if err := wanted.Horizon.check(); err != nil {
		return err
	}
	instrument, err := s.market.Instrument(wanted.Symbol)
	if err != nil || instrument.IsActive {
		return err
	}
	least := trial.Wanted(wanted.Horizon.features(), wanted.Horizon.bars())
	candles, err := s.newestCandles(ctx, instrument, wanted.Horizon, least)
	if err == nil && len(candles) < least {
		return tooLittleHistory(wanted.Symbol, wanted.Horizon, len(candles), least)
	}
	return err
}

// tooLittleHistory says how much history there is and how much is needed.
func tooLittleHistory(symbol string, horizon Horizon, have, want int) *fault.Error {
	return fault.New(fault.InsufficientHistory, "a model of %s for %s wants %d %s in a row; %d are there",
		symbol, horizon, want, horizon.candleWord(), have)
}

// Promote puts a version into service in place of the current one. If it was retired, its edge is corrected for
// everything that has been tried since. It is for super admins (FORBIDDEN) and fails with NOT_FOUND and, unless the
// version is ready or retired and its trial still counts, with INVALID_TRANSITION.
func (s *Service) Promote(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Model, error) {
	if err := caller.Require(identity.RoleSuperAdmin); err != nil {
		return nil, err
	}
	var model *Model
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		err := lockRegistry(ctx, tx)
		if err != nil {
			return err
		}
		if model, err = lockModel(ctx, tx, id); err != nil {
			return err
		}
		before := model.Status
		if err := s.serve(ctx, tx, model); err != nil {
			return err
		}
		if s.now().Sub(model.TrainedAt) > triesCounted {
			return fault.New(fault.InvalidTransition, "version %d of %s for %s was trained more than a year ago: train it anew",
				model.Version, model.Symbol, model.Horizon)
		}
		if model, err = s.correctAll(ctx, tx, id); err != nil {
			return err
		}
		return s.recordPromotion(ctx, tx, caller, before, model)
	})
	if err != nil {
		return nil, err
	}
	return model, nil
}

// recordPromotion records in the audit log who promoted a model, and its previous status.
func (s *Service) recordPromotion(ctx context.Context, tx *database.Tx, by identity.Caller, before Status, model *Model) error {
	return audit.Record(ctx, tx, audit.Entry{
		TenantID: by.TenantID, Actor: by.Actor(), Action: "ml.model.promoted",
		Subject: audit.Subject{Kind: "model", ID: model.ID.String()}, CreatedAt: s.now(),
		Before: audit.Fields{"status": string(before)}, After: audit.Fields{"status": string(model.Status)},
	})
}

// serveAsWanted puts a newly trained model into service if requested: on behalf of the requester, or by the schedule.
// A requested model without a promoter stays ready, until somebody else promotes it.
func (s *Service) serveAsWanted(ctx context.Context, tx *database.Tx, model *Model, promoter *identity.Caller) error {
	isScheduled := model.RequestedBy == uuid.Nil
	if !model.WantsPromotion || promoter == nil && !isScheduled {
		return nil
	}
	before := model.Status
	if err := s.serve(ctx, tx, model); err != nil || isScheduled {
		return err
	}
	return s.recordPromotion(ctx, tx, *promoter, before, model)
}

// holdPromoter locks the user who asked for a model that is to serve, until the transaction ends. It returns nil when
// nobody did, and when they may no longer promote: a training takes time, in which they may have lost their role or
// been deleted.
func (s *Service) holdPromoter(ctx context.Context, tx *database.Tx, model *Model) (*identity.Caller, error) {
	if !model.WantsPromotion || model.RequestedBy == uuid.Nil {
		return nil, nil
	}
	promoter, err := s.people.HoldCaller(ctx, tx, model.RequestedBy)
	if err == nil {
		err = promoter.Require(identity.RoleSuperAdmin)
	}
	if fault.Is(err, fault.AccountSuspended) || fault.Is(err, fault.NotFound) || fault.Is(err, fault.Forbidden) {
		s.logger.WarnContext(ctx, "a trained model does not serve: who asked for it may not promote any more", "model", model.ID, "error", err)
		return nil, nil
	}
	return &promoter, err
}

// serve puts a locked model into service, in a transaction that has locked the registry.
func (s *Service) serve(ctx context.Context, tx *database.Tx, model *Model) error {
	if err := model.promote(s.now()); err != nil {
		return err
	}
	if err := retireServing(ctx, tx, model.Symbol, model.Horizon, s.now()); err != nil {
		return err
	}
	tx.Notify(servingTopic, model.ID.String())
	return modelTable.Update(ctx, tx, model, "status", "serving_since", "retired_at")
}

// notTrained says why there is no prediction: no model serves, and one may be in training.
func (s *Service) notTrained(ctx context.Context, symbol string, horizon Horizon) error {
	coming, err := modelInTraining(ctx, s.db, symbol, horizon)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.ModelNotTrained,
			"no model of %s for %s serves yet: a super administrator trains one with POST /ml/models", symbol, horizon)
	}
	if err != nil {
		return err
	}
	return fault.New(fault.ModelNotTrained, "no model of %s for %s serves yet: one is in training (%d %%)", symbol, horizon, coming.Progress)
}
