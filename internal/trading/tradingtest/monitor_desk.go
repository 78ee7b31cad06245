package tradingtest

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/risk"
)

// MonitorDesk is a desk with a monitor that the test steps. SOLUSD is at 100; trading costs nothing.
type MonitorDesk struct {
	*Desk
	Monitor *risk.Monitor
}

// NewMonitorDesk opens such a desk.
func NewMonitorDesk(t *testing.T, db *database.DB) *MonitorDesk {
	t.Helper()
	d := &MonitorDesk{Desk: NewDesk(t, db, FreeTerms())}
	d.Prices.Price("SOLUSD", "100")
	d.Monitor = d.NewMonitor()
	return d
}

// NewMonitor makes a monitor that has read the open positions and listens.
func (d *MonitorDesk) NewMonitor() *risk.Monitor {
	d.T.Helper()
	monitor := d.Risk.NewMonitor()
	d.T.Cleanup(monitor.Listen())
	monitor.Step(d.T.Context())
	return monitor
}

// Hold opens a position of ten for a user.
func (d *MonitorDesk) Hold(user identity.Caller, signalType trading.SignalType, stop, target string) *trading.Position {
	d.T.Helper()
	signal := d.Signal(signalType, "SOLUSD", stop, target)
	done, err := d.Service.Execute(d.T.Context(), user, signal.ID, trading.ExecuteOptions{Quantity: Quantity("10")})
	if err != nil {
		d.T.Fatal(err)
	}
	return done.Position
}

// Position reads a user's position.
func (d *MonitorDesk) Position(user identity.Caller, id uuid.UUID) *trading.Position {
	d.T.Helper()
	found, err := d.Service.Position(d.T.Context(), user, id)
	if err != nil {
		d.T.Fatal(err)
	}
	return found
}

// Trades are a user's closings, newest first.
func (d *MonitorDesk) Trades(user identity.Caller) []trading.Trade {
	d.T.Helper()
	found, _, err := d.Service.Trades(d.T.Context(), user, trading.TradeFilter{}, database.Page{Number: 1, Limit: 100})
	if err != nil {
		d.T.Fatal(err)
	}
	return found
}
