package ml

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/ml/trial"
	"bourse/internal/worker"
)

const (
	// trialSeed is the seed of every trial, so that a training is a function of its candles.
	trialSeed = 1
	// historyProgress is the progress of a training once its candles are there, in percent.
	historyProgress = 10
	// triesCounted is how long a trial counts in the correction for the number of tries.
	triesCounted = 365 * 24 * time.Hour
)

// errFeedAway means that the feed has not delivered the candles to train on.
var errFeedAway = errors.New("the feed does not deliver")

// isOutage reports whether a training was interrupted by something outside of it: the feed, the database, or a time
// limit.
func isOutage(err error) bool { return errors.Is(err, errFeedAway) || database.IsOutage(err) }

// runTraining fetches the candles, runs the trial and writes the result. It fails with a fault for problems in the
// data, with worker.ErrLeaseLost, and when the feed or the database fails.
func (s *Service) runTraining(ctx context.Context, model *Model) error {
	instrument, err := s.market.Instrument(model.Symbol)
	if err != nil {
		return err
	}
	candles, err := s.trainingSet(ctx, model, instrument)
	if err != nil {
		return err
	}
	recipe := trial.NewRecipe(model.Horizon.features(), model.Horizon.bars(), s.costOf(instrument), trialSeed)
	result, err := s.trial(ctx, barsOf(instrument.Session, candles), recipe, func(done, total int) {
		worker.Progress(ctx)
		s.tellProgress(ctx, model, Folds, historyProgress+(99-historyProgress)*done/max(1, total))
	})
	if tooFew := (*trial.TooFewError)(nil); errors.As(err, &tooFew) {
		return tooLittleHistory(model.Symbol, model.Horizon, tooFew.Have, tooFew.Want)
	}
	if errors.Is(err, trial.ErrNeverMoved) {
		return fault.New("", "%s cannot be learned: %v", model.Symbol, err)
	}
	if err != nil {
		return err
	}
	return s.endTrained(ctx, model, result)
}

// trainingSet returns the candles to train on: those that were fixed when the training first began, or else the
// newest.
func (s *Service) trainingSet(ctx context.Context, model *Model, instrument market.Instrument) ([]market.Candle, error) {
	if !model.CandlesTo.IsZero() {
		candles, err := s.market.RecordedCandles(ctx, model.Symbol, model.Horizon.interval(), model.CandlesFrom,
			model.CandlesTo.Add(time.Microsecond), model.Candles+1)
		if err != nil || len(candles) == model.Candles {
			return candles, err
		} // a gap was filled meanwhile: there is no result yet, so the set is chosen again
	}
	s.tellProgress(ctx, model, History, 0)
	if instrument.IsActive {
		if err := s.market.FillHistory(ctx, model.Horizon.series(model.Symbol), model.Horizon.candlesWanted()); err != nil {
			return nil, fmt.Errorf("%w: %w", errFeedAway, err)
		}
	}
	candles, err := s.newestCandles(ctx, instrument, model.Horizon, model.Horizon.candlesWanted())
	if err != nil {
		return nil, err
	}
	if len(candles) == 0 {
		least := trial.Wanted(model.Horizon.features(), model.Horizon.bars())
		return nil, tooLittleHistory(model.Symbol, model.Horizon, 0, least)
	}
	model.CandlesFrom, model.CandlesTo, model.Candles = candles[0].OpenedAt, candles[len(candles)-1].OpenedAt, len(candles)
	return candles, s.fixTrainingSet(ctx, model)
}

// newestCandles are the last closed candles of a horizon's interval.
func (s *Service) newestCandles(ctx context.Context, instrument market.Instrument, horizon Horizon, count int) ([]market.Candle, error) {
	return s.market.RecordedCandles(ctx, instrument.Symbol, horizon.interval(), time.Time{}, time.Time{}, count)
}

