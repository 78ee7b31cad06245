package bourse_test

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	bourse "bourse/sdk/go"
)

// shelf is a server with this many trades, paged by number, and orders, paged by cursor.
func shelf(size int) func(s sent) (*http.Response, error) {
	return func(s sent) (*http.Response, error) {
		query := s.URL.Query()
		limit, _ := strconv.Atoi(query.Get("limit"))
		var first int
		if strings.HasSuffix(s.URL.Path, "/history") {
			page, _ := strconv.Atoi(query.Get("page"))
			first = (page - 1) * limit
		} else if before := query.Get("before"); before != "" {
			first, _ = strconv.Atoi(before)
			first++
		}
		end := min(first+limit, size)
		var items []string
		for i := first; i < end; i++ {
			items = append(items, fmt.Sprintf(`{"id":"%d"}`, i))
		}
		meta := fmt.Sprintf(`{"page":1,"limit":%d,"total":%d,"totalPages":%d}`, limit, size, (size+limit-1)/limit)
		if strings.HasSuffix(s.URL.Path, "/orders") {
			meta = fmt.Sprintf(`{"limit":%d}`, limit)
			if end < size {
				meta = fmt.Sprintf(`{"limit":%d,"next":"%d"}`, limit, end-1)
			}
		}
		return respond(200, `{"success":true,"data":[`+strings.Join(items, ",")+`],"meta":`+meta+`}`)
	}
}

func TestAllPagesAreWalked(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, 99, 100, 101, 250} {
		c, server := client(shelf(size))
		var trades, orders []string
		for trade, err := range c.AllTrades(t.Context(), bourse.ListTradesParams{}) {
			must(t, err)
			trades = append(trades, trade.ID)
		}
		calls := len(server.all(""))
		for order, err := range c.AllOrders(t.Context(), bourse.ListOrdersParams{Limit: 7}) {
			must(t, err)
			orders = append(orders, order.ID)
		}
		if want := max(1, (size+99)/100); calls != want {
			t.Errorf("%d trades took %d calls, want %d", size, calls, want)
		}
		for _, got := range [][]string{trades, orders} {
			if len(got) != size {
				t.Errorf("%d were walked, want %d", len(got), size)
			}
			for i, id := range got {
				if id != strconv.Itoa(i) {
					t.Fatalf("the item %d is %s", i, id)
				}
			}
		}
	}
}

// miscounted is a shelf with pages of a hundred whose total is smaller than the number of items.
func miscounted(size, counted int) func(s sent) (*http.Response, error) {
	whole := shelf(size)
	return func(s sent) (*http.Response, error) {
		answer, err := whole(s)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			return nil, err
		}
		meta := func(total int) string { return fmt.Sprintf(`"total":%d,"totalPages":%d`, total, (total+99)/100) }
		return respond(200, strings.Replace(string(body), meta(size), meta(counted), 1))
	}
}

// A total above a thousand may be ten seconds old, and the audit log is counted only up to ten thousand.
func TestAWalkGoesOnBehindATotalThatIsTooSmall(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1000, 1001, 1100, 1200, 1250} {
		c, server := client(miscounted(size, min(size, 1001)))
		count := 0
		for trade, err := range c.AllTrades(t.Context(), bourse.ListTradesParams{}) {
			must(t, err)
			if trade.ID != strconv.Itoa(count) {
				t.Fatalf("the item %d is %s", count, trade.ID)
			}
			count++
		}
		if count != size {
			t.Errorf("%d were walked, want %d", count, size)
		}
		if calls := len(server.all("")); calls > size/100+1 {
			t.Errorf("%d trades took %d calls", size, calls)
		}
	}
}

// wantRefusedAfter iterates over trades until a refusal, which must follow after this many.
func wantRefusedAfter(t *testing.T, c *bourse.Client, walked int, code bourse.ErrorCode) {
	t.Helper()
	count := 0
	var last error
	for _, err := range c.AllTrades(t.Context(), bourse.ListTradesParams{}) {
		count++
		last = err
	}
	wantCode(t, last, code)
	if count != walked+1 {
		t.Errorf("there were %d turns, want %d and one with the error", count, walked)
	}
}

