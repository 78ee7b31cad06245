package e2e_test

import (
	"bytes"
	"crypto/ed25519"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/test/e2e/bourse"
)

func TestTheSchemaCanBeMadeBeforeTheFirstStart(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		if status := place.mustRun(t, "", "migrate status"); !strings.Contains(status, "pending") || strings.Contains(status, "applied") {
			t.Errorf("before: %s", status)
		}
		if said := place.mustRun(t, "", "migrate up"); strings.HasPrefix(said, "0 ") {
			t.Errorf("the first time: %s", said)
		}
		if status := place.mustRun(t, "", "migrate status"); strings.Contains(status, "pending") || !strings.Contains(status, "applied") {
			t.Errorf("after: %s", status)
		}
		if said := place.mustRun(t, "", "migrate up"); !strings.HasPrefix(said, "0 ") {
			t.Errorf("the second time: %s", said)
		}
		place.serve(t).register(t)
	})
}

func TestTheOperatorMakesUsersAndTenantsBesideARunningServer(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serve(t)
		made := strings.Fields(place.mustRun(t, "", "tenant create", "dogwood", "Dogwood Capital"))
		if len(made) != 2 || uuid.Validate(made[0]) != nil || made[1] != "dogwood" {
			t.Errorf("the tenant is told as %q", made)
		}
		m := &member{email: "boss@dogwood.test", password: "the password of the boss"}
		said := strings.Fields(place.mustRun(t, m.password+"\n", "user create", "--role", "super_admin", "--tenant", "dogwood", m.email))
		if len(said) != 3 || said[1] != m.email || said[2] != "super_admin" {
			t.Errorf("the user is told as %q", said)
		}
		if me := m.login(t, s).me(t); me["id"] != said[0] || me["tenantId"] != made[0] || me["role"] != "super_admin" || me["emailVerified"] != true {
			t.Errorf("the account says %v", me)
		}
		byVariable := place.call("user create", "second@dogwood.test")
		byVariable.Env = []string{"BOURSE_PASSWORD=the password of the second"}
		if ended := run(t, byVariable, ""); ended.status != 0 {
			t.Errorf("with the password in the environment: %s", ended.log)
		}
		for _, refused := range []struct {
			input, words string
			arguments    []string
			said         string
		}{
			{"", "tenant create", []string{"dogwood", "Again"}, "dogwood"},
			{"", "tenant create", []string{"No Slug", "Name"}, "lower-case"},
			{m.password, "user create", []string{m.email}, "registered already"},
			{"short\n", "user create", []string{"third@dogwood.test"}, "8 characters"},
			{m.password, "user create", []string{"--tenant", "nowhere", "third@dogwood.test"}, "tenant"},
			{m.password, "user create", []string{"--role", "emperor", "third@dogwood.test"}, "--role"},
			{"", "user create", []string{"third@dogwood.test"}, "password"},
		} {
			ended := run(t, place.call(refused.words, refused.arguments...), refused.input)
			if ended.status == 0 || !strings.Contains(lastLine(ended.log), refused.said) {
				t.Errorf("%s %v ended with status %d and said %q", refused.words, refused.arguments, ended.status, lastLine(ended.log))
			}
			if strings.Contains(ended.log+ended.printed, m.password) {
				t.Errorf("%s repeats the password", refused.words)
			}
		}
	})
}

func TestRotatedSigningKeysTakeOverWithoutLoggingAnybodyOut(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serve(t)
		m := s.register(t)
		before := publicKeys(t, m.client)
		oldKey, _ := verify(t, m.token, before)
		place.mustRun(t, "", "keys rotate")

		// The server looks twice a minute, or is told by PostgreSQL.
		var after map[string]ed25519.PublicKey
		eventually(t, 2*patience, "the server knows the new keys", func() bool {
			after = publicKeys(t, m.client)
			return len(after) == 3
		})
		m.get(t, "/auth/me").ok(t, 200)
		verify(t, m.token, after)
		tokens := s.client().post(t, "/auth/refresh", body{"refreshToken": m.refreshToken}).ok(t, 200).object(t, shapeOfTokens)
		newKey, _ := verify(t, tokens["accessToken"].(string), after)
		if _, wasPublished := before[newKey]; newKey == oldKey || !wasPublished {
			t.Errorf("the new token is signed by %s, want the next key of %v and not %s", newKey, before, oldKey)
		}
	})
}

func TestARotatedEncryptionKeyReadsEverythingFromBefore(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serve(t)
		m, open := s.register(t), s.register(t)
		secret, codes := m.enableTwoFactor(t)
		reset := func() string {
			s.client().post(t, "/auth/password/forgot", body{"email": open.email}).done(t, 202)
			return place.awaitLetter(t, "reset_password", open.email, 1).token(t)
		}()
		keyed := m.with("Idempotency-Key", "before")
		stored := keyed.post(t, "/auth/logout", body{"scope": "others"}).ok(t, 200)
		s.stop(t)

		before := readFile(t, place.keyFile)
		place.mustRun(t, "", "keys rotate", "--encryption")
		after := readFile(t, place.keyFile)
		if bytes.Equal(before, after) {
			t.Fatal("the key file did not change")
		}
		s = place.serve(t)
		m.client = m.at(s)
		m.get(t, "/auth/me").ok(t, 200)
		if again := m.with("Idempotency-Key", "before").post(t, "/auth/logout", body{"scope": "others"}).ok(t, 200); string(again.text) != string(stored.text) ||
			again.header.Get("Idempotent-Replay") != "true" {
			t.Error("a stored answer is lost")
		}
		if listed := texts(m.get(t, "/auth/2fa/backup-codes").ok(t, 200).object(t, shapeOfCodes)["codes"]); len(listed) != 10 || listed[0] != codes[0] {
			t.Errorf("the backup codes are %v, want %v", listed, codes)
		}
		completeLogin(t, s, m.challenge(t, s), codes[0]).ok(t, 200)
		completeLogin(t, s, m.challenge(t, s), appCode(t, secret, 1)).ok(t, 200)
		s.client().post(t, "/auth/refresh", body{"refreshToken": m.refreshToken}).ok(t, 200)
		s.client().post(t, "/auth/password/reset", body{"token": reset, "password": "a password after all"}).done(t, 200)
	})
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestTheBinaryTellsAboutItself(t *testing.T) {
	t.Parallel()
	say := func(words ...string) string {
		ended := run(t, bourse.Command{Binary: plainBinary, Args: words}, "")
		if ended.status != 0 {
			t.Errorf("bourse %v ended with status %d: %s", words, ended.status, ended.log)
		}
		return ended.printed
	}
	if got := say("openapi"); got != string(readFile(t, "../../api/openapi.yaml")) {
		t.Error("bourse openapi does not print api/openapi.yaml")
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
	if ended := run(t, bourse.Command{Binary: plainBinary}, ""); ended.status != 2 {
		t.Errorf("bourse alone ended with status %d, want 2", ended.status)
	}
}
