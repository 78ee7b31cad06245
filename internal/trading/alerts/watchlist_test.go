package alerts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/tradingtest"
)

func TestAWatchlistIsKeptInItsOrder(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		want := func(caller identity.Caller, symbols ...string) {
			t.Helper()
			got, err := d.Watchlist(t.Context(), caller)
			if diff := cmp.Diff(append([]string{}, symbols...), got); err != nil || diff != "" {
				t.Errorf("the watchlist (-want +got), %v:\n%s", err, diff)
			}
		}
		want(d.Caller)
		kept, err := d.SetWatchlist(t.Context(), d.Caller, []string{"ethusd", " AAPL", "BtcUsd", "ETHUSD"})
		if diff := cmp.Diff([]string{"ETHUSD", "AAPL", "BTCUSD"}, kept); err != nil || diff != "" {
			t.Fatalf("kept (-want +got), %v:\n%s", err, diff)
		}
		want(d.Caller, "ETHUSD", "AAPL", "BTCUSD")
		_, err = d.SetWatchlist(t.Context(), d.Caller, []string{"BTCUSD", "NOBODY"})
		testkit.WantFault(t, err, fault.NotFound, "symbols")
		want(d.Caller, "ETHUSD", "AAPL", "BTCUSD")
		want(tradingtest.NewCaller(identity.RoleUser))
		d.choose(alerts.AlertFired, false, true, false) // stored in the same row
		want(d.Caller, "ETHUSD", "AAPL", "BTCUSD")
		if _, err = d.SetWatchlist(t.Context(), d.Caller, nil); err != nil {
			t.Fatal(err)
		}
		want(d.Caller)
		choice, err := d.Choice(t.Context(), d.Caller)
		if err != nil || choice[alerts.AlertFired] != (alerts.Channels{Stream: true}) {
			t.Errorf("the channels are %v, %v after the watchlist was changed", choice[alerts.AlertFired], err)
		}
	})
}

func TestAUserChoosesTheChannels(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		others := alerts.Channels{Stream: true, Webhook: true}
		usual := alerts.Choice{
			alerts.OrderFilled: others, alerts.PositionStopped: others, alerts.CopyStopped: others,
			alerts.AlertFired: {Mail: true, Stream: true, Webhook: true},
		}
		got, err := d.Choice(t.Context(), d.Caller)
		if diff := cmp.Diff(usual, got); err != nil || diff != "" {
			t.Errorf("the usual choice (-want +got), %v:\n%s", err, diff)
		}
		yes, no := true, false
		// Two concurrent requests that change different things both take effect.
		changes := []map[alerts.Kind]alerts.ChannelsChange{
			{alerts.OrderFilled: {Mail: &yes}}, {alerts.OrderFilled: {Stream: &no}}, {alerts.AlertFired: {Webhook: &no}}, {alerts.CopyStopped: {}},
		}
		for _, err := range testkit.InParallel(len(changes), func(i int) error {
			_, err := d.Choose(t.Context(), d.Caller, changes[i])
			return err
		}) {
			if err != nil {
				t.Error(err)
			}
		}
		usual[alerts.OrderFilled] = alerts.Channels{Mail: true, Webhook: true}
		usual[alerts.AlertFired] = alerts.Channels{Mail: true, Stream: true}
		got, err = d.Choice(t.Context(), d.Caller)
		if diff := cmp.Diff(usual, got); err != nil || diff != "" {
			t.Errorf("the choice (-want +got), %v:\n%s", err, diff)
		}
	})
}
