package identity_test

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"golang.org/x/crypto/argon2"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestAPasswordIsJudgedByLengthAndByBeingKnown(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		for word, want := range map[string]fault.Code{
			"":                       fault.WeakPassword,
			"seven77":                fault.WeakPassword,
			"password":               fault.WeakPassword,
			"PassWord":               fault.WeakPassword,
			"123456789":              fault.WeakPassword,
			"QWERTYuiop":             fault.WeakPassword,
			"someone.special@x.test": fault.WeakPassword, // the email
			"Someone.Special":        fault.WeakPassword, // its local part
			strings.Repeat("x", 129): fault.ValidationError,
			strings.Repeat("ü", 129): fault.ValidationError,
			"ünïçödé":                fault.WeakPassword, // seven characters in twelve bytes
		} {
			_, err := h.Register(t.Context(), origin, identity.Registration{Email: "Someone.Special@x.test", Password: word})
			if failure := testkit.WantFault(t, err, want); failure.Field != "password" {
				t.Errorf("%q: the field is %q", word, failure.Field)
			}
			if word != "password" && word != "" && err != nil && strings.Contains(err.Error(), word) {
				t.Errorf("the failure repeats the password: %v", err)
			}
		}
		for i, word := range []string{"ünïçödé!", strings.Repeat("ü", 128), "        ", "パスワードは長い"} {
			email := fmt.Sprintf("user%d@x.test", i)
			_, err := h.Register(t.Context(), origin, identity.Registration{Email: email, Password: word})
			must(t, err)
			_, err = h.Login(t.Context(), origin, email, word)
			must(t, err)
		}
	})
}

func (h *house) storedHash(user uuid.UUID) (hash string) {
	h.t.Helper()
	must(h.t, h.db.QueryRow(h.t.Context(), `SELECT password_hash FROM users WHERE id = $1`, user).Scan(&hash))
	return hash
}

func TestAPasswordIsStoredAsArgon2id(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.HashAsInProduction()
		ann, bob := h.register("ann@example.com"), h.register("bob@example.com")
		form := regexp.MustCompile(`^\$argon2id\$v=19\$m=19456,t=2,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$`)
		parts := form.FindStringSubmatch(h.storedHash(ann.id))
		if parts == nil {
			t.Fatalf("the stored hash is %q", h.storedHash(ann.id))
		}
		salt, err := base64.RawStdEncoding.DecodeString(parts[1])
		must(t, err)
		want := argon2.IDKey([]byte(password), salt, 2, 19456, 1, 32)
		if parts[2] != base64.RawStdEncoding.EncodeToString(want) {
			t.Error("the stored hash is not that of the password")
		}
		if h.storedHash(ann.id) == h.storedHash(bob.id) {
			t.Error("equal passwords have equal hashes")
		}
	})
}

// weaken stores a hash as an older version with other parameters would have made it.
func (h *house) weaken(user uuid.UUID) string {
	h.t.Helper()
	salt := []byte("sixteen byte str")
	hash := fmt.Sprintf("$argon2id$v=19$m=64,t=1,p=2$%s$%s", base64.RawStdEncoding.EncodeToString(salt),
		base64.RawStdEncoding.EncodeToString(argon2.IDKey([]byte(password), salt, 1, 64, 2, 32)))
	h.exec(`UPDATE users SET password_hash = $2 WHERE id = $1`, user, hash)
	return hash
}

func TestALoginStoresTheHashAnewWhenItsParametersAreOld(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.HashAsInProduction()
		ann := h.register("ann@example.com")
		old := h.weaken(ann.id)
		_, err := h.Login(t.Context(), origin, ann.email, "wrong horse battery")
		testkit.WantFault(t, err, fault.InvalidCredentials)
		if h.storedHash(ann.id) != old {
			t.Error("a wrong password has replaced the hash")
		}
		_, err = ann.login()
		must(t, err)
		renewed := h.storedHash(ann.id)
		if !strings.HasPrefix(renewed, "$argon2id$v=19$m=19456,t=2,p=1$") {
			t.Errorf("after the log-in the hash is %q", renewed)
		}
		_, err = ann.login()
		must(t, err)
		if h.storedHash(ann.id) != renewed {
			t.Error("a hash with the present parameters was made anew")
		}
		ann.caller() // a new hash of the same password ends no session
	})
}

func TestLoginsThatStoreTheHashAnewAtOnceAllSucceed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		h.weaken(ann.id)
		counts := tally(t, h.inParallel(10, func(int) error {
			_, err := ann.login()
			return err
		}))
		if counts[""] != 10 {
			t.Errorf("ten log-ins with the right password gave %v", counts)
		}
	})
}

func TestADamagedHashLetsNobodyIn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		ann := h.register("ann@example.com")
		for _, damaged := range []string{"", "x", "$argon2id$v=19$m=64,t=1,p=1$$", "$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA"} {
			h.exec(`UPDATE users SET password_hash = $2 WHERE id = $1`, ann.id, damaged)
			if _, err := ann.login(); err == nil {
				t.Errorf("the hash %q lets everybody in", damaged)
			}
		}
	})
}
