package app

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/trading/bots"
)

// demoMetronome is a worker that pauses the bot which trades every minute while nobody watches the demo: each of its
// trades costs, and in a demo that ran overnight the bot would be ruined by morning.
type demoMetronome struct {
	platform *platform
	watched  atomic.Int64 // time of the last call, in Unix seconds
	woken    chan struct{}
}

const (
	metronomeName     = "Metronome"
	metronomePatience = 10 * time.Minute
	metronomePause    = 20 * time.Second
)

func newDemoMetronome(p *platform) *demoMetronome {
	w := &demoMetronome{platform: p, woken: make(chan struct{}, 1)}
	w.watched.Store(time.Now().Unix()) // whoever starts a demo looks at it
	return w
}

// Name is the worker's name.
func (w *demoMetronome) Name() string { return "demo-metronome" }

// watching records every call of the API.
func (w *demoMetronome) watching(next http.Handler) http.Handler {
	return http.HandlerFunc(func(answer http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/") {
			now := time.Now().Unix()
			if before := w.watched.Swap(now); now-before > int64(metronomePatience/time.Second) {
				select {
				case w.woken <- struct{}{}:
				default: // already woken
				}
			}
		}
		next.ServeHTTP(answer, r)
	})
}

// Run resumes and pauses the bot until the context ends.
func (w *demoMetronome) Run(ctx context.Context) error {
	super, err := w.platform.demoCaller(ctx, "super@demo.test")
	if err != nil {
		return err
	}
	look := time.NewTicker(metronomePause)
	defer look.Stop()
	for {
		if err := w.adjust(ctx, super); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-look.C:
		case <-w.woken:
		}
	}
}

// adjust lets the bot run while somebody watches, and pauses it otherwise. A stopped or failed bot is left alone.
func (w *demoMetronome) adjust(ctx context.Context, super identity.Caller) error {
	isWatched := time.Since(time.Unix(w.watched.Load(), 0)) < metronomePatience || w.platform.stream.Streams() > 0
	from, to := bots.BotActive, bots.BotPaused
	if isWatched {
		from, to = to, from
	}
	found, _, err := w.platform.bots.Bots(ctx, super, bots.BotFilter{Status: from}, database.Page{Number: 1, Limit: 100})
	if err != nil {
		return err
	}
	for _, bot := range found {
		if bot.Name != metronomeName {
			continue
		}
		_, err := w.platform.bots.UpdateBot(ctx, super, bot.ID, bots.BotChange{Status: &to})
		if err != nil && !fault.Is(err, fault.InvalidTransition) {
			return err
		}
	}
	return nil
}
