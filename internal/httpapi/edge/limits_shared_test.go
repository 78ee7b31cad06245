package edge_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
)

func TestACallerHasOneQuotaInAllProcesses(t *testing.T) {
	t.Parallel()
	db := sqlite(t)
	rapid.Check(t, func(r *rapid.T) {
		first := edgetest.New(t, db, &edgetest.Operations{}, limited)
		second := edgetest.New(t, db, &edgetest.Operations{}, limited)
		third := edgetest.New(t, db, &edgetest.Operations{}, limited)
		edges := []*edgetest.Edge{first, second, third}
		edge.Company(first.Handler, second.Handler, third.Handler)
		for _, limit := range []struct {
			request edgetest.Request
			quota   int
		}{
			{edgetest.Request{Method: "GET", Path: "/api/v1/auth/me"}, 60},
			{edgetest.Request{Method: "POST", Path: "/api/v1/auth/password/forgot", Body: `{"email":"a@b.test"}`, From: "192.0.2.77:1"}, 5},
		} {
			admitted := 0
			for range 4 * limit.quota {
				if edges[rapid.IntRange(0, 2).Draw(r, "process")].Send(t, limit.request).Code != http.StatusTooManyRequests {
					admitted++
				}
			}
			// Only an eighth of what is left is unknown to other processes, which is little when little is left.
			if admitted < limit.quota || admitted > limit.quota+limit.quota/20+1 {
				r.Fatalf("three processes let %d calls through, the quota is %d", admitted, limit.quota)
			}
			for _, each := range edges {
				each.Clock.Advance(30 * time.Second)
			}
			again := 0
			for range limit.quota {
				if edges[again%3].Send(t, limit.request).Code != http.StatusTooManyRequests {
					again++
				}
			}
			if again > limit.quota/2+limit.quota/20+1 {
				r.Fatalf("after half of the time %d calls are let through, of a quota of %d", again, limit.quota)
			}
		}
	})
}

func TestWhoCallsNowAndThenIsNotTalkedAbout(t *testing.T) {
	t.Parallel()
	alone := newEdge(t, &edgetest.Operations{}, limited)
	told := edge.Company(alone.Handler)
	me := edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice"}
	for range 30 {
		edgetest.WantStatus(t, alone.Send(t, me), http.StatusOK)
	}
	if told() != 0 {
		t.Errorf("30 calls of 300 were told %d times", told())
	}
	for range 270 {
		edgetest.WantStatus(t, alone.Send(t, me), http.StatusOK)
	}
	if told() < 1 || told() > 60 {
		t.Errorf("300 calls were told %d times", told())
	}
}

func TestSpendingThatIsNotUnderstoodIsPassedOver(t *testing.T) {
	t.Parallel()
	const somebody = "00112233445566778899aabbccddeeff"
	good := "user user " + somebody + " 3 0"
	if again, err := edge.ReadSpending(good); err != nil || again != good {
		t.Errorf("%q is read as %q, %v", good, again, err)
	}
	for _, bad := range []string{"", "user", "unheard-of user " + somebody + " 3 0", "user tenant " + somebody + " 3 0",
		"user user 0011 3 0", "user user " + somebody + " -3 0", "user user " + somebody + " three 0", good + " 1"} {
		if again, err := edge.ReadSpending(bad); err == nil {
			t.Errorf("%q is read as %q", bad, again)
		}
	}
}

// FuzzSpending parses what a process of another version may announce.
func FuzzSpending(f *testing.F) {
	f.Add("user user 00112233445566778899aabbccddeeff 3 0")
	f.Add("login network 00000000000000000000ffffc0000201 30 7")
	f.Fuzz(func(t *testing.T, line string) {
		again, err := edge.ReadSpending(line)
		if err != nil {
			return
		}
		if twice, err := edge.ReadSpending(again); err != nil || twice != again || strings.Contains(again, "\n") {
			t.Errorf("%q is read as %q, and that as %q, %v", line, again, twice, err)
		}
	})
}

func TestWhoIsInDebtIsToldWhenItIsPaid(t *testing.T) {
	t.Parallel()
	alone := newEdge(t, &edgetest.Operations{}, limited)
	forgot := edgetest.Request{Method: "POST", Path: "/api/v1/auth/password/forgot", Body: `{"email":"a@b.test"}`, From: "192.0.2.77:1"}
	for range 5 {
		alone.Send(t, forgot)
	}
	if err := edge.Hear(alone.Handler, "mail network 00000000000000000000ffffc000024d 5 0"); err != nil {
		t.Fatal(err)
	}
	refused := alone.Send(t, forgot)
	edgetest.WantStatus(t, refused, http.StatusTooManyRequests)
	edgetest.WantHeader(t, refused, "Retry-After", "72") // a minute to repay five, and a fifth of that for one more
	if told := refused.Header().Get("RateLimit"); !strings.Contains(told, `"mail";r=0;t=120`) {
		t.Errorf("RateLimit tells %s", told)
	}
}
