package identity_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// storm is many concurrent requests to a server, from anywhere.
type storm struct {
	t       *testing.T
	server  *kit.Server
	books   *database.DB
	people  []*kit.Member
	present map[string]int // messages by kind before the storm
}

const crowd = 12

// TestAStormIsBounded counts what a storm costs the operator and allows an attacker: log-in attempts, mails and text
// messages. Requests from one network are limited by network, and requests from many by their target.
func TestAStormIsBounded(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := &storm{t: t, books: place.Books(t)}
		s.server = place.ServeLimited(t, "--trusted-proxies", "127.0.0.0/8", "--sms-per-network", "7", "--sms-per-number", "2", "--sms-per-user", "3", "--sms-per-country", "20")
		for i := range crowd {
			s.people = append(s.people, s.join(fmt.Sprintf("198.18.%d.1", i)))
		}
		t.Run("log-ins from one network at many accounts", s.logInsFromOneNetwork)
		t.Run("log-ins from one network at one account", s.logInsAtOneAccount)
		t.Run("mails from one network to many", s.mailsFromOneNetwork)
		t.Run("mails from many networks to one", s.mailsToOne)
		t.Run("texts from one network to many numbers", s.textsFromOneNetwork)
		t.Run("texts from many networks to one number", s.textsToOneNumber)
		t.Run("texts of one user to many numbers", s.textsOfOneUser)
		t.Run("texts from everywhere to one country", s.textsToOneCountry)
	})
}

func (s *storm) join(address string) *kit.Member {
	email, password := kit.NewEmail(), "a password in a storm"
	tokens := s.server.Client().With("X-Forwarded-For", address).Post(s.t, "/auth/register", kit.Body{"email": email, "password": password}).
		Ok(s.t, 201).Object(s.t, kit.ShapeOfTokens)
	return kit.NewMember(s.server, email, password, tokens)
}

// ask sends n requests at once and counts the answers by status.
func (s *storm) ask(t *testing.T, n int, send func(i int) *kit.Answer) map[int]int {
	t.Helper()
	var counting sync.Mutex
	statuses := map[int]int{}
	testkit.InParallel(n, func(i int) error {
		a := send(i)
		counting.Lock()
		defer counting.Unlock()
		statuses[a.Status]++
		return nil
	})
	t.Logf("%d requests at once: %v", n, statuses)
	return statuses
}

// wantAtMost checks the number of answers with a status against a limit per minute; all others must be refusals, by
// that limit or because too many passwords are being compared at the moment.
func wantAtMost(t *testing.T, statuses map[int]int, status, most int) {
	t.Helper()
	if served := statuses[status]; served == 0 || served > most {
		t.Errorf("%d of the requests were served, want 1 to %d", served, most)
	}
	for other, n := range statuses {
		if other != status && other != http.StatusTooManyRequests && other != http.StatusServiceUnavailable {
			t.Errorf("%d requests were answered with %d", n, other)
		}
	}
}

// sent is how many messages of a kind were created since the last call, once all that was requested is done.
func (s *storm) sent(t *testing.T, kind string) int {
	t.Helper()
	testkit.Until(t, "mails that were asked for are made", func() bool { return kit.Count(t, s.books, `SELECT COUNT(*) FROM reset_requests`) == 0 })
	if s.present == nil {
		s.present = map[string]int{}
	}
	all := kit.Count(t, s.books, `SELECT COUNT(*) FROM messages WHERE kind = $1`, kind)
	fresh := all - s.present[kind]
	s.present[kind] = all
	t.Logf("%d messages of %s", fresh, kind)
	return fresh
}

func (s *storm) logInsFromOneNetwork(t *testing.T) {
	from := s.server.Client().With("X-Forwarded-For", "203.0.113.1")
	statuses := s.ask(t, 120, func(i int) *kit.Answer {
		email := fmt.Sprintf("nobody-%d@example.test", i)
		if i < crowd {
			email = s.people[i].Email
		}
		return from.Post(t, "/auth/login", kit.Body{"email": email, "password": "a guess"})
	})
	wantAtMost(t, statuses, http.StatusUnauthorized, 36) // 30 a minute, plus what accrues in the minute
}

