package hostile

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"bourse/test/e2e/contract"
)

// neverTold must not occur in any answer.
var neverTold = []string{"SQLSTATE", "goroutine ", ".go:", "$argon2", "runtime error", "-----BEGIN", "nil pointer", "github.com/", "modernc.org"}

// neverAnError must not occur in a failure, in lower case, though it may in what a user has written.
var neverAnError = []string{
	"pq:", "sqlite", "postgres", "panic", "select ", "insert ", "constraint", "syntax error at", "context canceled", "context deadline", "connection refused",
	"invalid memory",
}

// leakIn is the first of the words that a text contains; empty if none.
func leakIn(text []byte, words []string) string {
	for _, word := range words {
		if bytes.Contains(text, []byte(word)) {
			return word
		}
	}
	return ""
}

// absolutePath matches a path of two parts or more, in lower case, in a sentence. Part of a URL does not count.
var absolutePath = regexp.MustCompile(`(?:^|[^a-z0-9_.@+~%/{}-])((?:/[a-z0-9_.@+~-]+){2,})`)

// pathIn is a path in a failure that leads to no operation, like that of a file on the machine; empty if none.
func (c *Campaign) pathIn(text []byte) string {
	for _, match := range absolutePath.FindAllSubmatch(text, -1) {
		if path := string(match[1]); !c.leadsToOperation(strings.TrimPrefix(strings.TrimRight(path, "."), "/api/v1")) {
			return path
		}
	}
	return ""
}

// leadsToOperation reports whether a path is that of an operation, or the start of one.
func (c *Campaign) leadsToOperation(path string) bool {
	parts := strings.Split(path, "/")
	for _, o := range c.operations {
		template := strings.Split(strings.ToLower(o.template), "/")
		if len(template) >= len(parts) && slices.EqualFunc(template[:len(parts)], parts, func(declared, part string) bool {
			return declared == part || strings.HasPrefix(declared, "{")
		}) {
			return true
		}
	}
	return false
}

// tellsTokens are the operations whose purpose is to return tokens.
var tellsTokens = map[string]bool{
	"register": true, "login": true, "completeLogin": true, "refreshTokens": true, "loginWithPasskey": true, "createApiKey": true, "exportMe": true,
	"reauthenticate": true,
}

// takenAnyway starts the finding about a request that the contract refuses but the platform accepted.
const takenAnyway = "it was done though the contract refuses it: "

// check returns what is wrong with an answer.
func (c *Campaign) check(r *request, sent *http.Request, a *answer) (wrong []string) {
	if a.status >= 500 {
		wrong = append(wrong, fmt.Sprintf("%d", a.status))
	}
	operation, err := c.contract.Check(contract.Answer{Method: r.method, Path: sent.URL.Path, Status: a.status, Header: a.header, Content: a.content})
	a.operation = operation
	if err != nil {
		wrong = append(wrong, "not as the contract declares it: "+shortly(err.Error(), 600))
	}
	if operation == "" {
		wrong = append(wrong, c.checkOther(r, a)...)
	}
	if leaked := leakIn(a.content, neverTold); leaked != "" {
		wrong = append(wrong, fmt.Sprintf("it tells %q", leaked))
	}
	if a.status >= 400 {
		for _, leaked := range []string{leakIn(bytes.ToLower(a.content), neverAnError), c.pathIn(bytes.ToLower(a.content))} {
			if leaked != "" && !bytes.Contains(bytes.ToLower(r.content()), []byte(leaked)) && !strings.Contains(strings.ToLower(r.target()), leaked) {
				wrong = append(wrong, fmt.Sprintf("the failure tells %q", leaked))
			}
		}
	}
	if r.as != nil && !tellsTokens[operation] {
		for _, secret := range []string{r.as.token, r.as.password} {
			if len(secret) > 12 && bytes.Contains(a.content, []byte(secret)) {
				wrong = append(wrong, "it tells a secret of the caller")
			}
		}
	}
	if a.isSuccess() && r.wrong != "" && operation == r.operation.id {
		if err := c.refuses(r, sent); err != nil {
			wrong = append(wrong, takenAnyway+shortly(err.Error(), 600))
		}
	}
	return wrong
}

// checkOther checks an answer that belongs to no operation: a failure is an envelope like any other.
func (c *Campaign) checkOther(r *request, a *answer) (wrong []string) {
	if r.method == http.MethodHead || r.method == http.MethodOptions || a.status < 400 {
		return nil
	}
	if a.header.Get("X-Request-Id") == "" {
		wrong = append(wrong, "there is no X-Request-Id")
	}
	if err := c.contract.CheckFailure(a.content); err != nil {
		wrong = append(wrong, "no envelope of a failure: "+err.Error())
	}
	return wrong
}
