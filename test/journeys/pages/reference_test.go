package pages_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
	"bourse/test/journeys/browser"
)

// TestTheReferenceInABrowser uses the reference as a developer does: it shows the examples, calls are answered, a
// refusal is shown, and the authorisation survives a reload.
func TestTheReferenceInABrowser(t *testing.T) {
	t.Parallel()
	s := kit.NewInstallation(t, database.SQLite).Serve(t, kit.SilentMarket...)
	m := s.Register(t)
	b := browser.New(t)
	page := referencePage{t: t, b: b}
	page.open(s.URL() + "/docs#/auth/login")
	page.await("the example of a request", `document.querySelector("#operations-auth-login textarea").value.includes("correct horse")`)
	page.do(`document.querySelector("#operations-auth-login .execute").click()`)
	page.await("a refusal is shown", `document.querySelector("#operations-auth-login .live-responses-table").innerText.includes("INVALID_CREDENTIALS")`)
	page.authorise(m.Token)
	page.open(s.URL() + "/docs?again#/auth/getMe")
	page.await("who has authorised themselves still is", `Boolean(document.querySelector(".auth-wrapper .authorize.locked"))`)
	page.do(`document.querySelector("#operations-auth-getMe .execute").click()`)
	page.await("the caller is told who they are", `document.querySelector("#operations-auth-getMe .live-responses-table").innerText.includes(`+quoted(m.Email)+`)`)
}

// referencePage is the page of the reference in a browser.
type referencePage struct {
	t *testing.T
	b *browser.Chromium
}

func (r referencePage) open(url string) {
	r.t.Helper()
	r.b.Open(r.t, url)
	r.await("the operation is unfolded", `Boolean(document.querySelector(".opblock.is-open .execute"))`)
}

func (r referencePage) do(script string) {
	r.t.Helper()
	r.b.Evaluate(r.t, script+"; true", nil)
}

// authorise enters a token in the dialog for it.
func (r referencePage) authorise(token string) {
	r.t.Helper()
	r.do(`document.querySelector(".auth-wrapper .authorize").click()`)
	r.await("the dialog is open", `Boolean(document.querySelector(".modal-ux input"))`)
	r.do(`{
		const entry = document.querySelector(".modal-ux input");
		Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(entry, ` + quoted(token) + `);
		entry.dispatchEvent(new Event("input", { bubbles: true }));
		document.querySelector(".modal-ux button.authorize").click();
	}`)
	r.await("the token is taken", `Boolean(document.querySelector(".auth-wrapper .authorize.locked"))`)
}

// await waits until an expression of the page is true; an exception counts as false.
func (r referencePage) await(what, expression string) {
	r.t.Helper()
	testkit.Within(r.t, kit.Patience, what, func() bool {
		var holds bool
		r.b.Evaluate(r.t, `(() => { try { return `+expression+` } catch { return false } })()`, &holds)
		return holds
	})
}
