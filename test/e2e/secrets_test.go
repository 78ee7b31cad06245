package e2e_test

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

var base32Secret = base32.StdEncoding.WithPadding(base32.NoPadding)

// secrets are what must be found nowhere but in the mailbox, by what they are.
type secrets map[string]string

func TestNoSecretReachesTheLogOrTheDatabase(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serve(t)
		m, known := liveAFullStory(t, s)
		kept := readDatabase(t, place)
		s.stop(t)
		kept += readDatabase(t, place)

		log := s.Log() + s.Printed()
		// What is not secret must be found, or the search would prove nothing.
		if !strings.Contains(kept, m.email) || !strings.Contains(kept, m.id) {
			t.Error("the user is not found in the database")
		}
		if !strings.Contains(log, m.id) || !strings.Contains(log, `"operation":"completeLogin"`) {
			t.Error("the requests are not found in the log")
		}
		for _, name := range slices.Sorted(maps.Keys(known)) {
			known.wantAbsent(t, name, "the log", log)
			known.wantAbsent(t, name, "the database", kept)
		}
		for name, value := range readKeys(t, place) {
			secrets{name: value}.wantAbsent(t, name, "the log", log)
			secrets{name: value}.wantAbsent(t, name, "the database", kept)
		}
	})
}

// liveAFullStory does everything that involves secrets, once rightly and once wrongly.
func liveAFullStory(t *testing.T, s *server) (*member, secrets) {
	m := s.register(t)
	known := secrets{"the first password": m.password}
	known.addTokens("registration", m.token, m.refreshToken)
	s.client().post(t, "/auth/login", body{"email": m.email, "password": "wrong-guess-5512"}).failed(t, 401, "INVALID_CREDENTIALS", "")
	known["a wrong password"] = "wrong-guess-5512"
	known["the token of a mail"] = s.place.awaitLetter(t, "verify_email", m.email, 1).token(t)
	s.client().post(t, "/auth/email/verify", body{"token": known["the token of a mail"]}).done(t, 200)

	const phone = "+41446681803"
	m.post(t, "/auth/phone/send", body{"phoneNumber": phone}).done(t, 200)
	known["a phone code"] = s.place.awaitLetter(t, "phone_code", phone, 1).code(t)
	m.post(t, "/auth/phone/verify", body{"code": known["a phone code"]}).done(t, 200)

	setup := m.with("Idempotency-Key", "story").post(t, "/auth/2fa/setup", nil).ok(t, 200).object(t, shape{"secret": aText, "otpauthUrl": aText})
	known["the secret of the app"] = setup["secret"].(string)
	data := m.post(t, "/auth/2fa/verify", body{"code": appCode(t, known["the secret of the app"], 0)}).ok(t, 200).object(t, shapeOfCodes)
	codes := texts(data["codes"])
	known["a backup code"], known["a spent backup code"] = codes[0], codes[1]
	known["a backup code without hyphens"] = strings.ReplaceAll(codes[0], "-", "")

	challenge := m.challenge(t, s)
	known["a challenge"] = challenge
	entered := newMember(s, m.email, m.password, completeLogin(t, s, challenge, codes[1]).ok(t, 200).object(t, shapeOfTokens))
	known.addTokens("log-in", entered.token, entered.refreshToken)
	known["a challenge that stays open"] = m.challenge(t, s)

	keyed := s.client().with("Idempotency-Key", "exchange")
	tokens := keyed.post(t, "/auth/refresh", body{"refreshToken": entered.refreshToken}).ok(t, 200).object(t, shapeOfTokens)
	known.addTokens("exchange", tokens["accessToken"].(string), tokens["refreshToken"].(string))

	s.client().post(t, "/auth/password/forgot", body{"email": m.email}).done(t, 202)
	known["the token of a reset"] = s.place.awaitLetter(t, "reset_password", m.email, 1).token(t)
	known["the second password"] = "second-password-8841"
	s.client().post(t, "/auth/password/reset", body{"token": known["the token of a reset"], "password": known["the second password"]}).done(t, 200)
	s.client().post(t, "/auth/password/forgot", body{"email": m.email}).done(t, 202)
	known["the token of a reset that stays open"] = s.place.awaitLetter(t, "reset_password", m.email, 2).token(t)
	return m, known
}

