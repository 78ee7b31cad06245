package hostile

import (
	"time"

	"github.com/pquerna/otp/totp"

	"bourse/test/e2e/kit"
)

// newPerson is a new user; the journey is over if registering fails.
func (j *journey) newPerson() *person {
	p := j.newcomer()
	j.isBroken = j.isBroken || p.token == ""
	return p
}

// guest is a user who may have been used before.
func (j *journey) guest() *person {
	if len(j.guests) > 0 && !j.isPlain && j.random.IntN(5) > 0 {
		if p := j.guests[j.random.IntN(len(j.guests))]; !p.isStale {
			return p
		}
	}
	p := j.newPerson()
	if !j.isBroken {
		j.guests = append(j.guests[:min(len(j.guests), 10)], p)
	}
	return p
}

func account(j *journey) {
	if !j.isPlain && !j.affords("register") {
		return
	}
	p := j.newPerson()
	j.call(p, "resendVerificationMail", nil)
	if !j.isBroken {
		j.call(nil, "verifyEmail", kit.Body{"token": tokens(j.awaitLetter("verify_email", p.email, 2))[0]})
	}
	session := j.call(nil, "login", kit.Body{"email": p.email, "password": p.password})
	j.call(nil, "refreshTokens", kit.Body{"refreshToken": session["refreshToken"]})
	j.call(p, "updateMe", kit.Body{"displayName": "Ada Lovelace", "locale": "en-GB", "timeZone": "Europe/London"})
	j.call(p, "getMe", nil)
	j.list(p, "listLogIns")
	j.call(p, "exportMe", nil)
	j.call(p, "reauthenticate", kit.Body{"password": p.password})
	for _, session := range j.list(p, "listSessions") {
		if session["isCurrent"] != true {
			j.try(p, "revokeSession", nil, "sessionId", text(session, "id"))
		}
	}
	number := "+4179" + digits(j.worker, 7)
	j.call(p, "sendPhoneCode", kit.Body{"phoneNumber": number})
	if !j.isBroken {
		j.call(p, "verifyPhone", kit.Body{"code": sixDigits.FindString(j.awaitLetter("phone_code", number, 1))})
	}
}

func digits(w *worker, count int) (text string) {
	for range count {
		text += string('0' + rune(w.random.IntN(10)))
	}
	return text
}

func credentials(j *journey) {
	if !j.isPlain && !j.affords("register") {
		return
	}
	p := j.newPerson()
	other := newEmail(j.random)
	j.call(p, "changeEmail", kit.Body{"newEmail": other})
	if !j.isBroken {
		j.call(nil, "confirmEmailChange", kit.Body{"token": tokens(j.awaitLetter("change_email_new", other, 1))[0]})
		links := tokens(j.awaitLetter("change_email_present", p.email, 1))
		j.call(nil, "cancelEmailChange", kit.Body{"token": links[max(len(links)-2, 0)]})
	}
	j.call(p, "changePassword", kit.Body{"currentPassword": p.password, "newPassword": p.password + " again"})
	j.call(nil, "forgotPassword", kit.Body{"email": p.email})
	if !j.isBroken {
		j.call(nil, "resetPassword", kit.Body{"token": tokens(j.awaitLetter("reset_password", p.email, 1))[0], "password": p.password})
	}
	if !j.isBroken {
		j.isBroken = !j.login(p)
	}
	key := j.call(p, "createApiKey", kit.Body{"name": "Reporting server", "scopes": []string{"trading:read"}})
	j.list(p, "listApiKeys")
	j.try(&person{name: "key", token: text(key, "key")}, "listPositions", nil)
	j.call(p, "revokeApiKey", nil, "keyId", text(key, "id"))
	session := *p
	if !j.isBroken && j.login(&session) {
		j.call(&session, "logout", kit.Body{"scope": "local"})
	}
	j.call(p, "deleteMe", nil)
}

func secondFactor(j *journey) {
	if !j.isPlain && !j.affords("login") {
		return
	}
	p := j.newPerson()
	secret := text(j.call(p, "setupTwoFactor", nil), "secret")
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		return
	}
	codes := backupCodes(j.call(p, "verifyTwoFactor", kit.Body{"code": code}))
	j.call(p, "reauthenticate", kit.Body{"password": p.password, "code": codes[0]})
	j.call(p, "listBackupCodes", nil)
	codes = backupCodes(j.call(p, "replaceBackupCodes", nil))
	challenge := j.call(nil, "login", kit.Body{"email": p.email, "password": p.password})
	j.call(nil, "completeLogin", kit.Body{"challengeToken": challenge["challengeToken"], "code": codes[0]})
	j.call(p, "disableTwoFactor", kit.Body{"code": codes[1]})
}

// backupCodes are the codes in an answer, or empty ones if it has none.
func backupCodes(data map[string]any) (codes []string) {
	all, _ := data["codes"].([]any)
	for _, code := range all {
		code, _ := code.(string)
		codes = append(codes, code)
	}
	return append(codes, "", "")
}

func administration(j *journey) {
	admin, super := j.fresh("admin"), j.fresh("super_admin")
	somebody := j.guest()
	j.list(admin, "listUsers", "limit", "3")
	j.call(admin, "getUser", nil, "userId", somebody.id)
	j.call(admin, "updateUser", kit.Body{"role": "trader"}, "userId", somebody.id)
	j.try(admin, "updateUser", kit.Body{"suspended": true}, "userId", somebody.id)
	j.list(admin, "listAuditLog", "limit", "3")
	tenant := text(j.call(super, "createTenant", kit.Body{"slug": "brand-" + digits(j.worker, 9), "name": "Southwind"}), "id")
	j.list(super, "listTenants")
	j.call(super, "updateTenant", kit.Body{"productName": "Southwind", "supportAddress": "help@southwind.test", "primaryColor": "#1a5fb4"}, "tenantId", tenant)
	j.call(super, "getTenant", nil, "tenantId", tenant)
	j.call(nil, "getBrand", nil)
	j.call(admin, "getPlatformHealth", nil)
}

func mails(j *journey) {
	super := j.fresh("super_admin")
	tenant := text(j.call(super, "createTenant", kit.Body{"slug": "brand-" + digits(j.worker, 9), "name": "Westwind"}), "id")
	template := kit.Body{"subject": "Confirm", "text": "Confirm here: {{.Values.link}}"}
	kind := []string{"tenantId", tenant, "kind", "verify_email"}
	j.call(super, "setMailTemplate", template, kind...)
	j.list(super, "listMailTemplates", "tenantId", tenant)
	j.call(super, "previewMail", template, kind...)
	j.call(super, "sendTestMail", nil, kind...)
	j.call(super, "resetMailTemplate", nil, kind...)
}
