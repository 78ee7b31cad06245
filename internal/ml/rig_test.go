package ml_test

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/ml/features"
	"bourse/internal/ml/logistic"
	"bourse/internal/ml/trial"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/testkit/published"
)

// wednesday is a time at which all markets trade; nine full hours of its day are over.
var wednesday = time.Date(2026, 3, 11, 15, 0, 20, 0, time.UTC)

// pastFeed has history and delivers nothing live.
type pastFeed struct {
	mu      sync.Mutex
	past    []market.Candle
	failing bool
}

func (f *pastFeed) Name() string { return "past" }

func (f *pastFeed) Run(ctx context.Context, _ []market.Instrument, _ market.Sink) error {
	<-ctx.Done()
	return nil
}

func (f *pastFeed) History(_ context.Context, instrument market.Instrument, interval market.Interval, from, to time.Time) ([]market.Candle, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.failing {
		return nil, errors.New("the venue does not answer")
	}
	var fitting []market.Candle
	for _, c := range f.past {
		if c.Symbol == instrument.Symbol && c.Interval == interval && !c.OpenedAt.Before(from) && c.OpenedAt.Before(to) {
			fitting = append(fitting, c)
		}
	}
	return fitting, nil
}

func (f *pastFeed) set(failing bool, past ...market.Candle) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failing, f.past = failing, past
}

// people returns the users who may request trainings, unless they are absent.
type people struct {
	mu     sync.Mutex
	absent error // the error of HoldCaller, if any
	role   identity.Role
	tenant uuid.UUID
}

// HoldCaller returns the requested user, with the current role.
func (p *people) HoldCaller(_ context.Context, _ *database.Tx, user uuid.UUID) (identity.Caller, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return identity.Caller{UserID: user, TenantID: p.tenant, Role: p.role}, p.absent
}

// become sets what HoldCaller returns from now on.
func (p *people) become(role identity.Role, absent error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.role, p.absent = role, absent
}

// rig is the service on a database, with a trial whose results the test sets.
type rig struct {
	*ml.Service
	t      *testing.T
	db     *database.DB
	market *market.Market
	feed   *pastFeed
	clock  *testkit.Clock
	events *published.Events
	people *people
	admin  identity.Caller
	trial  atomic.Pointer[ml.Trial]
	trials atomic.Int64
}

func newRig(t *testing.T, db *database.DB) *rig {
	t.Helper()
	r := &rig{t: t, db: db, feed: &pastFeed{}, clock: testkit.NewClock(wednesday), events: &published.Events{}}
	r.admin = identity.Caller{UserID: uuid.New(), TenantID: uuid.New(), Role: identity.RoleSuperAdmin}
	r.people = &people{role: identity.RoleSuperAdmin, tenant: r.admin.TenantID}
	r.exec(`INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'A tenant', 0)`, r.admin.TenantID, r.admin.TenantID.String())
	r.market = market.New(market.Options{Database: db, Feed: r.feed, Now: r.clock.Now})
	if err := r.market.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.tries(finding(0.5, 0))
	r.Service = r.replica()
	return r
}

// replica is another process on the same database.
func (r *rig) replica() *ml.Service {
	return ml.New(ml.Options{
		Database: r.db, Market: r.market, Events: r.events, People: r.people, RoundTripCost: func(market.Instrument) float64 { return 0.0032 },
		Retrain: 28 * 24 * time.Hour, PredictionsKept: 730 * 24 * time.Hour, Now: r.clock.Now, Logger: slog.New(slog.DiscardHandler),
		Trial: func(ctx context.Context, bars []features.Bar, recipe trial.Recipe, progress func(int, int)) (*trial.Result, error) {
			r.trials.Add(1)
			return (*r.trial.Load())(ctx, bars, recipe, progress)
		},
	})
}

// tries sets what the next trials find.
func (r *rig) tries(find ml.Trial) { r.trial.Store(&find) }

// finding is a trial with the given p-value and a model that always predicts the given log-odds.
func finding(pValue, odds float64) ml.Trial {
	return func(_ context.Context, bars []features.Bar, recipe trial.Recipe, progress func(int, int)) (*trial.Result, error) {
		progress(1, 1)
		names := recipe.Set.Names()
		constant := make([]float64, len(names))
		return &trial.Result{
			Recipe: recipe, Bars: len(bars), Samples: len(bars), PValue: pValue, BestBaseline: "baseRate",
			Forecaster: trial.Forecaster{
				Set: recipe.Set, HorizonBars: recipe.HorizonBars, BaseRate: 0.5, Continuation: 0.5, MeanAbsoluteMove: 0.01,
				RoundTripCost: recipe.RoundTripCost,
				Model:         logistic.Model{Names: names, Means: constant, Deviations: constant, Weights: constant, Intercept: odds, Penalty: 1},
			},
		}, nil
	}
}

