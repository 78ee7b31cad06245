package trading_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

func TestTradingRefusesWhatItCannotRead(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a bad parameter is named":                badTradingParameters,
		"an id that nothing has is not found":     unknownTradingIDs,
		"an id that is none is a bad parameter":   badTradingIDs,
		"nobody trades without a token":           tradingWantsAToken,
		"a body that is not the contract's is no": badTradingBodies,
	}, "--market-feed", "sim", "--market-minute-history", "0s", "--market-daily-history", "0s")
}

func badTradingParameters(t *testing.T, s *kit.Server) {
	m := s.Register(t)
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
			m.Get(t, path+"?"+query).Failed(t, 400, "VALIDATION_ERROR", field)
		}
	}
	m.Get(t, "/trading/candles").Failed(t, 400, "VALIDATION_ERROR", "symbol")
	m.Get(t, "/trading/history?unknown=parameter").Ok(t, 200)
}

// tradingOperations are those with an id in the path, in place of %s.
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
		return kit.Body{}
	}
	return nil
}

func unknownTradingIDs(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	for _, one := range tradingOperations {
		path := one.before + uuid.NewString() + one.after
		m.Call(t, one.method, path, contentFor(one.method, one.after)).Failed(t, 404, "NOT_FOUND", "")
	}
	s.Officer(t, "admin", "").Call(t, http.MethodPatch, "/trading/bots/"+uuid.NewString(), kit.Body{"status": "active"}).
		Failed(t, 404, "NOT_FOUND", "")
}

func badTradingIDs(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	for _, one := range tradingOperations {
		for _, id := range []string{"1", "not-a-uuid", uuid.NewString() + "0"} {
			m.Call(t, one.method, one.before+id+one.after, contentFor(one.method, one.after)).
				Failed(t, 400, "VALIDATION_ERROR", one.field)
		}
	}
}

func tradingWantsAToken(t *testing.T, s *kit.Server) {
	count := 0
	for _, operation := range kit.ReadContract(t, s) {
		if !strings.HasPrefix(operation.Template, "/api/v1/trading/") && !strings.HasPrefix(operation.Template, "/trading/") {
			continue
		}
		count++
		if operation.IsPublic {
			t.Errorf("%s %s is open to everybody", operation.Method, operation.Template)
		}
		path := strings.TrimPrefix(kit.FillIn(operation.Template), "/api/v1")
		s.Client().Call(t, operation.Method, path, nil).Failed(t, 401, "UNAUTHORIZED", "")
		s.Client().As("junk").Call(t, operation.Method, path, nil).Failed(t, 401, "UNAUTHORIZED", "")
	}
	if count < 19 {
		t.Errorf("the contract has %d trading operations, want 12 of the specification and 7 of ours", count)
	}
}

func badTradingBodies(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	id := uuid.NewString()
	for _, bad := range []struct {
		path    string
		content any
		field   string
	}{
		{kit.Closing(id), kit.Body{"quantity": "all"}, "quantity"}, {kit.Closing(id), kit.Body{"quantity": nil}, "quantity"},
		{kit.Closing(id), kit.Body{"reason": "tired"}, "reason"}, {kit.Closing(id), `{"quantity":0.123456789}`, "quantity"},
		{kit.Executing(id), kit.Body{"price": 2}, "price"}, {kit.Executing(id), kit.Body{"quantity": true}, "quantity"},
		{"/trading/bots/" + id + "/subscribe", kit.Body{"mode": "copy"}, "mode"},
		{"/trading/bots/" + id + "/subscribe", kit.Body{"copyStopPercent": 0}, "copyStopPercent"},
		{"/trading/bots/" + id + "/subscribe", kit.Body{"copyStopPercent": 101}, "copyStopPercent"},
		{"/trading/bots/" + id + "/subscribe", kit.Body{"allocatedCapital": "1000"}, "allocatedCapital"},
		{"/trading/bots/" + id + "/subscribe", kit.Body{"leverage": 2}, "leverage"},
	} {
		m.Post(t, bad.path, bad.content).Failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	m.Post(t, kit.Closing(id), `{"quantity":`).Failed(t, 400, "INVALID_JSON", "")
}
