package identity_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/secret"
	"bourse/internal/testkit"
)

const (
	firefox    = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	newFirefox = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0"
	iPhone     = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)

func TestADeviceIsToldByWhatItSaysOfItself(t *testing.T) {
	t.Parallel()
	for userAgent, want := range map[string]string{
		firefox: "Firefox on Linux", newFirefox: "Firefox on Linux", iPhone: "Safari on iOS",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36":                              "Chrome on Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0":                "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15":                        "Safari on macOS",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.7204.53 Mobile/15E148 Safari/604": "Chrome on iOS",
		"Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36":                        "Chrome on Android",
		"Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":   "Samsung Internet on Android",
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36":                               "Chrome on ChromeOS",
		"curl/8.14.1":                 "curl",
		"okhttp/5.0.0":                "okhttp",
		"MyApp/3.2 (iPad; iOS 18.5)":  "MyApp on iOS",
		"":                            "An unknown program",
		"https://evil.example/log-in": "https",
		"evil.example":                "evilexample",
		"Пример/1":                    "An unknown program",
		"averyveryveryveryverylongnameofaprogramofany/1": "averyveryveryveryverylongnameo",
	} {
		if got := identity.DescribeDevice(userAgent); got != want {
			t.Errorf("%q is %q, want %q", userAgent, got, want)
		}
	}
}

// loginFrom logs in with a browser at an address.
func (p *person) loginFrom(userAgent, address string) {
	p.h.t.Helper()
	from := identity.Origin{UserAgent: userAgent, IPAddress: address}
	_, err := p.h.Login(p.h.t.Context(), from, p.email, password)
	must(p.h.t, err)
}

func TestALogInWithANewDeviceIsToldOf(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.registerProven("ann@example.com") // the first device
		_, err := h.UpdateProfile(t.Context(), ann.caller(), identity.ProfileChange{TimeZone: text("Asia/Tokyo")})
		must(t, err)
		for _, c := range []struct {
			when, userAgent, address string
			told                     int
		}{
			{"with the first device", origin.UserAgent, origin.IPAddress, 0},
			{"with another browser", firefox, origin.IPAddress, 1},
			{"with it again", firefox, origin.IPAddress, 1},
			{"after its update", newFirefox, origin.IPAddress, 1},
			{"from a neighbouring address", firefox, "203.0.113.250", 1},
			{"from another network", firefox, "198.51.100.7", 2},
			{"with a phone", iPhone, "2001:db8:1:1::7", 3},
			{"with the phone again", iPhone, "2001:db8:1:1::8", 3},
		} {
			ann.loginFrom(c.userAgent, c.address)
			if told := len(h.messages("new_device")); told != c.told {
				t.Errorf("%s the user was told %d times, want %d", c.when, told, c.told)
			}
			if published := h.events.Count("identity.login.new_device"); published != c.told {
				t.Errorf("%s it was published %d times, want %d", c.when, published, c.told)
			}
		}
		const want = "\n\nFirefox on Linux\n203.0.113.7\n17 May 2030, 18:30 JST\n\n"
		if mail := h.messages("new_device")[0]; !strings.Contains(mail.Text, want) || mail.Recipient != ann.email {
			t.Errorf("the mail to %s says %q", mail.Recipient, mail.Text)
		}
	})
}

func TestMailsAboutNewDevicesAreThreeADay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.registerProven("ann@example.com")
		for i := range 6 {
			ann.loginFrom(firefox, fmt.Sprintf("198.51.%d.7", i))
		}
		if told, published := len(h.messages("new_device")), h.events.Count("identity.login.new_device"); told != 3 || published != 6 {
			t.Errorf("of six new devices %d were mailed and %d published", told, published)
		}
		h.clock.Advance(24 * time.Hour)
		ann.loginFrom(iPhone, origin.IPAddress)
		if told := len(h.messages("new_device")); told != 4 {
			t.Errorf("%d mails on the day after", told)
		}
	})
}

func TestLogInsAtOnceWithANewDeviceAreToldOfOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		replicas := []*house{h, newReplica(t, db, h.ring, h.clock)}
		ann := h.register("ann@example.com")
		from := identity.Origin{UserAgent: firefox, IPAddress: origin.IPAddress}
		for _, err := range h.inParallel(10, func(i int) error {
			_, err := replicas[i%2].OpenSession(t.Context(), ann.id, from)
			return err
		}) {
			must(t, err)
		}
		if told, known := len(h.messages("new_device")), h.number(`SELECT COUNT(*) FROM known_devices`); told != 1 || known != 2 {
			t.Errorf("told %d times; %d devices are known", told, known)
		}
	})
}

func TestADeviceStaysKnownWhenTheKeysAreRotatedAndIsForgottenInTime(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		path := filepath.Join(t.TempDir(), "keys.json")
		ring, _, err := secret.LoadOrCreate(path)
		must(t, err)
		h := newReplica(t, db, ring, testkit.NewClock(start))
		ann := h.register("ann@example.com")
		ann.loginFrom(firefox, origin.IPAddress)
		must(t, secret.Rotate(path))
		rotated, err := secret.Load(path)
		must(t, err)
		later := newReplica(t, db, rotated, h.clock)
		again := &person{later, ann.id, ann.email, ann.tokens}
		told := func() int {
			return h.events.Count("identity.login.new_device") + later.events.Count("identity.login.new_device")
		}
		again.loginFrom(firefox, origin.IPAddress)
		ann.loginFrom(firefox, origin.IPAddress) // at a replica that has not been restarted yet
		again.loginFrom(firefox, origin.IPAddress)
		if told() != 1 {
			t.Errorf("a device was told of %d times, want once, before the rotation", told())
		}
		if known := h.number(`SELECT COUNT(*) FROM known_devices`); known != 2 {
			t.Errorf("%d devices are known", known)
		}
		// A device first stored under the new key is unknown to the replica without that key, and stays known to the
		// others.
		for _, who := range []*person{again, ann, again, ann} {
			who.loginFrom(iPhone, origin.IPAddress)
		}
		if told() != 3 {
			t.Errorf("a device that each of two replicas meets was told of %d times, want once by each", told()-1)
		}
		h.clock.Advance(180*24*time.Hour + time.Second)
		must(t, later.Cleanup(t.Context()))
		if known := h.number(`SELECT COUNT(*) FROM known_devices`); known != 0 {
			t.Errorf("%d devices are known after half a year", known)
		}
	})
}
