package alerts_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/testkit"
	"bourse/internal/trading/alerts"
	"bourse/internal/trading/tradingtest"
)

func TestAnAlertFiresOnceAtThePriceThatReachesIt(t *testing.T) {
	t.Parallel()
	type bar = [4]string
	for name, c := range map[string]struct {
		kind   alerts.AlertKind
		number string
		before bar // does not trigger it
		bar    bar
		price  string
	}{
		"above, touched":       {alerts.Above, "51000", bar{"50000", "50999.99", "40000", "50000"}, bar{"50000", "51000", "50000", "50500"}, "51000"},
		"above, jumped over":   {alerts.Above, "51000", bar{"50999", "50999", "50999", "50999"}, bar{"60000", "60000", "60000", "60000"}, "60000"},
		"above, already there": {alerts.Above, "49000", bar{"48000", "48000", "48000", "48000"}, bar{"50000", "50000", "50000", "50000"}, "50000"},
		"below, touched":       {alerts.Below, "49000", bar{"50000", "90000", "49000.01", "50000"}, bar{"50000", "50000", "49000", "50000"}, "49000"},
		"below, jumped over":   {alerts.Below, "49000", bar{"49001", "49001", "49001", "49001"}, bar{"10", "10", "10", "10"}, "10"},
		"a move up":            {alerts.PercentMove, "2.5", bar{"50000", "51249.99", "48750.01", "50000"}, bar{"50000", "51250", "50000", "50000"}, "51250"},
		"a move down":          {alerts.PercentMove, "2.5", bar{"50000", "51249.99", "48750.01", "50000"}, bar{"50000", "50000", "48750", "50000"}, "48750"},
		"a move of everything": {alerts.PercentMove, "150", bar{"0.01", "124999.99", "0.01", "0.01"}, bar{"125000", "125000", "125000", "125000"}, "125000"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := newDesk(t, db)
				monitor := d.watch(d.Service)
				made := d.alert(c.kind, "btcusd", c.number)
				for _, move := range []bar{c.before, c.bar, c.bar, c.before} {
					if move == c.bar {
						d.wantAlert(made.ID, alerts.AlertWorking, "")
					}
					d.Prices.Bar("BTCUSD", move[0], move[1], move[2], move[3])
					d.step(monitor)
					if move == c.bar {
						break
					}
				}
				d.wantAlert(made.ID, alerts.AlertHasFired, c.price)
				d.Prices.Bar("BTCUSD", c.bar[0], c.bar[1], c.bar[2], c.bar[3])
				d.step(monitor)
				if notices := d.notices(d.Caller); len(notices) != 1 || notices[0].Kind != alerts.AlertFired || notices[0].Subject != made.ID {
					t.Errorf("the notices are %v, want one of the alert", notices)
				}
				if fired, created := d.Events.Count("trading.alert.fired"), d.Events.Count("trading.notice.created"); fired != 1 || created != 1 {
					t.Errorf("%d events of the alert and %d of the notice, want one of each", fired, created)
				}
				if changes := d.journal.all(); len(changes) != 1 || changes[0].UserID != d.Caller.UserID || changes[0].Kind != "notice" {
					t.Errorf("the journal has %v, want the notice", changes)
				}
			})
		})
	}
}

func TestAnAlertIsNotFiredByWhatWasBeforeIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		monitor := d.watch(d.Service)
		d.Prices.Bar("BTCUSD", "50000", "60000", "50000", "50000")
		made := d.alert(alerts.Above, "BTCUSD", "55000") // after the bar and before the monitor's look
		d.step(monitor)
		d.wantAlert(made.ID, alerts.AlertWorking, "")
		d.Prices.Bar("BTCUSD", "50000", "60000", "50000", "50000")
		later := d.alert(alerts.Above, "BTCUSD", "55000") // between two bars that the monitor sees together
		d.Prices.Price("BTCUSD", "50000")
		d.step(monitor)
		d.wantAlert(made.ID, alerts.AlertHasFired, "60000")
		d.wantAlert(later.ID, alerts.AlertWorking, "")
		made = later
		d.Prices.Price("BTCUSD", "55000")
		d.step(monitor)
		d.wantAlert(made.ID, alerts.AlertHasFired, "55000")
	})
}

