package identity_test

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

func TestNoSecretReachesTheLogOrTheDatabase(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t)
		m, known := liveAFullStory(t, s)
		kept := kit.ReadDatabase(t, place)
		s.MustStop(t)
		kept += kit.ReadDatabase(t, place)

		log := s.Log() + s.Printed()
		// Values that are not secret must be found, or the search would prove nothing.
		if !strings.Contains(kept, m.Email) || !strings.Contains(kept, m.ID) {
			t.Error("the user is not found in the database")
		}
		if !strings.Contains(log, m.ID) || !strings.Contains(log, `"operation":"completeLogin"`) {
			t.Error("the requests are not found in the log")
		}
		for _, name := range slices.Sorted(maps.Keys(known)) {
			known.WantAbsent(t, name, "the log", log)
			known.WantAbsent(t, name, "the database", kept)
		}
		for name, value := range readKeys(t, place) {
			kit.Secrets{name: value}.WantAbsent(t, name, "the log", log)
			kit.Secrets{name: value}.WantAbsent(t, name, "the database", kept)
		}
	})
}

// liveAFullStory does everything that involves secrets, once correctly and once incorrectly.
func liveAFullStory(t *testing.T, s *kit.Server) (*kit.Member, kit.Secrets) {
	m := s.Register(t)
	known := kit.Secrets{"the first password": m.Password}
	addTokens(known, "registration", m.Token, m.RefreshToken)
	s.Client().Post(t, "/auth/login", kit.Body{"email": m.Email, "password": "wrong-guess-5512"}).Failed(t, 401, "INVALID_CREDENTIALS", "")
	known["a wrong password"] = "wrong-guess-5512"
	known["the token of a mail"] = s.Place.AwaitLetter(t, "verify_email", m.Email, 1).Token(t)
	s.Client().Post(t, "/auth/email/verify", kit.Body{"token": known["the token of a mail"]}).Done(t, 200)

	const phone = "+41446681803"
	m.Post(t, "/auth/phone/send", kit.Body{"phoneNumber": phone}).Done(t, 200)
	known["a phone code"] = s.Place.AwaitLetter(t, "phone_code", phone, 1).Code(t)
	m.Post(t, "/auth/phone/verify", kit.Body{"code": known["a phone code"]}).Done(t, 200)

	setup := m.With("Idempotency-Key", "story").Post(t, "/auth/2fa/setup", nil).Ok(t, 200).Object(t, kit.Shape{"secret": kit.AText, "otpauthUrl": kit.AText})
	known["the secret of the app"] = setup["secret"].(string)
	data := m.Post(t, "/auth/2fa/verify", kit.Body{"code": kit.AppCode(t, known["the secret of the app"], 0)}).Ok(t, 200).Object(t, kit.ShapeOfCodes)
	codes := kit.Texts(data["codes"])
	known["a backup code"], known["a spent backup code"] = codes[0], codes[1]
	known["a backup code without hyphens"] = strings.ReplaceAll(codes[0], "-", "")

	_, bot := newKey(t, m, "getMe")
	bot.Get(t, "/auth/me").Ok(t, 200)
	bot.Get(t, "/users").Failed(t, 403, "FORBIDDEN", "")
	known["an API key"], known["what is random of an API key"] = bot.Token, bot.Token[13:37]

	challenge := m.Challenge(t, s)
	known["a challenge"] = challenge
	entered := kit.NewMember(s, m.Email, m.Password, kit.CompleteLogin(t, s, challenge, codes[1]).Ok(t, 200).Object(t, kit.ShapeOfTokens))
	addTokens(known, "log-in", entered.Token, entered.RefreshToken)
	known["a challenge that stays open"] = m.Challenge(t, s)

	keyed := s.Client().With("Idempotency-Key", "exchange")
	tokens := keyed.Post(t, "/auth/refresh", kit.Body{"refreshToken": entered.RefreshToken}).Ok(t, 200).Object(t, kit.ShapeOfTokens)
	addTokens(known, "exchange", tokens["accessToken"].(string), tokens["refreshToken"].(string))

	s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": m.Email}).Done(t, 202)
	known["the token of a reset"] = s.Place.AwaitLetter(t, "reset_password", m.Email, 1).Token(t)
	known["the second password"] = "second-password-8841"
	s.Client().Post(t, "/auth/password/reset", kit.Body{"token": known["the token of a reset"], "password": known["the second password"]}).Done(t, 200)
	s.Client().Post(t, "/auth/password/forgot", kit.Body{"email": m.Email}).Done(t, 202)
	known["the token of a reset that stays open"] = s.Place.AwaitLetter(t, "reset_password", m.Email, 2).Token(t)
	return m, known
}

// addTokens adds the tokens of a session, and the random part of the refresh token.
func addTokens(s kit.Secrets, of, access, refresh string) {
	s["the access token of the "+of], s["the refresh token of the "+of] = access, refresh
	s["the signature of the access token of the "+of] = access[strings.LastIndex(access, ".")+1:]
	if decoded, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(refresh, "brt_")); err == nil {
		s["the random part of the refresh token of the "+of] = string(decoded[24:56])
	}
}

// readKeys returns the values in the key file that are long enough to be a key.
func readKeys(t *testing.T, place *kit.Installation) kit.Secrets {
	t.Helper()
	content, err := os.ReadFile(place.KeyFile)
	if err != nil {
		t.Fatal(err)
	}
	var parsed any
	if err := json.Unmarshal(content, &parsed); err != nil {
		t.Fatal(err)
	}
	keys := kit.Secrets{}
	collectKeys(parsed, "key", keys)
	if len(keys) == 0 {
		t.Fatal("the key file holds no keys")
	}
	return keys
}

func collectKeys(value any, path string, keys kit.Secrets) {
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
