package identity_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

func TestTheSecondFactor(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
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

func twoFactorIsAskedFor(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	setup := m.Post(t, "/auth/2fa/setup", nil).Ok(t, 200).Object(t, kit.Shape{"secret": kit.AText, "otpauthUrl": kit.AText})
	link, err := url.Parse(setup["otpauthUrl"].(string))
	if err != nil || link.Scheme != "otpauth" || link.Host != "totp" || link.Query().Get("secret") != setup["secret"] {
		t.Errorf("the link for the app is %v", setup["otpauthUrl"])
	}
	m.Login(t, s) // a set-up in progress changes nothing yet

	secret := setup["secret"].(string)
	m.Post(t, "/auth/2fa/verify", kit.Body{"code": kit.WrongCode(kit.AppCode(t, secret, 0))}).Failed(t, 400, "INVALID_OTP", "code")
	data := m.Post(t, "/auth/2fa/verify", kit.Body{"code": kit.AppCode(t, secret, 0)}).Ok(t, 200).Object(t, kit.ShapeOfCodes)
	if codes := kit.Texts(data["codes"]); len(codes) != 10 {
		t.Errorf("%d backup codes, want 10", len(codes))
	}
	if me := m.Me(t); me["twoFactorEnabled"] != true {
		t.Error("the account says that the second factor is off")
	}
	challenge := m.Challenge(t, s)
	m.As(challenge).Get(t, "/auth/me").Failed(t, 401, "UNAUTHORIZED", "") // a challenge is not a token
	kit.CompleteLogin(t, s, challenge, kit.WrongCode(kit.AppCode(t, secret, 1))).Failed(t, 401, "INVALID_2FA_CODE", "code")
	tokens := kit.CompleteLogin(t, s, challenge, kit.AppCode(t, secret, 1)).Ok(t, 200).Object(t, kit.ShapeOfTokens)
	kit.NewMember(s, m.Email, m.Password, tokens).Me(t)
	kit.CompleteLogin(t, s, challenge, "000000").Failed(t, 400, "TOKEN_INVALID", "challengeToken")
	kit.CompleteLogin(t, s, "bch_junk", "000000").Failed(t, 400, "TOKEN_INVALID", "challengeToken")
}

func appCodeIsUsedOnce(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	setup := m.Post(t, "/auth/2fa/setup", nil).Ok(t, 200).Object(t, kit.Shape{"secret": kit.AText, "otpauthUrl": kit.AText})
	code := kit.AppCode(t, setup["secret"].(string), 1)
	m.Post(t, "/auth/2fa/verify", kit.Body{"code": code}).Ok(t, 200)
	kit.CompleteLogin(t, s, m.Challenge(t, s), code).Failed(t, 401, "INVALID_2FA_CODE", "code")
}

func backupCodeOpensOnce(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	_, codes := m.EnableTwoFactor(t)
	typed := strings.ToLower(strings.ReplaceAll(codes[3], "-", " "))
	kit.CompleteLogin(t, s, m.Challenge(t, s), typed).Ok(t, 200)
	left := kit.Texts(m.Get(t, "/auth/2fa/backup-codes").Ok(t, 200).Object(t, kit.ShapeOfCodes)["codes"])
	if want := slices.Delete(slices.Clone(codes), 3, 4); !slices.Equal(left, want) {
		t.Errorf("the unused codes are %v, want %v", left, want)
	}
	kit.CompleteLogin(t, s, m.Challenge(t, s), codes[3]).Failed(t, 401, "INVALID_2FA_CODE", "code")
}

func backupCodesAreReplaced(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	_, before := m.EnableTwoFactor(t)
	after := kit.Texts(m.Post(t, "/auth/2fa/backup-codes", nil).Ok(t, 200).Object(t, kit.ShapeOfCodes)["codes"])
	listed := kit.Texts(m.Get(t, "/auth/2fa/backup-codes").Ok(t, 200).Object(t, kit.ShapeOfCodes)["codes"])
	if len(after) != 10 || !slices.Equal(after, listed) || slices.Contains(after, before[0]) {
		t.Errorf("the new set is %v, listed as %v", after, listed)
	}
	kit.CompleteLogin(t, s, m.Challenge(t, s), before[0]).Failed(t, 401, "INVALID_2FA_CODE", "code")
	kit.CompleteLogin(t, s, m.Challenge(t, s), after[0]).Ok(t, 200)
}

func fiveWrongCodes(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	_, codes := m.EnableTwoFactor(t)
	challenge := m.Challenge(t, s)
	for range 5 {
		kit.CompleteLogin(t, s, challenge, "not a code").Failed(t, 401, "INVALID_2FA_CODE", "code")
	}
	kit.WantRetryAfter(t, kit.CompleteLogin(t, s, challenge, codes[0]).Failed(t, 429, "OTP_ATTEMPTS_EXCEEDED", ""), 15*60)
}

func twoFactorIsTurnedOff(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	_, codes := m.EnableTwoFactor(t)
	m.Post(t, "/auth/2fa/disable", kit.Body{"code": "not a code"}).Failed(t, 400, "INVALID_OTP", "code")
	m.Post(t, "/auth/2fa/disable", kit.Body{"code": codes[0]}).Done(t, 200)
	m.Login(t, s)
	if left := kit.Texts(m.Get(t, "/auth/2fa/backup-codes").Ok(t, 200).Object(t, kit.ShapeOfCodes)["codes"]); len(left) != 0 {
		t.Errorf("%d backup codes are left", len(left))
	}
}

func twoFactorHasAnOrder(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	m.Post(t, "/auth/2fa/verify", kit.Body{"code": "123456"}).Failed(t, 409, "CONFLICT", "")
	m.Post(t, "/auth/2fa/disable", kit.Body{"code": "123456"}).Failed(t, 409, "CONFLICT", "")
	m.Post(t, "/auth/2fa/backup-codes", nil).Failed(t, 409, "CONFLICT", "")
	secret, _ := m.EnableTwoFactor(t)
	m.Post(t, "/auth/2fa/setup", nil).Failed(t, 409, "CONFLICT", "")
	m.Post(t, "/auth/2fa/verify", kit.Body{"code": kit.AppCode(t, secret, 1)}).Failed(t, 409, "CONFLICT", "")
}

func reauthenticationTakesACode(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	_, codes := m.EnableTwoFactor(t)
	again := func(content kit.Body) *kit.Answer { return m.Post(t, "/auth/reauthenticate", content) }
	again(kit.Body{"password": m.Password}).Failed(t, 400, "VALIDATION_ERROR", "code")
	again(kit.Body{"password": m.Password, "code": "not a code"}).Failed(t, 400, "INVALID_OTP", "code")
	data := again(kit.Body{"password": m.Password, "code": codes[0]}).Ok(t, 200).Object(t, kit.ShapeOfAccessToken)
	m.As(data["accessToken"].(string)).Get(t, "/auth/me").Ok(t, 200)
}