func (s *storm) logInsAtOneAccount(t *testing.T) {
	from := s.server.Client().With("X-Forwarded-For", "203.0.113.2")
	statuses := s.ask(t, 40, func(int) *kit.Answer {
		return from.Post(t, "/auth/login", kit.Body{"email": s.people[0].Email, "password": "a guess"})
	})
	wantAtMost(t, statuses, http.StatusUnauthorized, 5)
	s.server.Client().With("X-Forwarded-For", "203.0.114.2").Post(t, "/auth/login", kit.Body{"email": s.people[0].Email, "password": s.people[0].Password}).Ok(t, 200)
}

func (s *storm) mailsFromOneNetwork(t *testing.T) {
	from := s.server.Client().With("X-Forwarded-For", "203.0.113.3")
	statuses := s.ask(t, 60, func(i int) *kit.Answer {
		return from.Post(t, "/auth/password/forgot", kit.Body{"email": s.people[i%crowd].Email})
	})
	wantAtMost(t, statuses, http.StatusAccepted, 8) // 5 a minute, plus what accrues in the minute
	if mails := s.sent(t, "reset_password"); mails > 8 {
		t.Errorf("%d mails were sent, want at most 8", mails)
	}
}

func (s *storm) mailsToOne(t *testing.T) {
	statuses := s.ask(t, 60, func(i int) *kit.Answer {
		from := s.server.Client().With("X-Forwarded-For", fmt.Sprintf("198.19.%d.1", i))
		return from.Post(t, "/auth/password/forgot", kit.Body{"email": s.people[1].Email})
	})
	if statuses[http.StatusAccepted] != 60 { // the answer does not reveal it
		t.Errorf("answered: %v", statuses)
	}
	if mails := s.sent(t, "reset_password"); mails > 5 {
		t.Errorf("%d mails were sent to one address, want at most 5", mails)
	}
}

// text requests a code for the number from the address.
func (s *storm) text(t *testing.T, person int, address, number string) *kit.Answer {
	return s.people[person].With("X-Forwarded-For", address).Post(t, "/auth/phone/send", kit.Body{"phoneNumber": number})
}

func (s *storm) textsFromOneNetwork(t *testing.T) {
	s.ask(t, crowd, func(i int) *kit.Answer {
		return s.text(t, i, fmt.Sprintf("203.0.113.%d", 10+i), fmt.Sprintf("+4930123456%02d", i))
	})
	if texts := s.sent(t, "phone_code"); texts != 7 {
		t.Errorf("%d texts were sent, want the 7 of a network", texts)
	}
}

func (s *storm) textsToOneNumber(t *testing.T) {
	s.ask(t, crowd, func(i int) *kit.Answer { return s.text(t, i, fmt.Sprintf("198.51.%d.1", i), "+33142685300") })
	if texts := s.sent(t, "phone_code"); texts > 2 {
		t.Errorf("%d texts were sent, want at most the 2 of a number", texts)
	}
}

func (s *storm) textsOfOneUser(t *testing.T) {
	person := len(s.people)
	s.people = append(s.people, s.join("198.18.200.1"))
	s.ask(t, crowd, func(i int) *kit.Answer {
		return s.text(t, person, fmt.Sprintf("198.52.%d.1", i), fmt.Sprintf("+4122767611%d", i%10))
	})
	if texts := s.sent(t, "phone_code"); texts < 1 || texts > 3 {
		t.Errorf("%d texts were sent, want at most the 3 of a user", texts)
	}
}

func (s *storm) textsToOneCountry(t *testing.T) {
	begins := len(s.people)
	for i := range 30 {
		s.people = append(s.people, s.join(fmt.Sprintf("198.18.%d.1", 100+i)))
	}
	s.ask(t, 30, func(i int) *kit.Answer {
		return s.text(t, begins+i, fmt.Sprintf("198.53.%d.1", i), fmt.Sprintf("+39066982%04d", 1000+i))
	})
	if texts := s.sent(t, "phone_code"); texts != 20 {
		t.Errorf("%d texts were sent, want the 20 of a country", texts)
	}
}
