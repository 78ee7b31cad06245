package operations_test

import (
	"bytes"
	"crypto/ed25519"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/api"
	"bourse/internal/testkit"
	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

func TestTheSchemaCanBeMadeBeforeTheFirstStart(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		if status := place.MustRun(t, "", "migrate status"); !strings.HasSuffix(strings.TrimSpace(status), "all steps are pending") {
			t.Errorf("before: %s", status)
		}
		if said := place.MustRun(t, "", "migrate up"); strings.HasPrefix(said, "0 ") {
			t.Errorf("the first time: %s", said)
		}
		wantAllApplied(t, place)
		if said := place.MustRun(t, "", "migrate up"); !strings.HasPrefix(said, "0 ") {
			t.Errorf("the second time: %s", said)
		}
		place.Serve(t).Register(t)
	})
}

// wantAllApplied fails unless all migrations are, whatever their names say.
func wantAllApplied(t *testing.T, place *kit.Installation) {
	t.Helper()
	status := strings.TrimSpace(place.MustRun(t, "", "migrate status"))
	for line := range strings.Lines(status) {
		if fields := strings.Fields(line); len(fields) < 2 || fields[1] != "applied" {
			t.Errorf("not applied: %s", line)
		}
	}
	if !strings.HasPrefix(status, "00001_identity.sql") {
		t.Errorf("the migrations are %q", status)
	}
}

func TestTheOperatorMakesUsersAndTenantsBesideARunningServer(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t)
		made := strings.Fields(place.MustRun(t, "", "tenant create", "dogwood", "Dogwood Capital"))
		if len(made) != 2 || uuid.Validate(made[0]) != nil || made[1] != "dogwood" {
			t.Errorf("the tenant is told as %q", made)
		}
		m := &kit.Member{Email: "boss@dogwood.test", Password: "the password of the boss"}
		said := strings.Fields(place.MustRun(t, m.Password+"\n", "user create", "--role", "super_admin", "--tenant", "dogwood", m.Email))
		if len(said) != 3 || said[1] != m.Email || said[2] != "super_admin" {
			t.Errorf("the user is told as %q", said)
		}
		if me := m.Login(t, s).Me(t); me["id"] != said[0] || me["tenantId"] != made[0] || me["role"] != "super_admin" || me["emailVerified"] != true {
			t.Errorf("the account says %v", me)
		}
		// The same email in another brand is another account, also when deciding which one is meant.
		elsewhere := strings.Fields(place.MustRun(t, "another password of the boss\n", "user create", m.Email))
		if len(elsewhere) != 3 || elsewhere[0] == said[0] || elsewhere[1] != m.Email {
			t.Errorf("the user of the default tenant is told as %q", elsewhere)
		}
		byVariable := place.Call("user create", "second@dogwood.test")
		byVariable.Env = []string{"BOURSE_PASSWORD=the password of the second"}
		if ended := kit.Run(t, byVariable, ""); ended.Status != 0 {
			t.Errorf("with the password in the environment: %s", ended.Log)
		}
		for _, refused := range []struct {
			input, words string
			arguments    []string
			said         string
		}{
			{"", "tenant create", []string{"dogwood", "Again"}, "dogwood"},
			{"", "tenant create", []string{"No Slug", "Name"}, "lower-case"},
			{m.Password, "user create", []string{"--tenant", "dogwood", m.Email}, "registered already"},
			{"short\n", "user create", []string{"third@dogwood.test"}, "8 characters"},
			{m.Password, "user create", []string{"--tenant", "nowhere", "third@dogwood.test"}, "tenant"},
			{m.Password, "user create", []string{"--role", "emperor", "third@dogwood.test"}, "--role"},
			{"", "user create", []string{"third@dogwood.test"}, "password"},
		} {
			ended := kit.Run(t, place.Call(refused.words, refused.arguments...), refused.input)
			if ended.Status == 0 || !strings.Contains(kit.LastLine(ended.Log), refused.said) {
				t.Errorf("%s %v ended with status %d and said %q", refused.words, refused.arguments, ended.Status, kit.LastLine(ended.Log))
			}
			if strings.Contains(ended.Log+ended.Printed, m.Password) {
				t.Errorf("%s repeats the password", refused.words)
			}
		}
	})
}

