package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestTradingRefusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"a bad parameter is named":                badTradingParameters,
		"an id that nothing has is not found":     unknownTradingIDs,
		"an id that is none is a bad parameter":   badTradingIDs,
		"nobody trades without a token":           tradingWantsAToken,
		"a body that is not the contract's is no": badTradingBodies,
	}, "--market-minute-history", "0s", "--market-daily-history", "0s")
}

func badTradingParameters(t *testing.T, s *server) {
	m := s.register(t)
	long := strings.Repeat("X", 21)
	for path, bad := range map[string][]string{
		"/trading/bots": {"limit=0", "limit=101", "limit=many", "limit=1.5", "page=0", "page=-1", "page=x", "status=asleep", "status="},
		"/trading/signals": {
			"limit=0", "limit=101", "limit=x", "signalType=entry", "signalType=", "symbol=" + long, "botId=x", "before=x",
		},
		"/trading/positions": {"limit=0", "limit=1001", "limit=x", "status=shut", "symbol=" + long, "accountId=x", "before=x"},
		"/trading/history": {
			"limit=0", "limit=101", "page=0", "page=x", "startDate=2026-13-01", "startDate=yesterday", "startDate=2026-02-30",
			"startDate=2026-01-01T00:00:00Z", "endDate=01.02.2026", "endDate=2026-1-1",
			"startDate=2026-02-02&endDate=2026-02-01",
		},
		"/trading/instruments": {"kind=bond"},
		"/trading/quotes":      {"symbols=" + strings.Repeat("X", 501)},
		"/trading/candles": {
			"symbol=", "symbol=" + long, "interval=2h&symbol=BTCUSD", "interval=&symbol=BTCUSD", "limit=0&symbol=BTCUSD",
			"limit=1001&symbol=BTCUSD", "from=noon&symbol=BTCUSD", "to=2026-01-01&symbol=BTCUSD",
		},
		"/trading/stream": {"symbols=" + strings.Repeat("X", 501)},
	} {
		for _, query := range bad {
			field, _, _ := strings.Cut(query, "=")
			m.get(t, path+"?"+query).failed(t, 400, "VALIDATION_ERROR", field)
		}
	}
	m.get(t, "/trading/candles").failed(t, 400, "VALIDATION_ERROR", "symbol")
	m.get(t, "/trading/history?unknown=parameter").ok(t, 200)
}

// tradingOperations are those with an id in the path, which stands for %s.
var tradingOperations = []struct{ method, before, after, field string }{
	{http.MethodGet, "/trading/bots/", "", "botId"},
	{http.MethodPost, "/trading/bots/", "/subscribe", "botId"},
	{http.MethodDelete, "/trading/bots/", "/subscribe", "botId"},
	{http.MethodGet, "/trading/signals/", "", "signalId"},
	{http.MethodPost, "/trading/signals/", "/execute", "signalId"},
	{http.MethodGet, "/trading/positions/", "", "positionId"},
	{http.MethodPost, "/trading/positions/", "/close", "positionId"},
}

func contentFor(method, after string) any {
	if method == http.MethodPost && after == "/execute" {
		return body{}
	}
	return nil
}

func unknownTradingIDs(t *testing.T, s *server) {
	m := s.register(t)
	for _, one := range tradingOperations {
		path := one.before + uuid.NewString() + one.after
		m.call(t, one.method, path, contentFor(one.method, one.after)).failed(t, 404, "NOT_FOUND", "")
	}
	s.officer(t, "admin", "").call(t, http.MethodPatch, "/trading/bots/"+uuid.NewString(), body{"status": "active"}).
		failed(t, 404, "NOT_FOUND", "")
}

func badTradingIDs(t *testing.T, s *server) {
	m := s.register(t)
	for _, one := range tradingOperations {
		for _, id := range []string{"1", "not-a-uuid", uuid.NewString() + "0"} {
			m.call(t, one.method, one.before+id+one.after, contentFor(one.method, one.after)).
				failed(t, 400, "VALIDATION_ERROR", one.field)
		}
	}
}

func tradingWantsAToken(t *testing.T, s *server) {
	count := 0
	for _, operation := range readContract(t, s) {
		if !strings.HasPrefix(operation.template, "/api/v1/trading/") && !strings.HasPrefix(operation.template, "/trading/") {
			continue
		}
		count++
		if operation.isPublic {
			t.Errorf("%s %s is open to everybody", operation.method, operation.template)
		}
		path := strings.TrimPrefix(fillIn(operation.template), "/api/v1")
		s.client().call(t, operation.method, path, nil).failed(t, 401, "UNAUTHORIZED", "")
		s.client().as("junk").call(t, operation.method, path, nil).failed(t, 401, "UNAUTHORIZED", "")
	}
	if count < 19 {
		t.Errorf("the contract has %d trading operations, want 12 of the specification and 7 of ours", count)
	}
}

func badTradingBodies(t *testing.T, s *server) {
	m := s.register(t)
	id := uuid.NewString()
	for _, bad := range []struct {
		path    string
		content any
		field   string
	}{
		{closing(id), body{"quantity": "all"}, "quantity"}, {closing(id), body{"quantity": nil}, "quantity"},
		{closing(id), body{"reason": "tired"}, "reason"}, {closing(id), `{"quantity":0.123456789}`, "quantity"},
		{executing(id), body{"price": 2}, "price"}, {executing(id), body{"quantity": true}, "quantity"},
		{"/trading/bots/" + id + "/subscribe", body{"mode": "copy"}, "mode"},
		{"/trading/bots/" + id + "/subscribe", body{"copyStopPercent": 0}, "copyStopPercent"},
		{"/trading/bots/" + id + "/subscribe", body{"copyStopPercent": 101}, "copyStopPercent"},
		{"/trading/bots/" + id + "/subscribe", body{"allocatedCapital": "1000"}, "allocatedCapital"},
		{"/trading/bots/" + id + "/subscribe", body{"leverage": 2}, "leverage"},
	} {
		m.post(t, bad.path, bad.content).failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	m.post(t, closing(id), `{"quantity":`).failed(t, 400, "INVALID_JSON", "")
}