// A list whose pages reach no further must not look as if it had ended.
func TestAWalkTellsThatAListReachesNoFurther(t *testing.T) {
	t.Parallel()
	whole := miscounted(20_000, 10_000)
	c, _ := client(func(s sent) (*http.Response, error) {
		if page, _ := strconv.Atoi(s.URL.Query().Get("page")); page > 100 {
			return refuse(422, "VALIDATION_ERROR")
		}
		return whole(s)
	})
	wantRefusedAfter(t, c, 10_000, bourse.CodeValidationError)
}

func TestAWalkAsksForWhatIsNeededAndEndsAfterAnError(t *testing.T) {
	t.Parallel()
	c, server := client(shelf(250))
	for range c.AllTrades(t.Context(), bourse.ListTradesParams{Limit: 10, Page: 3}) {
		break
	}
	if got := server.all(""); len(got) != 1 || got[0].URL.Query().Get("page") != "3" {
		t.Errorf("%d pages were asked for", len(got))
	}
	whole := shelf(250)
	c, _ = client(func(s sent) (*http.Response, error) {
		if s.URL.Query().Get("page") == "2" {
			return refuse(403, "FORBIDDEN")
		}
		return whole(s)
	})
	wantRefusedAfter(t, c, 100, bourse.CodeForbidden)
}

func TestAPageHasItsMeta(t *testing.T) {
	t.Parallel()
	c, _ := client(shelf(30))
	page, err := c.ListTrades(t.Context(), bourse.ListTradesParams{Page: 2, Limit: 20})
	must(t, err)
	if len(page.Items) != 10 || page.Meta.Total != 30 || page.Meta.TotalPages != 2 {
		t.Errorf("the page is %+v", page)
	}
	stretch, err := c.ListOrders(t.Context(), bourse.ListOrdersParams{Limit: 20})
	must(t, err)
	if len(stretch.Items) != 20 || bourse.Value(stretch.Meta.Next) != "19" {
		t.Errorf("the stretch is %+v", stretch)
	}
}

// The pages of the audit log reach ten thousand entries. Each millisecond has seven.
func TestTheAuditLogIsWalkedToItsEnd(t *testing.T) {
	t.Parallel()
	const size = 10_500
	newest := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(i int) time.Time { return newest.Add(-time.Duration(i/7) * time.Millisecond) }
	c, _ := client(func(s sent) (*http.Response, error) {
		query := s.URL.Query()
		limit, _ := strconv.Atoi(query.Get("limit"))
		page, _ := strconv.Atoi(query.Get("page"))
		if page*limit > 10_000 {
			return respond(400, `{"success":false,"error":{"message":"no further","code":"VALIDATION_ERROR"}}`)
		}
		first := 0
		if before, err := time.Parse(time.RFC3339Nano, query.Get("before")); err == nil {
			for !at(first).Before(before) {
				first++
			}
		}
		total := min(size-first, 10_000)
		var items []string
		for i := first + (page-1)*limit; i < min(first+page*limit, size); i++ {
			items = append(items, fmt.Sprintf(`{"id":"%d","action":"a","createdAt":%q}`, i, at(i).Format(time.RFC3339Nano)))
		}
		return respond(200, fmt.Sprintf(`{"success":true,"data":[%s],"meta":{"page":%d,"limit":%d,"total":%d,"totalPages":%d}}`,
			strings.Join(items, ","), page, limit, total, (total+limit-1)/limit))
	})
	walked := 0
	for entry, err := range c.AllAuditLog(t.Context(), bourse.ListAuditLogParams{}) {
		must(t, err)
		if entry.ID != strconv.Itoa(walked) {
			t.Fatalf("the entry %d is %s", walked, entry.ID)
		}
		walked++
	}
	if walked != size {
		t.Errorf("%d entries were walked, want %d", walked, size)
	}
}