func TestRotatedSigningKeysTakeOverWithoutLoggingAnybodyOut(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t)
		m := s.Register(t)
		before := kit.PublicKeys(t, m.Client)
		oldKey, _ := kit.Verify(t, m.Token, before)
		place.MustRun(t, "", "keys rotate")

		// The server checks twice a minute, or is notified by PostgreSQL.
		var after map[string]ed25519.PublicKey
		testkit.Within(t, 2*kit.Patience, "the server knows the new keys", func() bool {
			after = kit.PublicKeys(t, m.Client)
			return len(after) == 3
		})
		m.Get(t, "/auth/me").Ok(t, 200)
		kit.Verify(t, m.Token, after)
		tokens := s.Client().Post(t, "/auth/refresh", kit.Body{"refreshToken": m.RefreshToken}).Ok(t, 200).Object(t, kit.ShapeOfTokens)
		newKey, _ := kit.Verify(t, tokens["accessToken"].(string), after)
		if _, wasPublished := before[newKey]; newKey == oldKey || !wasPublished {
			t.Errorf("the new token is signed by %s, want the next key of %v and not %s", newKey, before, oldKey)
		}
	})
}

func TestARotatedEncryptionKeyReadsEverythingFromBefore(t *testing.T) {
	t.Parallel()
	kit.OnEachEmptyEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t)
		m, open := s.Register(t), s.Register(t)
		secret, codes := m.EnableTwoFactor(t)
		reset := func() string {
			s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": open.Email}).Done(t, 202)
			return place.AwaitLetter(t, "reset_password", open.Email, 1).Token(t)
		}()
		keyed := m.With("Idempotency-Key", "before")
		stored := keyed.Post(t, "/auth/logout", kit.Body{"scope": "others"}).Ok(t, 200)
		s.MustStop(t)

		before := kit.ReadFile(t, place.KeyFile)
		place.MustRun(t, "", "keys rotate", "--encryption")
		after := kit.ReadFile(t, place.KeyFile)
		if bytes.Equal(before, after) {
			t.Fatal("the key file did not change")
		}
		s = place.Serve(t)
		m.Client = m.At(s)
		m.Get(t, "/auth/me").Ok(t, 200)
		if again := m.With("Idempotency-Key", "before").Post(t, "/auth/logout", kit.Body{"scope": "others"}).Ok(t, 200); string(again.Text) != string(stored.Text) ||
			again.Header.Get("Idempotent-Replay") != "true" {
			t.Error("a stored answer is lost")
		}
		if listed := kit.Texts(m.Get(t, "/auth/2fa/backup-codes").Ok(t, 200).Object(t, kit.ShapeOfCodes)["codes"]); len(listed) != 10 || listed[0] != codes[0] {
			t.Errorf("the backup codes are %v, want %v", listed, codes)
		}
		kit.CompleteLogin(t, s, m.Challenge(t, s), codes[0]).Ok(t, 200)
		kit.CompleteLogin(t, s, m.Challenge(t, s), kit.AppCode(t, secret, 1)).Ok(t, 200)
		s.Client().Post(t, "/auth/refresh", kit.Body{"refreshToken": m.RefreshToken}).Ok(t, 200)
		s.Client().Post(t, "/auth/password/reset", kit.Body{"token": reset, "password": "a password after all"}).Done(t, 200)
	})
}

func TestTheBinaryTellsAboutItself(t *testing.T) {
	t.Parallel()
	say := func(words ...string) string {
		ended := kit.Run(t, bourse.Command{Binary: kit.Binary, Args: words}, "")
		if ended.Status != 0 {
			t.Errorf("bourse %v ended with status %d: %s", words, ended.Status, ended.Log)
		}
		return ended.Printed
	}
	if served, err := api.YAML(); err != nil || say("openapi") != string(served) {
		t.Errorf("bourse openapi does not print the contract: %v", err)
	}
	if got := say("version"); !regexp.MustCompile(`^bourse \S+ \(commit \S+, go1\.\S+\)\n$`).MatchString(got) {
		t.Errorf("bourse version prints %q", got)
	}
	help := say("--help")
	for _, command := range []string{"demo", "serve", "migrate up", "migrate status", "user create", "tenant create", "keys rotate", "openapi", "version"} {
		if !strings.Contains(help, command) {
			t.Errorf("bourse --help does not tell of %s", command)
		}
	}
	if help := say("serve", "--help"); !strings.Contains(help, "BOURSE_DATABASE_URL") {
		t.Error("bourse serve --help does not name the environment variables")
	}
	if ended := kit.Run(t, bourse.Command{Binary: kit.Binary}, ""); ended.Status != 2 {
		t.Errorf("bourse alone ended with status %d, want 2", ended.Status)
	}
}