func (r *rig) exec(statement string, arguments ...any) {
	r.t.Helper()
	err := r.db.InTx(context.Background(), func(tx *database.Tx) error {
		_, err := tx.Exec(context.Background(), statement, arguments...)
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *rig) count(query string, arguments ...any) (count int) {
	r.t.Helper()
	if err := r.db.QueryRow(context.Background(), query, arguments...).Scan(&count); err != nil {
		r.t.Fatal(err)
	}
	return count
}

// wave is a price that goes up and down without repeating itself.
func wave(n int) float64 {
	x := float64(n)
	return 100 + 3*math.Sin(x/7) + 2*math.Sin(x/3.1) + math.Sin(x*x/50)
}

// candles are the last count candles of an instrument before a given time, in its trading calendar.
func (r *rig) candles(symbol string, interval market.Interval, before time.Time, count int) []market.Candle {
	r.t.Helper()
	instrument, err := r.market.Instrument(symbol)
	if err != nil {
		r.t.Fatal(err)
	}
	var backwards []market.Candle
	for at := interval.Start(before).Add(-interval.Duration()); len(backwards) < count; at = at.Add(-interval.Duration()) {
		opens, found := instrument.Session.NextOpening(at)
		if found && opens.Before(at.Add(interval.Duration())) {
			backwards = append(backwards, candleAt(symbol, interval, at, wave(int(at.Unix()/3600))))
		}
	}
	forwards := make([]market.Candle, count)
	for i, c := range backwards {
		forwards[count-1-i] = c
	}
	return forwards
}

func candleAt(symbol string, interval market.Interval, at time.Time, price float64) market.Candle {
	decimal := func(f float64) money.Decimal {
		exact, err := money.FromFloat(math.Round(f*1e4) / 1e4)
		if err != nil {
			panic(err)
		}
		return exact
	}
	return market.Candle{
		Symbol: symbol, Interval: interval, OpenedAt: at, Open: decimal(price), High: decimal(price + 1), Low: decimal(price - 1),
		Close: decimal(price), Volume: decimal(10),
	}
}

// store writes candles as the recorder does.
func (r *rig) store(candles ...market.Candle) {
	r.t.Helper()
	err := r.db.InTx(context.Background(), func(tx *database.Tx) error {
		return database.InsertRows(context.Background(), tx,
			`INSERT INTO candles (symbol, seconds, opened_at, open, high, low, close, volume)`, 8, candles, func(c market.Candle) []any {
				return []any{c.Symbol, int64(c.Interval.Duration() / time.Second), database.Micros(c.OpenedAt),
					c.Open.Units(), c.High.Units(), c.Low.Units(), c.Close.Units(), c.Volume.Units()}
			})
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

// history stores the last count hours of a symbol before now.
func (r *rig) history(symbol string, count int) {
	r.t.Helper()
	r.store(r.candles(symbol, market.Hour, r.clock.Now(), count)...)
}

// train queues a training with promotion, runs it and returns the model.
func (r *rig) train(symbol string, horizon ml.Horizon) *ml.Model {
	r.t.Helper()
	queued := r.queue(symbol, horizon)
	if _, err := r.TrainNext(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	return r.model(queued.ID)
}

func (r *rig) queue(symbol string, horizon ml.Horizon) *ml.Model {
	r.t.Helper()
	queued, err := r.Train(r.t.Context(), r.admin, ml.NewTraining{Symbol: symbol, Horizon: horizon, Promote: true})
	if err != nil {
		r.t.Fatal(err)
	}
	return queued
}

func (r *rig) model(id uuid.UUID) *ml.Model {
	r.t.Helper()
	detail, err := r.Model(r.t.Context(), id)
	if err != nil {
		r.t.Fatal(err)
	}
	return &detail.Model
}

func (r *rig) predict(symbol string, horizon ml.Horizon) *ml.Prediction {
	r.t.Helper()
	prediction, err := r.Predict(r.t.Context(), symbol, horizon)
	if err != nil {
		r.t.Fatal(err)
	}
	return prediction
}

// wantEvents checks that these events were published, in any order.
func (r *rig) wantEvents(want ...string) {
	r.t.Helper()
	var got []string
	for _, event := range r.events.All() {
		got = append(got, event.Type)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		r.t.Errorf("published %v, want %v", got, want)
	}
}
