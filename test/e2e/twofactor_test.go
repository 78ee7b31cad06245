package e2e_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestTheSecondFactor(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"it is asked for at the log-in once it is on":         twoFactorIsAskedFor,
		"a backup code opens the door once":                   backupCodeOpensOnce,
		"a new set of backup codes replaces the old one":      backupCodesAreReplaced,
		"five wrong codes spend the tries":                    fiveWrongCodes,
		"it is turned off with a code":                        twoFactorIsTurnedOff,
		"nothing about it can be done in the wrong order":     twoFactorHasAnOrder,
		"showing the password again takes a code of it too":   reauthenticationTakesACode,
		"a code of the app is good for one use and no second": appCodeIsUsedOnce,
	})
}

// challenge logs in with the password and returns the token that asks for the second factor.
func (m *member) challenge(t *testing.T, s *server) string {
	t.Helper()
	asked := s.client().post(t, "/auth/login", body{"email": m.email, "password": m.password}).ok(t, 200).object(t, shapeOfChallenge)
	if methods := texts(asked["methods"]); !slices.Equal(methods, []string{"totp", "backup_code"}) {
		t.Errorf("the methods are %v", methods)
	}
	if asked["expiresIn"] != 300.0 {
		t.Errorf("the challenge expires in %v seconds, want 300", asked["expiresIn"])
	}
	return asked["challengeToken"].(string)
}

func completeLogin(t *testing.T, s *server, challenge, code string) *answer {
	t.Helper()
	return s.client().post(t, "/auth/login/2fa", body{"challengeToken": challenge, "code": code})
}

func twoFactorIsAskedFor(t *testing.T, s *server) {
	m := s.register(t)
	setup := m.post(t, "/auth/2fa/setup", nil).ok(t, 200).object(t, shape{"secret": aText, "otpauthUrl": aText})
	link, err := url.Parse(setup["otpauthUrl"].(string))
	if err != nil || link.Scheme != "otpauth" || link.Host != "totp" || link.Query().Get("secret") != setup["secret"] {
		t.Errorf("the link for the app is %v", setup["otpauthUrl"])
	}
	m.login(t, s) // a set-up that was begun changes nothing yet

	secret := setup["secret"].(string)
	m.post(t, "/auth/2fa/verify", body{"code": wrongCode(appCode(t, secret, 0))}).failed(t, 400, "INVALID_OTP", "code")
	data := m.post(t, "/auth/2fa/verify", body{"code": appCode(t, secret, 0)}).ok(t, 200).object(t, shapeOfCodes)
	if codes := texts(data["codes"]); len(codes) != 10 {
		t.Errorf("%d backup codes, want 10", len(codes))
	}
	if me := m.me(t); me["twoFactorEnabled"] != true {
		t.Error("the account says that the second factor is off")
	}
	challenge := m.challenge(t, s)
	m.as(challenge).get(t, "/auth/me").failed(t, 401, "UNAUTHORIZED", "") // a challenge is no token
	completeLogin(t, s, challenge, wrongCode(appCode(t, secret, 1))).failed(t, 401, "INVALID_2FA_CODE", "code")
	tokens := completeLogin(t, s, challenge, appCode(t, secret, 1)).ok(t, 200).object(t, shapeOfTokens)
	newMember(s, m.email, m.password, tokens).me(t)
	completeLogin(t, s, challenge, "000000").failed(t, 400, "TOKEN_INVALID", "challengeToken")
	completeLogin(t, s, "bch_junk", "000000").failed(t, 400, "TOKEN_INVALID", "challengeToken")
}

func appCodeIsUsedOnce(t *testing.T, s *server) {
	m := s.register(t)
	setup := m.post(t, "/auth/2fa/setup", nil).ok(t, 200).object(t, shape{"secret": aText, "otpauthUrl": aText})
	code := appCode(t, setup["secret"].(string), 1)
	m.post(t, "/auth/2fa/verify", body{"code": code}).ok(t, 200)
	completeLogin(t, s, m.challenge(t, s), code).failed(t, 401, "INVALID_2FA_CODE", "code")
}

