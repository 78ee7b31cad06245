package delivery_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/webhook"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/webhooktest"
	"bourse/internal/webhook/wire"
)

// mostKept is the maximum number of bytes stored of a header.
const mostKept = 16 << 10

// ordinaryHeader is a header as receivers usually send it.
func ordinaryHeader() http.Header {
	return http.Header{
		"Content-Type": {"application/json; charset=utf-8"}, "Date": {"Tue, 08 Jul 2026 10:00:00 GMT"}, "Server": {"nginx/1.29"},
		"Etag": {`W/"33a64df551425fcc"`}, "Content-Length": {"2"}, "Vary": {"Accept", "Origin"}, "X-Request-Id": {"7f3c0a"},
	}
}

func TestAnOrdinaryHeaderIsKeptByteForByte(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"", "text/plain", `W/"33a6"`, `C:\temp`, "a\tb", "Grüße, 世界", "~ \x7f", strings.Repeat("long ", 3000)} {
		want, err := json.Marshal(map[string]string{"X-Value": value})
		if err != nil {
			t.Fatal(err)
		}
		if got := delivery.HeadersJSON(http.Header{"X-Value": {value}}); got != string(want) {
			t.Errorf("%q is kept as %s, want %s", value, got, want)
		}
	}
	var got map[string]string
	if err := json.Unmarshal([]byte(delivery.HeadersJSON(ordinaryHeader(), "Server")), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 7 || got["Server"] != "••••" || got["Vary"] != "Accept, Origin" || got["Etag"] != `W/"33a64df551425fcc"` {
		t.Errorf("got %v", got)
	}
}

// It is not parallel, because it counts allocations.
func TestKeepingAnOrdinaryHeaderMakesNothingBesidesWhatIsKept(t *testing.T) {
	header := ordinaryHeader()
	header["Vary"] = []string{"Accept"} // joining several values takes one more allocation
	if allocations := testing.AllocsPerRun(100, func() { delivery.HeadersJSON(header, "Server") }); allocations > 2 {
		t.Errorf("%v allocations, want that of the room and that of what is kept", allocations)
	}
}

func TestOfALargeHeaderAsMuchIsKeptAsFits(t *testing.T) {
	t.Parallel()
	many := http.Header{}
	for i := range 4000 {
		many[fmt.Sprintf("X-%d", i)] = []string{"<\xff>"}
	}
	for name, c := range map[string]struct {
		header  http.Header
		omitted int // -1: some
	}{
		"what HTML would need":       {http.Header{"X-Large": {strings.Repeat("<", 16000)}}, 0},
		"bad bytes":                  {http.Header{"X-Large": {strings.Repeat("\xff", 16000)}}, 0},
		"bad bytes between good":     {http.Header{"X-Large": {strings.Repeat("a\xff", 8000)}}, 1},
		"control characters":         {http.Header{"X-Large": {strings.Repeat("\x01", 9000)}}, 1},
		"quotes":                     {http.Header{"X-Large": {strings.Repeat(`"`, 9000)}}, 1},
		"one that is as large as is": {http.Header{"X-Large": {strings.Repeat("<", 63<<10)}}, 1},
		"one of many values":         {http.Header{"X-Large": slices.Repeat([]string{"\\"}, 21<<10)}, 1},
		"a large name":               {http.Header{strings.Repeat("X", 63<<10): {""}}, 1},
		"two":                        {http.Header{"X-Large": {strings.Repeat("<", 10000)}, "X-Other": {strings.Repeat(">", 10000)}}, 1},
		"many":                       {many, -1},
	} {
		if len(c.header) < 3 {
			c.header["X-Reason"] = []string{"overload"}
		}
		kept := delivery.HeadersJSON(c.header)
		if len(kept) > mostKept {
			t.Errorf("%s: %d bytes are kept, want %d at most", name, len(kept), mostKept)
		}
		got := map[string]string{}
		if err := json.Unmarshal([]byte(kept), &got); err != nil {
			t.Fatalf("%s: %v in %.200s", name, err, kept)
		}
		told, isTold := got["(left out)"]
		delete(got, "(left out)")
		omitted := len(c.header) - len(got)
		if c.omitted >= 0 && omitted != c.omitted || c.omitted < 0 && len(kept) < mostKept*9/10 {
			t.Errorf("%s: %d of %d headers are left out, with %d bytes", name, omitted, len(c.header), len(kept))
		}
		if isTold != (omitted > 0) || isTold && !strings.HasPrefix(told, fmt.Sprintf("%d ", omitted)) {
			t.Errorf("%s: that %d are left out is told as %q", name, omitted, told)
		}
		for name, value := range got {
			if want := strings.ToValidUTF8(strings.Join(c.header[name], ", "), "\uFFFD"); value != want {
				t.Errorf("%.20s is kept as %.40q, want %.40q", name, value, want)
			}
		}
	}
}