func TestATickThatCoversMoreThanItsMomentFiresByItsLastPriceWhatWasSetMeanwhile(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		monitor := d.watch(d.Service)
		early := d.alert(alerts.Above, "BTCUSD", "51000")
		first := d.Clock.Now()
		late := d.alert(alerts.Above, "BTCUSD", "51000")
		tick := market.Tick{Symbol: "BTCUSD", From: first, High: tradingtest.Number("52000"), Close: tradingtest.Number("50500")}
		d.Prices.Tick(tick)
		d.step(monitor)
		d.wantAlert(early.ID, alerts.AlertHasFired, "52000")
		d.wantAlert(late.ID, alerts.AlertWorking, "")
		tick.Close = tradingtest.Number("51500")
		d.Prices.Tick(tick)
		d.step(monitor)
		d.wantAlert(late.ID, alerts.AlertHasFired, "51500")
	})
}

// TestWhatHappensAtTheSameInstantHasOneOutcome lets two replicas see the same price while users cancel their alerts.
func TestWhatHappensAtTheSameInstantHasOneOutcome(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		const count = 60
		var made []*alerts.Alert
		for range count {
			made = append(made, d.alert(alerts.Above, "BTCUSD", "51000"))
		}
		monitors := []*alerts.Monitor{d.watch(d.Service), d.watch(d.replica()), d.watch(d.replica())}
		d.Prices.Price("BTCUSD", "52000")
		cancelled := make([]bool, count)
		testkit.InParallel(len(monitors)+count/2, func(i int) error {
			if i < len(monitors) {
				_, err := monitors[i].Step(t.Context())
				return err
			}
			i -= len(monitors)
			_, err := d.CancelAlert(t.Context(), d.Caller, made[2*i].ID)
			cancelled[2*i] = err == nil
			if err != nil {
				testkit.WantFault(t, err, fault.InvalidTransition)
			}
			return err
		})
		for range 10 { // what was locked
			d.Clock.Advance(3 * time.Second)
			for _, monitor := range monitors {
				d.step(monitor)
			}
		}
		fired := 0
		for i, alert := range made {
			if cancelled[i] {
				d.wantAlert(alert.ID, alerts.AlertCancelled, "")
			} else {
				fired++
				d.wantAlert(alert.ID, alerts.AlertHasFired, "52000")
			}
		}
		if notices, events, changes := len(d.notices(d.Caller)), d.Events.Count("trading.alert.fired"), len(d.journal.all()); notices != fired || events != fired || changes != fired {
			t.Errorf("%d notices, %d events and %d changes, want %d of each", notices, events, changes, fired)
		}
	})
}

func TestAnAlertThatCannotFireIsTriedAgainAndHoldsUpNobody(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		monitor := d.watch(d.Service)
		broken := d.alert(alerts.Above, "BTCUSD", "51000")
		sound := d.alert(alerts.Above, "BTCUSD", "51000")
		refused := d.refuse(broken.ID)
		d.Prices.Price("BTCUSD", "52000")
		if _, err := monitor.Step(t.Context()); err == nil {
			t.Error("nobody can see that an alert cannot fire")
		}
		d.wantAlert(sound.ID, alerts.AlertHasFired, "52000")
		d.wantAlert(broken.ID, alerts.AlertWorking, "")
		refused()
		d.Prices.Price("BTCUSD", "50000") // the level was reached, whatever the price is now
		d.step(monitor)
		d.wantAlert(broken.ID, alerts.AlertWorking, "") // not due yet
		d.Clock.Advance(time.Second)
		d.step(monitor)
		d.wantAlert(broken.ID, alerts.AlertHasFired, "52000")
	})
}

func TestWhileTheDatabaseIsGoneAlertsAreTriedOnceASecond(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		monitor := d.watch(d.Service)
		d.alert(alerts.Above, "BTCUSD", "51000")
		d.step(monitor)
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		d.Prices.Price("BTCUSD", "52000")
		for range 3 {
			if wait, err := monitor.Step(t.Context()); err == nil || wait < 500*time.Millisecond || wait > time.Second {
				t.Errorf("the monitor waits %s (%v), want a second", wait, err)
			}
			d.Clock.Advance(time.Second)
		}
	})
}

