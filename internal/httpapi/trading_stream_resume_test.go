package httpapi_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/url"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
)

// ask sends a request with some headers.
func (f *exchangeFloor) ask(method, path string, header map[string]string) *http.Response {
	f.t.Helper()
	request, err := http.NewRequestWithContext(f.t.Context(), method, f.url+path, http.NoBody)
	if err != nil {
		f.t.Fatal(err)
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// ticket requests a ticket for the holder of a token.
func (f *exchangeFloor) ticket(token string) string {
	f.t.Helper()
	answer := f.ask(http.MethodPost, "/tickets", map[string]string{"Authorization": "Bearer " + token})
	var made oas.StreamTicketEnvelope
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || answer.StatusCode != http.StatusCreated {
		f.t.Fatalf("got %s: %v", answer.Status, err)
	}
	if left := time.Until(made.Data.ExpiresAt); left < 50*time.Second || left > time.Minute {
		f.t.Errorf("the ticket expires in %s", left)
	}
	return made.Data.Ticket
}

func listenTo(t *testing.T, answer *http.Response) *listener {
	t.Helper()
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("got %s", answer.Status)
	}
	return &listener{t: t, answer: answer, lines: bufio.NewScanner(answer.Body)}
}

// numbered returns the next events that have an id.
func (l *listener) numbered(count int) (events []event) {
	l.t.Helper()
	for len(events) < count {
		read, ok := l.read()
		if !ok {
			l.t.Fatalf("the stream ended after %+v: %v", events, l.lines.Err())
		}
		if read.id != "" && read.name != "" {
			events = append(events, read)
		}
	}
	return events
}

func TestATicketOpensOneStreamInTheNameOfItsSession(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	query := "?ticket=" + url.QueryEscape(f.ticket("bob"))
	bob := listenTo(t, f.ask(http.MethodGet, query, nil))
	f.enter(f.alice)
	held := f.enter(f.bob)
	var position struct{ ID string }
	if err := json.Unmarshal([]byte(bob.next("position")), &position); err != nil || position.ID != held.ID.String() {
		t.Errorf("the first position is %s, want Bob's %s: %v", position.ID, held.ID, err)
	}
	for _, used := range []string{query, "?ticket=made-up", "?ticket=", ""} {
		answer := f.ask(http.MethodGet, used, nil)
		var got edgetest.Failure
		if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != http.StatusUnauthorized || got.Error.Code != fault.Unauthorized {
			t.Errorf("got %s %+v for %q", answer.Status, got, used)
		}
	}
	f.door.revoke(f.bob.SessionID, fault.SessionRevoked)
	bob.end("session_ended")
}

func TestATicketIsLeftAloneWhereThereIsAToken(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	query := "?ticket=" + url.QueryEscape(f.ticket("bob"))
	alice := listenTo(t, f.ask(http.MethodGet, query, map[string]string{"Authorization": "Bearer alice"}))
	held := f.enter(f.alice)
	var position struct{ ID string }
	if err := json.Unmarshal([]byte(alice.next("position")), &position); err != nil || position.ID != held.ID.String() {
		t.Errorf("told %s, want Alice's %s: %v", position.ID, held.ID, err)
	}
	listenTo(t, f.ask(http.MethodGet, query, nil))
}

func TestATicketOfASessionThatHasEndedOpensNothing(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	f.listen("bob") // follows the session
	ticket := f.ticket("bob")
	f.door.revoke(f.bob.SessionID, fault.SessionRevoked)
	if answer := f.ask(http.MethodGet, "?ticket="+url.QueryEscape(ticket), nil); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("got %s", answer.Status)
	}
}

func TestAStreamGoesOnBehindTheLastEvent(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	bob := f.listen("bob")
	f.enter(f.bob)
	seen := bob.numbered(2) // the signal and the position
	if seen[0].name != "signal" || seen[0].id != "0-1" || seen[1].name != "position" || seen[1].id != "1-1" {
		t.Errorf("told %+v", seen)
	}
	f.enter(f.bob)
	bearer := map[string]string{"Authorization": "Bearer bob"}
	behind := map[string]string{"Authorization": "Bearer bob", "Last-Event-ID": seen[0].id}
	for name, answer := range map[string]*http.Response{
		"the header":                 f.ask(http.MethodGet, "", behind),
		"the query":                  f.ask(http.MethodGet, "?lastEventId="+seen[0].id, bearer),
		"the header and not the URL": f.ask(http.MethodGet, "?lastEventId=0-0", behind),
	} {
		again := listenTo(t, answer).numbered(3)
		if again[0].name != "signal" || again[0].id != "0-2" || again[1] != (event{id: "1-2", name: "position", data: seen[1].data}) || again[2].id != "2-2" {
			t.Errorf("by %s, told %+v", name, again)
		}
	}
}

func TestAStreamThatCannotGoOnSaysFromWhereItCan(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	f.enter(f.bob)
	for _, id := range []string{"7-1", "1-9", "what"} {
		answer := f.ask(http.MethodGet, "?lastEventId="+id, map[string]string{"Authorization": "Bearer bob"})
		ended := listenTo(t, answer).numbered(1)[0]
		if ended.id != "1-1" || ended.name != "end" || ended.data != `{"reason":"missed"}` {
			t.Errorf("behind %q the stream ends with %+v", id, ended)
		}
	}
}

func TestAStreamRepeatsNoIDThatIsNoneOfOurs(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	f.enter(f.bob)
	invented := "0-1\n\nevent: position\ndata: {}\n\n"
	answer := f.ask(http.MethodGet, "?lastEventId="+url.QueryEscape(invented), map[string]string{"Authorization": "Bearer bob"})
	told := listenTo(t, answer)
	if first, _ := told.read(); first.id != "" || first.name != "" {
		t.Errorf("the stream begins with %+v", first)
	}
	if ended := told.numbered(1)[0]; ended.name != "end" || ended.id != "1-1" {
		t.Errorf("then comes %+v, want its end", ended)
	}
}

func TestAStreamTellsWhatTheAccountIsWorth(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	held := f.enter(f.bob)
	var account struct {
		AccountID, Kind                           string
		Cash, Held, Margin, UnrealizedPnl, Equity float64
	}
	// It may come before the quotes, which listen waits for.
	data := listenTo(t, f.open("bob", "")).next("account")
	if err := json.Unmarshal([]byte(data), &account); err != nil {
		t.Fatal(err)
	}
	if account.AccountID != held.AccountID.String() || account.Kind != "paper" || account.Margin == 0 || account.Held != 0 ||
		account.Equity != account.Cash+account.Margin+account.UnrealizedPnl {
		t.Errorf("the account is %s", data)
	}
}