func TestAttemptsAreRecordedFewerAtATimeWhenTheirAnswersAreLarge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		answers []int
		want    []int
	}{
		{slices.Repeat([]int{100}, 600), []int{512, 88}},
		{slices.Repeat([]int{1 << 20}, 10), []int{4, 4, 2}},
		{[]int{5 << 20, 5 << 20, 1}, []int{1, 1, 1}},
		{[]int{1, 4 << 20, 1, 1}, []int{2, 2}},
	} {
		gathered, locked := delivery.BatchAttempts(c.answers...)
		if !slices.Equal(gathered, c.want) || !slices.Equal(locked, c.want) {
			t.Errorf("%d answers of %d bytes are recorded in batches of %v, and %v of a locked lane; want %v",
				len(c.answers), c.answers[0], gathered, locked, c.want)
		}
	}
}

func TestAReceiverThatAnswersAsMuchAsItMayIsRecordedWhole(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		const events = 400 // of 32 KiB each: three times as much as one batch
		h := newHouse(t, db, func(context.Context, wire.Call) wire.Result {
			header := http.Header{"X-Other": {strings.Repeat("\xff<", 20000)}}
			for i := range 4 {
				header[fmt.Sprintf("X-Large-%d", i)] = []string{strings.Repeat("<", 5000)}
			}
			return wire.Result{Status: http.StatusOK, Header: header, Body: []byte(strings.Repeat("b", 16<<10))}
		})
		webhooktest.Run(t, h.Service)
		endpoint := h.AddEndpoint(t, webhooktest.Hook, webhooktest.Unlimited)
		own := slices.Repeat([]webhook.OwnEvent{{Type: "custom.a", Data: json.RawMessage(`{}`)}}, events)
		if _, err := h.PublishOwnBatch(t.Context(), h.Actor, own); err != nil {
			t.Fatal(err)
		}
		h.WaitSettled(t, endpoint.ID, "succeeded", events)
		if count := webhooktest.Number(t, db, `SELECT COUNT(*) FROM webhook_attempts`); count != events {
			t.Errorf("%d attempts are recorded, want %d", count, events)
		}
		if size := webhooktest.Number(t, db, `SELECT MAX(LENGTH(response_headers)) FROM webhook_attempts`); size > mostKept || size < 15000 {
			t.Errorf("%d bytes of a header are kept", size)
		}
		if after := h.Reload(t, endpoint.ID); after.TotalDeliveries != events || after.SuccessfulDeliveries != events {
			t.Errorf("counters %d/%d", after.TotalDeliveries, after.SuccessfulDeliveries)
		}
		detail, err := h.DeliveryDetail(t.Context(), h.Actor, h.ListDeliveries(t, endpoint.ID, "")[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		if kept := detail.AttemptList[0].ResponseHeaders; len(kept) != 4 || kept["(left out)"] != "2 headers, to keep 16384 bytes at most" {
			t.Errorf("%d headers are told, left out %q", len(kept), kept["(left out)"])
		}
	})
}

func BenchmarkHeadersJSON(b *testing.B) {
	header := ordinaryHeader()
	b.ReportAllocs()
	for b.Loop() {
		delivery.HeadersJSON(header, "Authorization")
	}
}