func backupCodeOpensOnce(t *testing.T, s *server) {
	m := s.register(t)
	_, codes := m.enableTwoFactor(t)
	typed := strings.ToLower(strings.ReplaceAll(codes[3], "-", " "))
	completeLogin(t, s, m.challenge(t, s), typed).ok(t, 200)
	left := texts(m.get(t, "/auth/2fa/backup-codes").ok(t, 200).object(t, shapeOfCodes)["codes"])
	if want := slices.Delete(slices.Clone(codes), 3, 4); !slices.Equal(left, want) {
		t.Errorf("the unused codes are %v, want %v", left, want)
	}
	completeLogin(t, s, m.challenge(t, s), codes[3]).failed(t, 401, "INVALID_2FA_CODE", "code")
}

func backupCodesAreReplaced(t *testing.T, s *server) {
	m := s.register(t)
	_, before := m.enableTwoFactor(t)
	after := texts(m.post(t, "/auth/2fa/backup-codes", nil).ok(t, 200).object(t, shapeOfCodes)["codes"])
	listed := texts(m.get(t, "/auth/2fa/backup-codes").ok(t, 200).object(t, shapeOfCodes)["codes"])
	if len(after) != 10 || !slices.Equal(after, listed) || slices.Contains(after, before[0]) {
		t.Errorf("the new set is %v, listed as %v", after, listed)
	}
	completeLogin(t, s, m.challenge(t, s), before[0]).failed(t, 401, "INVALID_2FA_CODE", "code")
	completeLogin(t, s, m.challenge(t, s), after[0]).ok(t, 200)
}

func fiveWrongCodes(t *testing.T, s *server) {
	m := s.register(t)
	_, codes := m.enableTwoFactor(t)
	challenge := m.challenge(t, s)
	for range 5 {
		completeLogin(t, s, challenge, "not a code").failed(t, 401, "INVALID_2FA_CODE", "code")
	}
	wantRetryAfter(t, completeLogin(t, s, challenge, codes[0]).failed(t, 429, "OTP_ATTEMPTS_EXCEEDED", ""), 15*60)
}

func twoFactorIsTurnedOff(t *testing.T, s *server) {
	m := s.register(t)
	_, codes := m.enableTwoFactor(t)
	m.post(t, "/auth/2fa/disable", body{"code": "not a code"}).failed(t, 400, "INVALID_OTP", "code")
	m.post(t, "/auth/2fa/disable", body{"code": codes[0]}).done(t, 200)
	m.login(t, s)
	if left := texts(m.get(t, "/auth/2fa/backup-codes").ok(t, 200).object(t, shapeOfCodes)["codes"]); len(left) != 0 {
		t.Errorf("%d backup codes are left", len(left))
	}
}

func twoFactorHasAnOrder(t *testing.T, s *server) {
	m := s.register(t)
	m.post(t, "/auth/2fa/verify", body{"code": "123456"}).failed(t, 409, "CONFLICT", "")
	m.post(t, "/auth/2fa/disable", body{"code": "123456"}).failed(t, 409, "CONFLICT", "")
	m.post(t, "/auth/2fa/backup-codes", nil).failed(t, 409, "CONFLICT", "")
	secret, _ := m.enableTwoFactor(t)
	m.post(t, "/auth/2fa/setup", nil).failed(t, 409, "CONFLICT", "")
	m.post(t, "/auth/2fa/verify", body{"code": appCode(t, secret, 1)}).failed(t, 409, "CONFLICT", "")
}

func reauthenticationTakesACode(t *testing.T, s *server) {
	m := s.register(t)
	_, codes := m.enableTwoFactor(t)
	again := func(content body) *answer { return m.post(t, "/auth/reauthenticate", content) }
	again(body{"password": m.password}).failed(t, 400, "VALIDATION_ERROR", "code")
	again(body{"password": m.password, "code": "not a code"}).failed(t, 400, "INVALID_OTP", "code")
	data := again(body{"password": m.password, "code": codes[0]}).ok(t, 200).object(t, shapeOfAccessToken)
	m.as(data["accessToken"].(string)).get(t, "/auth/me").ok(t, 200)
}
