package edge

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"bourse/internal/fault"
)

// sessionCookie holds the refresh token of a web page's session. Browsers accept a cookie with this prefix only if it
// is Secure, for this very host and for all paths, so that no sibling domain can plant one; they treat the loopback as
// secure. It does not matter whether a proxy terminates TLS.
const sessionCookie = "__Host-bourse_session"

var (
	errNoSessionCookie = fault.New(fault.RefreshTokenInvalid, "there is neither a refresh token nor a session in a cookie").About("refreshToken")
	errForeignPage     = fault.New(fault.Forbidden, "a session in a cookie is only for pages of this origin or of one that is allowed")
)

// RequireOwnPage fails with FORBIDDEN unless the request comes from a page that may keep its session in a cookie.
func RequireOwnPage(ctx context.Context) error {
	if !exchangeOf(ctx).isOwnPage() {
		return errForeignPage
	}
	return nil
}

// SessionCookie is the refresh token in the request's cookie. It fails with REFRESH_TOKEN_INVALID when there is none
// and with FORBIDDEN when the calling page is not allowed one.
func SessionCookie(ctx context.Context) (string, error) {
	e := exchangeOf(ctx)
	token := e.sessionCookie()
	if token == "" {
		return "", errNoSessionCookie
	}
	return token, RequireOwnPage(ctx)
}

// SetSessionCookie stores a refresh token until the session ends, where no script of the page can read it.
func SetSessionCookie(ctx context.Context, token string, until time.Time) {
	exchangeOf(ctx).putCookie(token, max(1, int(time.Until(until).Seconds())))
}

// ClearSessionCookie clears the session's cookie, if the request sent one.
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

// sessionCookie is the value of the cookie; empty unless there is exactly one, because of several at least one is not
// ours.
func (e *exchange) sessionCookie() string {
	request := http.Request{Header: e.header}
	if found := request.CookiesNamed(sessionCookie); len(found) == 1 {
		return found[0].Value
	}
	return ""
}

// isOwnPage reports whether the request comes from a page of this origin, or of one that the operator or the brand
// allows by name. A request that says neither does not come from a page, or from one that hides its origin.
func (e *exchange) isOwnPage() bool {
	site := e.header.Get("Sec-Fetch-Site")
	if site == "same-origin" || e.handler.cors.trusts(&e.context, e.pageOrigin) {
		return true
	}
	// A browser that does not send Sec-Fetch-Site at least sends the page's origin.
	page, err := url.Parse(e.pageOrigin)
	return site == "" && err == nil && page.Host != "" && strings.EqualFold(page.Host, e.host)
}