// endTrained writes the result of a trial, in one transaction with the correction of all trials for their number, the
// promotion and the event. It fails with worker.ErrLeaseLost when another process holds the training by now.
func (s *Service) endTrained(ctx context.Context, model *Model, result *trial.Result) error {
	text, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("write down a trial: %w", err)
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		promoter, err := s.holdPromoter(ctx, tx, model) // lock order: users come first
		if err != nil {
			return err
		}
		if err := lockRegistry(ctx, tx); err != nil {
			return err
		}
		trained, err := lockTraining(ctx, tx, model.ID, model.fence)
		if err != nil {
			return err
		}
		trained.finish(result, s.now())
		if err := modelTable.Update(ctx, tx, trained); err != nil {
			return err
		}
		if err := saveResult(ctx, tx, trained.ID, text); err != nil {
			return err
		}
		if trained, err = s.correctAll(ctx, tx, trained.ID); err != nil {
			return err
		}
		if err := insertScorecard(ctx, tx, newScorecard(trained.ID, BaselineNamed(result.BestBaseline))); err != nil {
			return err
		}
		if err := s.serveAsWanted(ctx, tx, trained, promoter); err != nil {
			return err
		}
		return s.events.PublishToAll(ctx, tx, modelTrained, trained.data())
	})
}

// correctAll corrects the p-values of all trials of the last year for their number, and returns the model with that
// id.
func (s *Service) correctAll(ctx context.Context, tx *database.Tx, id uuid.UUID) (corrected *Model, err error) {
	since := s.now().Add(-triesCounted)
	tried, err := triedModels(ctx, tx, since)
	if err != nil {
		return nil, err
	}
	cards, err := triedScorecards(ctx, tx, since) // after locking the models: the settler locks a model before refuting it, too
	if err != nil {
		return nil, err
	}
	refuted := map[uuid.UUID]bool{}
	for _, card := range cards {
		refuted[card.ModelID] = card.hasLost()
	}
	// A retired model counts as a try, but its own edge stays as it was.
	changed := slices.DeleteFunc(correct(tried, refuted), func(model *Model) bool { return model.Status == Retired })
	if err := modelTable.UpdateAll(ctx, tx, changed, "edge", "adjusted_p_value"); err != nil {
		return nil, err
	}
	for _, model := range tried {
		if model.ID == id {
			return model, nil
		}
	}
	return nil, fmt.Errorf("the model %s is not among those that were tried", id)
}

// endFailed ends a training whose data is not fit for it. If another process holds it by now, that one will find the
// same.
func (s *Service) endFailed(ctx context.Context, model *Model, reason *fault.Error) error {
	return s.ifHeld(ctx, model, func(tx *database.Tx, held *Model) error {
		held.fail(reason)
		return modelTable.Update(ctx, tx, held, "status", "failure_code", "failure")
	})
}

// giveBack returns a training to the queue, to be tried again after a pause.
func (s *Service) giveBack(ctx context.Context, model *Model, pause time.Duration, attempts int) error {
	return s.ifHeld(ctx, model, func(tx *database.Tx, held *Model) error {
		held.leaseUntil, held.attempts = s.now().Add(pause), attempts
		return modelTable.Update(ctx, tx, held, "lease_until", "attempts")
	})
}

// ifHeld changes a training unless another process holds it by now.
func (s *Service) ifHeld(ctx context.Context, model *Model, change func(tx *database.Tx, held *Model) error) error {
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		held, err := lockTraining(ctx, tx, model.ID, model.fence)
		if err != nil {
			return err
		}
		return change(tx, held)
	})
	if errors.Is(err, worker.ErrLeaseLost) {
		return nil
	}
	return err
}

// fixTrainingSet stores which candles a training uses, before it uses them.
func (s *Service) fixTrainingSet(ctx context.Context, model *Model) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if _, err := lockTraining(ctx, tx, model.ID, model.fence); err != nil {
			return err
		}
		model.Stage, model.Progress = Folds, historyProgress
		return modelTable.Update(ctx, tx, model, "candles_from", "candles_to", "candle_count", "stage", "progress")
	})
}

// renew extends the lease of a training. It fails with worker.ErrLeaseLost.
func (s *Service) renew(ctx context.Context, id uuid.UUID, fence int64) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error { return extendLease(ctx, tx, id, fence, s.now().Add(leaseTime)) })
}

// tellProgress stores the progress of a training for readers; failing to do so does not stop it.
func (s *Service) tellProgress(ctx context.Context, model *Model, stage Stage, percent int) {
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		return saveProgress(ctx, tx, model.ID, model.fence, stage, percent)
	})
	if err != nil && ctx.Err() == nil {
		s.logger.WarnContext(ctx, "the progress of a training was not written", "model", model.ID, "error", err)
	}
}
