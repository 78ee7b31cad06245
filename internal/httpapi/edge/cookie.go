package edge

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bourse/internal/fault"
)

// sessionCookie holds the refresh token of a web page's session. Browsers keep a cookie of such a name only when it is
// Secure, of this very host and for all paths, so that nobody under a neighbouring name can plant one; they count the
// loopback as secure. It does not matter to us whether a proxy has taken TLS off.
const sessionCookie = "__Host-bourse_session"

var (
	errNoSessionCookie = fault.New(fault.RefreshTokenInvalid, "there is neither a refresh token nor a session in a cookie").About("refreshToken")
	errForeignPage     = fault.New(fault.Forbidden, "a session in a cookie is only for pages of this origin or of one that is allowed")
)

// RequireOwnPage fails with FORBIDDEN unless the request comes from a page that may have its session in a cookie.
func RequireOwnPage(ctx context.Context) error {
	if !exchangeOf(ctx).isOwnPage() {
		return errForeignPage
	}
	return nil
}

// SessionCookie is the refresh token in the request's cookie. It fails with REFRESH_TOKEN_INVALID when there is none and
// with FORBIDDEN when the page that sends it may not.
func SessionCookie(ctx context.Context) (string, error) {
	e := exchangeOf(ctx)
	token := e.sessionCookie()
	if token == "" {
		return "", errNoSessionCookie
	}
	return token, RequireOwnPage(ctx)
}

// SetSessionCookie puts a refresh token where no script of the page can read it, until the session ends.
func SetSessionCookie(ctx context.Context, token string, until time.Time) {
	exchangeOf(ctx).putCookie(token, max(1, int(time.Until(until).Seconds())))
}

// ClearSessionCookie takes the session out of the cookie, if the request has brought one.
func ClearSessionCookie(ctx context.Context) {
	if e := exchangeOf(ctx); e.sessionCookie() != "" {
		e.putCookie("", -1)
	}
}

func (e *exchange) putCookie(value string, seconds int) {
	cookie := http.Cookie{
		Name: sessionCookie, Value: value, Path: "/", MaxAge: seconds, Secure: true, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	}
	e.setCookie = cookie.String()
	e.answer.Header().Set("Set-Cookie", e.setCookie)
}

// sessionCookie is the value of the cookie; empty when there is none, or more than one of which one is not ours.
func (e *exchange) sessionCookie() string {
	request := http.Request{Header: e.header}
	if found := request.CookiesNamed(sessionCookie); len(found) == 1 {
		return found[0].Value
	}
	return ""
}

// isOwnPage tells whether the request comes from a page of this origin, or of one that the operator or the brand allows
// by its name. What says neither is no page, or one that hides where it is from.
func (e *exchange) isOwnPage() bool {
	site := e.header.Get("Sec-Fetch-Site")
	if site == "same-origin" || e.handler.cors.trusts(&e.context, e.pageOrigin) {
		return true
	}
	// A browser that does not tell the relation of the sites tells at least the origin of the page.
	page, err := url.Parse(e.pageOrigin)
	return site == "" && err == nil && page.Host != "" && strings.EqualFold(page.Host, e.host)
}
