package identity_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestWhatUsersSayOfThemselvesIsKeptInOneForm(t *testing.T) {
	t.Parallel()
	const refused = "refused"
	for _, c := range []struct {
		field, text, want string
	}{
		{"displayName", "Ada Lovelace", "Ada Lovelace"},
		{"displayName", "  Ada  ", "Ada"},
		{"displayName", "", ""},
		{"displayName", " \t ", ""},
		{"displayName", "Zoe\u0308", "Zo\u00eb"},
		{"displayName", "李小龍", "李小龍"},
		{"displayName", "می\u200cخواهم", "می\u200cخواهم"},
		{"displayName", strings.Repeat("é", 100), strings.Repeat("é", 100)},
		{"displayName", strings.Repeat("é", 101), refused},
		{"displayName", "Ada\nLovelace", refused},
		{"displayName", "Ada\x00", refused},
		{"displayName", "Ada\u202eecalevoL", refused},
		{"displayName", "Ada\u2028", "Ada"}, // a space at the end
		{"displayName", "A\u2028da", refused},
		{"displayName", "\u200d\u200d", refused},
		{"displayName", "\u3164", refused},
		{"displayName", "\xff", refused},
		{"locale", "", ""},
		{"locale", "en", "en"},
		{"locale", "pt-br", "pt-BR"},
		{"locale", "zh-hant-tw", "zh-Hant-TW"},
		{"locale", "english", refused},
		{"locale", "zz", refused},
		{"locale", "und", refused},
		{"locale", "x-house", refused},
		{"locale", "de_CH", "de-CH"},
		{"locale", "en-US-u-ca-gregory-co-emoji-nu-latn-hc-h23", refused},
		{"timeZone", "", ""},
		{"timeZone", "UTC", "UTC"},
		{"timeZone", "Europe/Zurich", "Europe/Zurich"},
		{"timeZone", "America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"},
		{"timeZone", "Etc/GMT+5", "Etc/GMT+5"},
		{"timeZone", "europe/zurich", refused},
		{"timeZone", "Local", refused},
		{"timeZone", "Factory", refused},
		{"timeZone", "posix/Europe/Zurich", refused},
		{"timeZone", "../../etc/passwd", refused},
		{"timeZone", "/etc/localtime", refused},
		{"timeZone", "Europe/Atlantis", refused},
		{"timeZone", "+01:00", refused},
	} {
		parse := map[string]func(string) (string, error){
			"displayName": identity.ParseName, "locale": identity.ParseLocale, "timeZone": identity.ParseTimeZone,
		}[c.field]
		got, err := parse(c.text)
		if c.want == refused {
			testkit.WantFault(t, err, fault.ValidationError, c.field)
		} else if err != nil || got != c.want {
			t.Errorf("%s %q is kept as %q (%v), want %q", c.field, c.text, got, err, c.want)
		}
	}
}

func text(s string) *string { return &s }

func TestAProfileIsChangedPartByPart(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		want := func(when string, want identity.Profile) {
			t.Helper()
			if got := h.Me(ann.caller()).Profile; got != want {
				t.Errorf("%s the profile is %+v, want %+v", when, got, want)
			}
		}
		want("at first", identity.Profile{})
		change := func(change identity.ProfileChange) error {
			_, err := h.UpdateProfile(t.Context(), ann.caller(), change)
			return err
		}
		must(t, change(identity.ProfileChange{DisplayName: text(" Ann "), Locale: text("de-ch"), TimeZone: text("Europe/Zurich")}))
		want("with all of it", identity.Profile{DisplayName: "Ann", Locale: "de-CH", TimeZone: "Europe/Zurich"})
		must(t, change(identity.ProfileChange{Locale: text("")}))
		want("with a part removed", identity.Profile{DisplayName: "Ann", TimeZone: "Europe/Zurich"})
		testkit.WantFault(t, change(identity.ProfileChange{DisplayName: text("Bob"), TimeZone: text("Nowhere")}), fault.ValidationError, "timeZone")
		must(t, change(identity.ProfileChange{DisplayName: text("Ann")})) // the same as before
		want("after a change that was refused", identity.Profile{DisplayName: "Ann", TimeZone: "Europe/Zurich"})
		var told []string
		for _, event := range h.events.All() {
			if event.Type == "identity.user.updated" {
				data, err := json.Marshal(event.Data)
				must(t, err)
				told = append(told, string(data))
			}
		}
		if len(told) != 2 || !strings.Contains(told[0], `"locale":"de-CH"`) || strings.Contains(told[1], "locale") || !strings.Contains(told[1], `"displayName":"Ann"`) {
			t.Errorf("two changes were told as %s", told)
		}
	})
}

func TestPartsOfAProfileThatChangeAtOnceAreAllKept(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		replicas := []*house{h, newReplica(t, db, h.ring, h.clock)}
		ann := h.register("ann@example.com")
		caller := ann.caller()
		changes := []identity.ProfileChange{{DisplayName: text("Ann")}, {Locale: text("fr")}, {TimeZone: text("Asia/Tokyo")}}
		for _, err := range h.inParallel(12, func(i int) error {
			_, err := replicas[i%2].UpdateProfile(t.Context(), caller, changes[i%3])
			return err
		}) {
			must(t, err)
		}
		want := identity.Profile{DisplayName: "Ann", Locale: "fr", TimeZone: "Asia/Tokyo"}
		user, err := h.UserByEmail(t.Context(), identity.DefaultTenant, ann.email)
		must(t, err)
		if user.Profile != want {
			t.Errorf("the profile is %+v, want %+v", user.Profile, want)
		}
	})
}

func TestUsersAreCalledByTheirDisplayNameOnceTheyHaveOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		want, ids := map[uuid.UUID]string{}, []uuid.UUID{uuid.New()}
		for i := range 21 { // more than one batch
			user := h.register(fmt.Sprintf("person%d@example.com", i))
			want[user.id] = fmt.Sprintf("p***%d@example.com", i%10)
			ids = append(ids, user.id)
			if i%2 == 0 {
				want[user.id] = fmt.Sprintf("Person %d", i)
				_, err := h.UpdateProfile(t.Context(), user.caller(), identity.ProfileChange{DisplayName: text(want[user.id])})
				must(t, err)
			}
		}
		got, err := h.Names(t.Context(), db, ids)
		must(t, err)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the names (-want +got):\n%s", diff)
		}
	})
}
