package identity_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/secret"
)

func TestARefreshTokenSurvivesBeingWritten(t *testing.T) {
	t.Parallel()
	ring, err := secret.New()
	must(t, err)
	other, err := secret.New()
	must(t, err)
	rapid.Check(t, func(t *rapid.T) {
		session := uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "session"))
		generation := rapid.Int64Min(0).Draw(t, "generation")
		key := rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "key")
		written := identity.EncodeRefreshToken(session, generation, key, ring)
		gotSession, gotGeneration, gotKey, err := identity.ParseRefreshToken(written, ring)
		if err != nil || gotSession != session || gotGeneration != generation || !bytes.Equal(gotKey, key) {
			t.Fatalf("read back as %s, %d, %x (%v)", gotSession, gotGeneration, gotKey, err)
		}
		if _, _, _, err := identity.ParseRefreshToken(written, other); !fault.Is(err, fault.RefreshTokenInvalid) {
			t.Fatalf("with another ring: %v", err)
		}
		// Changing any single letter invalidates the token.
		at := rapid.IntRange(0, len(written)-1).Draw(t, "at")
		letter := rapid.SampledFrom([]byte("AZaz09-_=+ \x00")).Draw(t, "letter")
		changed := written[:at] + string(letter) + written[at+1:]
		if _, _, _, err := identity.ParseRefreshToken(changed, ring); changed != written && !fault.Is(err, fault.RefreshTokenInvalid) {
			t.Fatalf("%q is read: %v", changed, err)
		}
	})
}

func TestABackupCodeIsForgivenHowItIsTyped(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		code := identity.NewBackupCode()
		canonical := strings.ReplaceAll(code, "-", "")
		if len(code) != 19 || len(canonical) != 16 || identity.CanonicalBackupCode(code) != canonical {
			t.Fatalf("the code %q is canonically %q", code, identity.CanonicalBackupCode(code))
		}
		seed := rapid.Uint64().Draw(t, "seed")
		if typed := mistyped(code, rand.New(rand.NewPCG(seed, seed))); identity.CanonicalBackupCode(typed) != canonical {
			t.Fatalf("%q typed as %q is %q", code, typed, identity.CanonicalBackupCode(typed))
		}
	})
}

// mistyped writes a code as people do: in any case, with hyphens or spaces anywhere, with letters that look like
// digits.
func mistyped(code string, random *rand.Rand) string {
	var typed strings.Builder
	for _, letter := range strings.ReplaceAll(code, "-", "") {
		switch {
		case letter == '0' && random.IntN(2) == 0:
			letter = 'O'
		case letter == '1' && random.IntN(2) == 0:
			letter = rune("IL"[random.IntN(2)])
		}
		text := string(letter)
		if random.IntN(2) == 0 {
			text = strings.ToLower(text)
		}
		typed.WriteString(text + []string{"", "", "-", " "}[random.IntN(4)])
	}
	return typed.String()
}

func TestBackupCodesDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 1000 {
		code := identity.NewBackupCode()
		if seen[code] {
			t.Fatalf("%s came twice", code)
		}
		seen[code] = true
	}
}

func FuzzJunkIsNoRefreshToken(f *testing.F) {
	ring, err := secret.New()
	if err != nil {
		f.Fatal(err)
	}
	other, err := secret.New()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", "brt_", "brt_AAAA", strings.Repeat("A", 200), "brt_" + strings.Repeat("A", 96), "brt_\x00\xff",
		identity.EncodeRefreshToken(uuid.New(), 1, make([]byte, 32), other)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, junk string) {
		if again, err := identity.ReencodeRefreshToken(junk, ring); !fault.Is(err, fault.RefreshTokenInvalid) {
			t.Errorf("%q is read as %q (%v)", junk, again, err)
		}
	})
}

func FuzzAHashThatIsReadIsAHash(f *testing.F) {
	for _, seed := range []string{"", "$$$$$", "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
		"$argon2id$v=19$m=1,t=0,p=1$AA$AA", "$argon2id$v=19$m=1,t=1,p=0$AA$AA", "$argon2id$v=19$m=1,t=1,p=256$AA$AA",
		"$argon2id$v=19$m=-1,t=1,p=1$AA$AA", "$argon2id$v=16$m=1,t=1,p=1$AA$AA", "$argon2id$v=19$m=1,t=1,p=1$AA$"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		written, err := identity.RecodeHash(text)
		if err != nil {
			return
		}
		if strings.Contains(written, ",t=0,") || strings.Contains(written, ",p=0$") || strings.HasSuffix(written, "$") {
			t.Errorf("%q is read as %q, which cannot be computed", text, written)
		}
		again, err := identity.RecodeHash(written)
		if err != nil || again != written {
			t.Errorf("%q is written as %q and then as %q (%v)", text, written, again, err)
		}
	})
}

func FuzzAnEmailIsNormalizedOnce(f *testing.F) {
	for _, seed := range []string{"ann@example.com", " ANN@Example.COM ", "Ann <ann@example.com>", "a@b", "@", `"a b"@c.d`, "a@[127.0.0.1]",
		"a@b\r\nbcc: c@d.e", "ann(comment)@example.com", "\x00@b.c", "ünï@cödé.test", "İ@b.c", "K@b.c", strings.Repeat("a", 250) + "@b.c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		email, err := identity.NormalizeEmail(text)
		if err != nil {
			if !fault.Is(err, fault.ValidationError) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		again, err := identity.NormalizeEmail(email)
		if err != nil || again != email {
			t.Errorf("%q becomes %q and then %q (%v)", text, email, again, err)
		}
		if len(email) > 254 || !utf8.ValidString(email) || strings.Count(email, "@") == 0 ||
			strings.ContainsFunc(email, func(r rune) bool { return r <= ' ' || r == 0x7f }) {
			t.Errorf("%q becomes %q, which cannot be stored or mailed to", text, email)
		}
	})
}

func FuzzANumberIsNormalizedOnce(f *testing.F) {
	for _, seed := range []string{"+41446681800", "+41 44 668 18 00", "0446681800", "+", "tel:+41446681800", "+1 650 253 0000 ext. 12",
		"+44\x00", "＋４１446681800", strings.Repeat("9", 300)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		number, err := identity.NormalizePhone(text)
		if err != nil {
			if !fault.Is(err, fault.InvalidPhoneNumber) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		again, err := identity.NormalizePhone(number)
		if err != nil || again != number {
			t.Errorf("%q becomes %q and then %q (%v)", text, number, again, err)
		}
		if len(number) < 5 || len(number) > 16 || number[0] != '+' || strings.Trim(number[1:], "0123456789") != "" {
			t.Errorf("%q becomes %q, which is not E.164", text, number)
		}
	})
}