func TestAUserHasAHundredWorkingAlertsAtMost(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		var last *alerts.Alert
		for range 95 {
			last = d.alert(alerts.Above, "BTCUSD", "90000")
		}
		const atOnce = 30
		testkit.InParallel(atOnce, func(int) error { // so that there are connections for all
			return db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `DELETE FROM price_alerts WHERE id = 'nobody'`)
				return err
			})
		})
		results := testkit.InParallel(atOnce, func(int) error {
			_, err := d.CreateAlert(t.Context(), d.Caller, newAlert(alerts.Below, "ETHUSD", "1"))
			return err
		})
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.Conflict)
			}
		}
		if made := testkit.Succeeded(results); made != 5 {
			t.Errorf("%d more were made, want 5", made)
		}
		if _, err := d.CancelAlert(t.Context(), d.Caller, last.ID); err != nil {
			t.Fatal(err)
		}
		d.alert(alerts.Above, "BTCUSD", "90000")
		if _, err := d.CreateAlert(t.Context(), tradingtest.NewCaller(identity.RoleUser), newAlert(alerts.Above, "BTCUSD", "1")); err != nil {
			t.Errorf("another user: %v", err)
		}
	})
}

func TestAnAlertIsItsUsersAndEndsOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newDesk(t, db)
		first, second := d.alert(alerts.Above, "BTCUSD", "60000"), d.alert(alerts.PercentMove, "ETHUSD", "5")
		if second.ReferencePrice != number("2000") || second.Symbol != "ETHUSD" {
			t.Errorf("the alert is %+v", second)
		}
		stranger := tradingtest.NewCaller(identity.RoleUser)
		_, err := d.Alert(t.Context(), stranger, first.ID)
		testkit.WantFault(t, err, fault.NotFound)
		_, err = d.CancelAlert(t.Context(), stranger, first.ID)
		testkit.WantFault(t, err, fault.NotFound)
		if _, err := d.CancelAlert(t.Context(), d.Caller, first.ID); err != nil {
			t.Fatal(err)
		}
		_, err = d.CancelAlert(t.Context(), d.Caller, first.ID)
		testkit.WantFault(t, err, fault.InvalidTransition)
		for filter, want := range map[alerts.AlertFilter]int{
			{}: 2, {Status: alerts.AlertWorking}: 1, {Status: alerts.AlertHasFired}: 0, {Symbol: "btcusd"}: 1, {Symbol: "BTCUSD", Status: alerts.AlertWorking}: 0,
		} {
			found, err := d.Alerts(t.Context(), d.Caller, filter, database.Cursor{Limit: 10})
			if err != nil || len(found) != want {
				t.Errorf("%+v: %d alerts, %v, want %d", filter, len(found), err, want)
			}
		}
		page, err := d.Alerts(t.Context(), d.Caller, alerts.AlertFilter{}, database.Cursor{Limit: 10, Before: second.ID})
		if err != nil || len(page) != 1 || page[0].ID != first.ID {
			t.Errorf("behind the newest there is %v, %v", page, err)
		}
	})
}

func TestAnAlertIsRefusedWithItsField(t *testing.T) {
	t.Parallel()
	d := newDesk(t, databasetest.Open(t, database.SQLite))
	price, percent := number("1"), number("1")
	for _, c := range []struct {
		wanted alerts.NewAlert
		code   fault.Code
		field  string
	}{
		{alerts.NewAlert{Symbol: "NOBODY", Kind: alerts.Above, Price: &price}, fault.NotFound, "symbol"},
		{alerts.NewAlert{Symbol: "LUNAUSD", Kind: alerts.Above, Price: &price}, fault.ValidationError, "symbol"},
		{alerts.NewAlert{Symbol: "BTCUSD", Kind: alerts.Above}, fault.ValidationError, "price"},
		{alerts.NewAlert{Symbol: "BTCUSD", Kind: alerts.Below, Percent: &percent}, fault.ValidationError, "price"},
		{alerts.NewAlert{Symbol: "BTCUSD", Kind: alerts.Below, Price: &price, Percent: &percent}, fault.ValidationError, "percent"},
		{alerts.NewAlert{Symbol: "BTCUSD", Kind: alerts.PercentMove}, fault.ValidationError, "percent"},
		{alerts.NewAlert{Symbol: "BTCUSD", Kind: alerts.PercentMove, Price: &price, Percent: &percent}, fault.ValidationError, "price"},
		{newAlert(alerts.Above, "BTCUSD", "0"), fault.ValidationError, "price"},
		{newAlert(alerts.PercentMove, "BTCUSD", "-1"), fault.ValidationError, "percent"},
		{newAlert(alerts.PercentMove, "BTCUSD", "1000.1"), fault.ValidationError, "percent"},
		{newAlert(alerts.PercentMove, "AAPL", "1"), fault.MarketDataStale, ""}, // its price is unknown
	} {
		_, err := d.CreateAlert(t.Context(), d.Caller, c.wanted)
		testkit.WantFault(t, err, c.code, c.field)
	}
}