// addTokens adds the tokens of a session, and of the refresh token the part that is random.
func (s secrets) addTokens(of, access, refresh string) {
	s["the access token of the "+of], s["the refresh token of the "+of] = access, refresh
	s["the signature of the access token of the "+of] = access[strings.LastIndex(access, ".")+1:]
	if decoded, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(refresh, "brt_")); err == nil {
		s["the random part of the refresh token of the "+of] = string(decoded[24:56])
	}
}

// wantAbsent looks for the secret in every form that it might be written in.
func (s secrets) wantAbsent(t *testing.T, name, where, text string) {
	t.Helper()
	value := s[name]
	if len(value) < 8 { // a short code may be part of a longer number by chance
		if regexp.MustCompile(`\b` + value + `\b`).MatchString(text) {
			t.Errorf("%s holds %s", where, name)
		}
		return
	}
	raw := []byte(value)
	forms := []string{
		value, hex.EncodeToString(raw), strings.ToUpper(hex.EncodeToString(raw)),
		base64.RawStdEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw),
	}
	if decoded, err := base64.RawURLEncoding.DecodeString(value); err == nil {
		forms = append(forms, string(decoded), hex.EncodeToString(decoded))
	}
	if decoded, err := base32Secret.DecodeString(value); err == nil {
		forms = append(forms, string(decoded), hex.EncodeToString(decoded))
	}
	for _, form := range forms {
		if strings.Contains(text, form) {
			t.Errorf("%s holds %s", where, name)
			return
		}
	}
}

// readDatabase returns everything that the database holds: the files of SQLite as they are, the rows of
// every table of PostgreSQL as text.
func readDatabase(t *testing.T, place *installation) string {
	t.Helper()
	var all strings.Builder
	if place.engine == database.SQLite {
		files, err := filepath.Glob(place.databaseURL + "*")
		if err != nil || len(files) == 0 {
			t.Fatalf("no files of the database: %v", err)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(content)
		}
		return all.String()
	}
	db := databasetest.OpenURL(t, place.databaseURL)
	rows, err := db.Query(t.Context(), `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
	tables, err := database.Collect(rows, err, scanText)
	if err != nil || len(tables) == 0 {
		t.Fatalf("no tables of the database: %v", err)
	}
	for _, table := range tables {
		rows, err := db.Query(t.Context(), `SELECT whole::text FROM "`+table+`" AS whole`)
		texts, err := database.Collect(rows, err, scanText)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(strings.Join(texts, "\n"))
	}
	return all.String()
}

func scanText(row database.Row) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}

// readKeys returns what the key file holds, as far as it is long enough to be a key.
func readKeys(t *testing.T, place *installation) secrets {
	t.Helper()
	content, err := os.ReadFile(place.keyFile)
	if err != nil {
		t.Fatal(err)
	}
	var parsed any
	if err := json.Unmarshal(content, &parsed); err != nil {
		t.Fatal(err)
	}
	keys := secrets{}
	collectKeys(parsed, "key", keys)
	if len(keys) == 0 {
		t.Fatal("the key file holds no keys")
	}
	return keys
}

func collectKeys(value any, path string, keys secrets) {
	switch value := value.(type) {
	case map[string]any:
		for name, element := range value {
			collectKeys(element, path+"."+name, keys)
		}
	case []any:
		for _, element := range value {
			collectKeys(element, path+"[]", keys)
		}
	case string:
		if len(value) >= 32 && !strings.Contains(value, " ") && !strings.Contains(value, "/google.crypto") {
			keys[path] = value
			// The key itself is the end of the encoded one.
			if decoded, err := base64.StdEncoding.DecodeString(value); err == nil && len(decoded) >= 32 {
				keys[path+" itself"] = string(decoded[len(decoded)-32:])
			}
		}
	}
}
