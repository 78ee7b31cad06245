package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/internal/market"
	"bourse/internal/oas"
	"bourse/internal/trading"
)

// at sets the clock.
func (f *exchangeFloor) at(moment time.Time) { f.ahead.Store(int64(time.Until(moment))) }

// readInto reads a resource next to the stream, such as signals.
func (f *exchangeFloor) readInto(path string, answer any) {
	f.t.Helper()
	request, err := http.NewRequestWithContext(f.t.Context(), http.MethodGet, strings.TrimSuffix(f.url, "stream")+path, http.NoBody)
	if err != nil {
		f.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer bob")
	got, err := http.DefaultClient.Do(request)
	if err != nil {
		f.t.Fatal(err)
	}
	defer got.Body.Close()
	if err := json.NewDecoder(got.Body).Decode(answer); err != nil || got.StatusCode != http.StatusOK {
		f.t.Fatalf("%s: got %s: %v", path, got.Status, err)
	}
}

func TestWhatIsOpenOrExpiredIsSaidByThePlatformsClock(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	signal, err := f.trading.CreateSignal(t.Context(), f.alice, trading.NewSignal{Symbol: "SOLUSD", Type: trading.EntryLong, ExpiresIn: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	for moment, want := range map[time.Time]oas.SignalStatus{
		signal.ExpiresAt.Add(-time.Minute): oas.SignalStatusActive,
		signal.ExpiresAt.Add(time.Minute):  oas.SignalStatusExpired,
	} {
		f.at(moment)
		var answer oas.SignalEnvelope
		if f.readInto("signals/"+signal.ID.String(), &answer); answer.Data.Status != want {
			t.Errorf("at %s the signal is %s, want %s", moment, answer.Data.Status, want)
		}
	}
	saturday := time.Date(2031, 3, 1, 12, 0, 0, 0, time.UTC)
	for moment, want := range map[time.Time]bool{saturday: false, saturday.AddDate(0, 0, 4): true} {
		f.at(moment)
		var answer oas.InstrumentListEnvelope
		f.readInto("instruments", &answer)
		seen := 0
		for _, instrument := range answer.Data {
			if instrument.Session == oas.InstrumentSession(market.Weekdays) && instrument.IsActive {
				seen++
				if instrument.IsOpen != want {
					t.Errorf("at %s %s is open: %t", moment, instrument.Symbol, instrument.IsOpen)
				}
			}
		}
		if seen == 0 {
			t.Error("nothing has a week of its own")
		}
	}
}
